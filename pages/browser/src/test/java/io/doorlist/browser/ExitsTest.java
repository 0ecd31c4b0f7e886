package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.microsoft.playwright.Route;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** People who leave and come back, at two phones. */
@Tag("long")
class ExitsTest extends BrowserTest {
  private static final String FORGET_COPIES =
      """
      async () => {
        const db = await (await load('database.js')).open();
        await db.clear('copies');
        await db.clear('parts');
        db.close();
      }
      """;

  @Test
  void guestsWhoLeave_comeBackIn_aloneAndAsAGroup() throws Exception {
    try (PhonePage gate = phone(Fair.GARDEN, "scanner", "Garden gate A");
        PhonePage smoking = phone(Fair.SMOKING, "scanner", "Smoking door A")) {
      int before = inside();
      gate.expect("in", "walker-0");
      gate.expect("already", "walker-0");
      assertEquals(before + 1, insideOnceSent(gate));
      scanExits(smoking);
      smoking.expect("out", "walker-0", "Walker 0");
      assertEquals(before, insideOnceSent(smoking));
      gate.expect("in", "walker-0", "BACK IN");
      assertEquals(before + 1, insideOnceSent(gate));
      gate.expect("already", "walker-0", "By you");
      smoking.expect("unknown", "nobody-has-this-code", "They may leave.");

      letGroupIn(gate, 2);
      askWhoLeaves(smoking);
      smoking.press("All leave");
      smoking.waitFor(".verdict.out:has-text('2 × Walker')");
      assertEquals(before + 1, insideOnceSent(smoking));
      letGroupIn(gate, 2);
      assertEquals(before + 3, insideOnceSent(gate));
      smoking.goOffline();
      smoking.expect("out", Fair.WALKING_GROUP);
      smoking.goOnline();
      assertEquals(before + 1, insideOnceSent(smoking));
    }
  }

  /** Issue 66: two of a family go out to smoke, and the others stay. */
  @Test
  void someOfAGroup_leave_byTapAndByKeyboard_andAreTold() throws Exception {
    try (PhonePage gate = phone(Fair.GARDEN, "scanner", "Garden gate K");
        PhonePage smoking = phone(Fair.SMOKING, "scanner", "Smoking door K")) {
      int before = inside();
      letGroupIn(gate, 2);
      scanExits(smoking);
      askWhoLeaves(smoking);
      smoking.page.locator(".stepper button[aria-label='One less']").click();
      smoking.press("Let 1 out");
      smoking.waitFor(".verdict.out:has-text('1 × Walker')");
      assertEquals(before + 1, insideOnceSent(smoking));
      smoking.undo();
      assertEquals(before + 2, insideOnceSent(smoking));

      // The service answers no more once it has said who is inside.
      askWhoLeaves(smoking);
      smoking.page.locator(".stepper button[aria-label='One less']").click();
      smoking.page.route(Pattern.compile("/(exits|checkins)(\\?|$)"), Route::abort);
      smoking.press("Let 1 out");
      smoking.waitFor(".verdict.out:has-text('1 × Walker')");
      smoking.page.unrouteAll();
      assertEquals(before + 1, insideOnceSent(smoking));
      smoking.undo();
      assertEquals(before + 2, insideOnceSent(smoking));

      askWhoLeaves(smoking);
      // An Enter right behind a code may be a hand scanner's second one; another key is a person's.
      smoking.page.keyboard().press("Shift");
      smoking.page.keyboard().press("Enter");
      smoking.waitFor(".verdict.out:has-text('2 × Walker')");
      assertEquals(before, insideOnceSent(smoking));
    }
  }

  private static void askWhoLeaves(PhonePage phone) {
    phone.dismiss();
    phone.type(Fair.WALKING_GROUP);
    phone.waitFor("h2:has-text('A group: 2 inside')");
  }

  private static void letGroupIn(PhonePage phone, int people) {
    phone.dismiss();
    phone.type(Fair.WALKING_GROUP);
    phone.press("Let " + people + " in");
    phone.waitFor(".verdict.in:has-text('The group is complete')");
  }

  /** Issue 31: whichever phone uploads first, all is explained in the end. */
  @Test
  void exitAndReturnAtTwoOfflinePhones_areExplainedOnceBothUpload() throws Exception {
    checkIn("walker-5", "walker-6");
    int before = inside();
    int unexplained = ofGarden("unexplained_entries");
    String open = openAtGarden();
    try (PhonePage gate = phone(Fair.GARDEN, "scanner", "Garden gate F");
        PhonePage smoking = phone(Fair.SMOKING, "scanner", "Smoking door F")) {
      scanExits(smoking);
      gate.waitFor(".figures b:text-is('" + before + "')");
      gate.goOffline();
      smoking.goOffline();

      smoking.expect("out", "walker-5");
      gate.expect("already", "walker-5", "Garden gate · Since", "ago. They may have left");
      letIn(gate);
      gate.expect("already", "walker-5", "Is it the same person?");
      gate.dismiss();
      smoking.goOnline();
      smoking.waitUntilSent();
      gate.goOnline();
      gate.waitUntilSent();
      assertEquals(0, gate.page.locator(".notice").count());
      assertEquals(open, openAtGarden());

      smoking.goOffline();
      gate.goOffline();
      smoking.expect("out", "walker-6");
      gate.expect("already", "walker-6");
      letIn(gate);
      gate.goOnline();
      gate.waitUntilSent();
      assertEquals(unexplained + 1, ofGarden("unexplained_entries"));
      smoking.goOnline();
      smoking.waitUntilSent();
    }
    assertEquals(before, inside());
    assertEquals(unexplained, ofGarden("unexplained_entries"));
    assertEquals(open, openAtGarden());
  }

  /** Issue 47: who left by a door that nobody scans is let in. */
  @Test
  void whoeverMayHaveLeft_isLetInAllTheSame() throws Exception {
    checkIn("walker-7");
    int before = inside();
    int unexplained = ofGarden("unexplained_entries");
    try (PhonePage gate = phone(Fair.GARDEN, "scanner", "Garden gate G")) {
      gate.waitFor(".figures b:text-is('" + before + "')");
      gate.expect(
          "already",
          "walker-7",
          "Garden gate · By doorlist up, ",
          "ago. They may have left by another door.");
      letIn(gate);
      gate.waitUntilSent();
      assertEquals(unexplained + 1, ofGarden("unexplained_entries"));
      gate.expect("already", "walker-7", "Is it the same person?");
      assertEquals(0, gate.page.locator(".verdict button:has-text('Let in')").count());
    }
    assertEquals(before, inside());
  }

  /** They may have left by another door: by their first scan's time they would still be inside. */
  @Test
  void whoeverWasSentAwayInVain_isScannedAnew() throws Exception {
    // A moment ago, it could be this phone's own scan, whose answer was lost.
    String aMinuteAgo = "online=false&scanned_at=" + Instant.now().minusSeconds(60);
    host.checkIn(Fair.EVENT, Fair.GARDEN, "walker-8", aMinuteAgo);
    Set<String> keys = new HashSet<>();
    try (PhonePage gate = phone(Fair.GARDEN, "scanner", "Garden gate E")) {
      gate.waitFor(".figures b:text-is('" + inside() + "')");
      gate.page.onRequest(
          request ->
              Optional.ofNullable(request.headers().get("idempotency-key")).ifPresent(keys::add));
      gate.page.route(Pattern.compile("/walker-8/checkins"), Route::abort);
      gate.expect("already", "walker-8");
      host.post("/demo/fair/checkin_lists/" + Fair.SMOKING + "/tickets/walker-8/exits", "{}");
      gate.page.unrouteAll();
      gate.waitFor(".status.online");

      gate.expect("in", "walker-8", "BACK IN");
      assertEquals(2, keys.size(), keys::toString);
    }
  }

  @Test
  void anExitThatIsUndone_leavesThemInside() throws Exception {
    try (PhonePage gate = phone(Fair.GARDEN, "scanner", "Garden gate C")) {
      int before = inside();
      gate.expect("in", "walker-3");
      gate.dismiss();
      scanExits(gate);
      gate.expect("out", "walker-3");
      gate.undo();
      assertEquals(before + 1, insideOnceSent(gate));

      gate.dismiss();
      gate.goOffline();
      gate.expect("out", "walker-3");
      gate.undo();
      gate.dismiss();
      gate.goOnline();
      assertEquals(before + 1, insideOnceSent(gate));
    }
  }

  /** Somebody turned the phone to exits, and then stood at the entrance. */
  @Test
  void threeWhoWereNotInside_askWhetherThisIsTheExit() throws Exception {
    try (PhonePage desk = phone(Fair.SMOKING, "desk", "Smoking door H")) {
      scanExits(desk);
      desk.expect("out", "walker-11");
      desk.undo();
      desk.waitFor(".verdict.undone:has-text('Was not inside')");
      desk.dismiss();
      desk.press("Search");
      desk.page.locator("#q").fill("Walker 11");
      desk.page.keyboard().press("Enter");
      desk.waitFor(".found button.main:text-is('Let out')");
      desk.page.locator("button[aria-label=Back]").click();

      desk.expect("out", "walker-11");
      desk.expect("out", "walker-11", "Is this the exit?");

      desk.press("Use as entrance");
      desk.page.locator(".scan.leaving").waitFor(PhonePage.DETACHED);
    }
  }

  /** The mode is what was set, whatever the phone knows of the tickets. */
  @Test
  void phoneWithoutItsCopy_letsNobodyInAtTheExit_andShowsAnEntryAgain() throws Exception {
    checkIn("walker-4");
    int before = inside();
    try (PhonePage gate = phone(Fair.GARDEN, "scanner", "Garden gate D")) {
      scanExits(gate);
      gate.page.route(Pattern.compile("/door(\\?|$)"), Route::abort);
      gate.page.evaluate(FORGET_COPIES);
      gate.page.reload();
      gate.waitFor(".scan.leaving .mode:has-text('No copy yet')");

      gate.expect("out", "walker-4");
      assertEquals(before - 1, insideOnceSent(gate));
      gate.dismiss();
      gate.goOffline();
      gate.expect("out", "walker-4", "No network. OUT No copy yet They may leave.");
      gate.goOnline();
      assertEquals(before - 1, insideOnceSent(gate));

      gate.dismiss();
      enter(gate);
      gate.waitFor(".status.online");
      gate.expect("in", "walker-4", "BACK IN");
    }
  }

  private static void scanExits(PhonePage phone) {
    assertFalse(phone.page.locator(".scan.leaving").isVisible());
    phone.choose("Use as exit");
    phone.waitFor(".scan.leaving .mode:has-text('EXIT')");
  }

  private static void enter(PhonePage phone) {
    phone.page.locator(".mode").click();
    phone.page.locator(".scan.leaving").waitFor(PhonePage.DETACHED);
  }

  private static void letIn(PhonePage gate) {
    gate.press("Let in anyway");
    gate.waitFor(".verdict.in:has-text('BACK IN')");
    gate.dismiss();
  }

  private static void checkIn(String... codes) {
    for (String code : codes) {
      host.checkIn(Fair.EVENT, Fair.GARDEN, code, "");
    }
  }

  private static String openAtGarden() {
    return host.get("/demo/fair/checkin_lists/" + Fair.GARDEN + "/log?open=true");
  }

  private static int insideOnceSent(PhonePage phone) {
    phone.waitUntilSent();
    return inside();
  }

  private static int inside() {
    return ofGarden("inside");
  }

  /** Returns a number that the service has of the garden. */
  private static int ofGarden(String name) {
    String areas = host.get("/demo/fair/areas");
    return DemoHost.number(name, areas.substring(areas.indexOf("\"slug\":\"garden\"")));
  }
}
