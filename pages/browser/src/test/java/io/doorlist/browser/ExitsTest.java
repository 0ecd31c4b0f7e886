package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Route;
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
  void outAndInAgain_online() throws Exception {
    try (PhonePage gate = phone(Fair.GARDEN, "scanner", "Garden gate A");
        PhonePage smoking = phone(Fair.SMOKING, "scanner", "Smoking door A")) {
      int before = inside();
      assertEquals("in", gate.scan("walker-0"));
      assertEquals("already", gate.scan("walker-0"));
      assertEquals(before + 1, insideOnceSent(gate));
      scanExits(smoking);
      smoking.picture("exit-idle");

      assertEquals("out", smoking.scan("walker-0"));
      smoking.picture("exit-out");
      assertTrue(smoking.says().contains("Walker 0"), smoking.says());
      assertEquals(before, insideOnceSent(smoking));

      assertEquals("in", gate.scan("walker-0"));
      gate.picture("exit-again-in");
      assertTrue(gate.says().startsWith("BACK IN"), gate.says());
      assertEquals(before + 1, insideOnceSent(gate));
      assertEquals("already", gate.scan("walker-0"));
      assertTrue(gate.says().contains("By you"), gate.says());
      assertEquals("unknown", smoking.scan("nobody-has-this-code"));
      assertTrue(smoking.says().contains("They may leave."), smoking.says());
    }
  }

  @Test
  void groupLeavesAndComesBack_byItsOwnCode() throws Exception {
    try (PhonePage gate = phone(Fair.GARDEN, "scanner", "Garden gate G");
        PhonePage smoking = phone(Fair.SMOKING, "scanner", "Smoking door G")) {
      final int before = inside();
      letGroupIn(gate, 2);
      scanExits(smoking);
      assertEquals("out", smoking.scan(Fair.WALKING_GROUP));
      assertTrue(smoking.says().contains("2 × Walker"), smoking.says());
      assertEquals(before, insideOnceSent(smoking));
      letGroupIn(gate, 2);
      assertEquals(before + 2, insideOnceSent(gate));

      smoking.goOffline();
      assertEquals("out", smoking.scan(Fair.WALKING_GROUP));
      smoking.goOnline();
      assertEquals(before, insideOnceSent(smoking));
    }
  }

  private static void letGroupIn(PhonePage phone, int people) {
    phone.dismiss();
    phone.type(Fair.WALKING_GROUP);
    phone.page.locator("button:has-text('Let " + people + " in')").click();
    phone.waitFor(".verdict.in:has-text('The group is complete')");
  }

  @Test
  void outAndInAgain_whileBothPhonesAreOffline() throws Exception {
    try (PhonePage gate = phone(Fair.GARDEN, "scanner", "Garden gate B");
        PhonePage smoking = phone(Fair.SMOKING, "scanner", "Smoking door B")) {
      int before = inside();
      assertEquals("in", gate.scan("walker-1"));
      assertEquals("in", gate.scan("walker-2"));
      scanExits(smoking);
      smoking.waitFor(".figures b:text-is('" + (before + 2) + "')");
      gate.dismiss();
      gate.goOffline();
      smoking.goOffline();

      assertEquals("out", smoking.scan("walker-1"));
      assertEquals("out", smoking.scan("walker-2"));
      smoking.dismiss();
      smoking.waitFor(".figures b:text-is('" + before + "')");
      smoking.picture("exit-offline");
      enter(smoking);
      assertEquals("in", smoking.scan("walker-1"));
      assertTrue(smoking.says().contains("BACK IN"), smoking.says());
      assertEquals("already", smoking.scan("walker-1"));
      assertEquals("already", gate.scan("walker-2"));
      gate.dismiss();
      smoking.killAndReopen(host.url() + "/-/scan");
      assertEquals("already", smoking.scan("walker-1"));
      smoking.dismiss();

      gate.goOnline();
      smoking.goOnline();

      assertEquals(before + 1, insideOnceSent(smoking));
      assertEquals(0, smoking.page.locator(".notice").count());
      gate.waitFor(".figures b:text-is('" + (before + 1) + "')");
      assertEquals("in", gate.scan("walker-2"));
      assertEquals(before + 2, insideOnceSent(gate));
    }
  }

  /** Issue 31: whichever phone uploads first, all is explained in the end. */
  @Test
  void outAtOnePhoneAndInAtAnother_whileBothAreOffline() throws Exception {
    host.checkIn(Fair.EVENT, Fair.GARDEN, "walker-5");
    host.checkIn(Fair.EVENT, Fair.GARDEN, "walker-6");
    int before = inside();
    int unexplained = ofGarden("unexplained_entries");
    String open = openAtGarden();
    try (PhonePage gate = phone(Fair.GARDEN, "scanner", "Garden gate F");
        PhonePage smoking = phone(Fair.SMOKING, "scanner", "Smoking door F")) {
      scanExits(smoking);
      gate.waitFor(".figures b:text-is('" + before + "')");
      gate.goOffline();
      smoking.goOffline();

      assertEquals("out", smoking.scan("walker-5"));
      assertEquals("already", gate.scan("walker-5"));
      gate.picture("exit-maybe-back");
      assertTrue(gate.says().contains("ago. · Garden gate They may have left"), gate.says());
      letIn(gate);
      assertEquals("already", gate.scan("walker-5"));
      assertTrue(gate.says().contains("Is it the same person?"), gate.says());
      gate.dismiss();
      smoking.goOnline();
      smoking.waitUntilSent();
      gate.goOnline();
      gate.waitUntilSent();
      assertEquals(0, gate.page.locator(".notice").count());
      assertEquals(open, openAtGarden());

      smoking.goOffline();
      gate.goOffline();
      assertEquals("out", smoking.scan("walker-6"));
      assertEquals("already", gate.scan("walker-6"));
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

  /** Issue 47: who left by a door that nobody scans is let in, whether the service was asked. */
  @Test
  void whoeverMayHaveLeft_isLetInAllTheSame_onlineAndOffline() throws Exception {
    host.checkIn(Fair.EVENT, Fair.GARDEN, "walker-7");
    host.checkIn(Fair.EVENT, Fair.GARDEN, "walker-8");
    int before = inside();
    int unexplained = ofGarden("unexplained_entries");
    try (PhonePage gate = phone(Fair.GARDEN, "scanner", "Garden gate G")) {
      gate.waitFor(".figures b:text-is('" + before + "')");
      assertMayHaveLeft(gate, "walker-7");
      gate.picture("exit-maybe-back-online");
      letIn(gate);
      gate.waitUntilSent();
      assertEquals(unexplained + 1, ofGarden("unexplained_entries"));
      assertEquals("already", gate.scan("walker-7"));
      assertTrue(gate.says().contains("Is it the same person?"), gate.says());
      assertEquals(0, gate.page.locator(".verdict button:has-text('Let in')").count());
      gate.dismiss();

      gate.goOffline();
      assertMayHaveLeft(gate, "walker-8");
      letIn(gate);
      gate.goOnline();
      gate.waitUntilSent();
    }
    assertEquals(before, inside());
    assertEquals(unexplained + 2, ofGarden("unexplained_entries"));
  }

  private static void assertMayHaveLeft(PhonePage gate, String code) {
    assertEquals("already", gate.scan(code));
    assertTrue(gate.says().contains("ago. · Garden gate They may have left by another door."));
  }

  @Test
  void anExitThatIsUndone_leavesThemInside() throws Exception {
    try (PhonePage gate = phone(Fair.GARDEN, "scanner", "Garden gate C")) {
      int before = inside();
      assertEquals("in", gate.scan("walker-3"));
      gate.dismiss();
      scanExits(gate);
      assertEquals("out", gate.scan("walker-3"));
      gate.page.locator(".verdict button:has-text('Undo')").click();
      gate.waitFor(".verdict.undone");
      assertEquals(before + 1, insideOnceSent(gate));

      gate.dismiss();
      gate.goOffline();
      assertEquals("out", gate.scan("walker-3"));
      gate.page.locator(".verdict button:has-text('Undo')").click();
      gate.waitFor(".verdict.undone");
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
      assertEquals("out", desk.scan("walker-9"));
      desk.page.locator(".verdict button:has-text('Undo')").click();
      desk.waitFor(".verdict.undone:has-text('Was not inside')");
      desk.dismiss();
      desk.page.locator("button:has-text('Search')").click();
      desk.page.locator("#q").fill("Walker 9");
      desk.page.keyboard().press("Enter");
      desk.waitFor(".found li");
      assertEquals("Let out", desk.page.locator(".found button.main").innerText());
      desk.page.locator("#q").fill("Wa");
      desk.page.keyboard().press("Enter");
      desk.waitFor(".problem:has-text('At least three letters')");
      assertEquals(0, desk.page.locator(".found li").count());
      desk.page.locator("button[aria-label=Back]").click();

      assertEquals("out", desk.scan("walker-9"));
      assertEquals("out", desk.scan("walker-9"));

      assertTrue(desk.says().contains("Is this the exit?"), desk.says());
      desk.page.locator(".verdict button:has-text('Use as entrance')").click();
      desk.page.locator(".scan.leaving").waitFor(PhonePage.DETACHED);
    }
  }

  /** The mode is what was set, whatever the phone knows of the tickets. */
  @Test
  void exitPhone_withoutItsCopy_letsNobodyIn() throws Exception {
    host.checkIn(Fair.EVENT, Fair.GARDEN, "walker-4");
    int before = inside();
    try (PhonePage gate = phone(Fair.GARDEN, "scanner", "Garden gate D")) {
      scanExits(gate);
      gate.page.route(Pattern.compile("/door(\\?|$)"), Route::abort);
      gate.page.evaluate(FORGET_COPIES);
      gate.page.reload();
      gate.waitFor(".scan.leaving .mode:has-text('No copy yet')");

      assertEquals("out", gate.scan("walker-4"));
      assertEquals(before - 1, insideOnceSent(gate));
      gate.dismiss();
      gate.goOffline();
      assertEquals("out", gate.scan("walker-4"));
      assertTrue(gate.says().matches("No network. OUT No copy yet They may leave.*"), gate.says());
      gate.goOnline();
      assertEquals(before - 1, insideOnceSent(gate));
    }
  }

  @Test
  void entryAgain_isShown_beforeThePhoneHasACopy() throws Exception {
    host.checkIn(Fair.EVENT, Fair.GARDEN, "walker-0");
    try (PhonePage gate = phone(Fair.GARDEN, "scanner", "Garden gate I")) {
      scanExits(gate);
      assertEquals("out", gate.scan("walker-0"));
    }
    try (PhonePage phone = PhonePage.on(browser)) {
      phone.page.route(Pattern.compile("/door(\\?|$)"), Route::abort);
      phone.open(Fair.link(host, Fair.GARDEN, "scanner", "Garden gate E"), ".status");

      assertEquals("in", phone.scan("walker-0"));

      assertTrue(phone.says().startsWith("BACK IN"), phone.says());
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
    gate.page.locator(".verdict button:has-text('Let in all the same')").click();
    gate.waitFor(".verdict.in:has-text('BACK IN')");
    gate.dismiss();
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
    return Host.number(name, areas.substring(areas.indexOf("\"slug\":\"garden\"")));
  }
}
