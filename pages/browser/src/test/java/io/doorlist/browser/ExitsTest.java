package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Route;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** People who leave and come back, at two phones. */
@Tag("long")
class ExitsTest extends BrowserTest {
  private static final Pattern GARDEN =
      Pattern.compile("\\{\"slug\":\"garden\".*?\"inside\":(\\d+)");

  @Test
  void outAndInAgain_online() throws Exception {
    try (PhonePage gate = garden(Fair.GARDEN, "Garden gate A");
        PhonePage smoking = garden(Fair.SMOKING, "Smoking door A")) {
      int before = inside();
      assertEquals("in", gate.scan("walker-0"));
      assertEquals("already", gate.scan("walker-0"));
      assertEquals(before + 1, inside());
      smoking.page.waitForRequest(
          request -> request.url().contains("exits=true"), () -> scanExits(smoking));
      smoking.picture("exit-idle");

      assertEquals("out", smoking.scan("walker-0"));
      smoking.picture("exit-out");
      assertTrue(smoking.says().contains("Walker 0"), smoking.says());
      assertTrue(smoking.says().contains("Was inside for"), smoking.says());
      assertEquals(before, inside());

      assertEquals("in", gate.scan("walker-0"));
      gate.picture("exit-again-in");
      assertTrue(gate.says().startsWith("BACK IN"), gate.says());
      assertEquals(before + 1, inside());
      assertEquals("already", gate.scan("walker-0"));
      assertTrue(gate.says().contains("By you"), gate.says());
      assertEquals("unknown", smoking.scan("nobody-has-this-code"));
      assertTrue(smoking.says().contains("They may leave."), smoking.says());
    }
  }

  @Test
  void outAndInAgain_whileBothPhonesAreOffline() throws Exception {
    try (PhonePage gate = garden(Fair.GARDEN, "Garden gate B");
        PhonePage smoking = garden(Fair.SMOKING, "Smoking door B")) {
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
      smoking.waitUntilSent();

      assertEquals(before + 1, inside());
      assertEquals(0, smoking.page.locator(".notice").count());
      gate.waitFor(".figures b:text-is('" + (before + 1) + "')");
      assertEquals("in", gate.scan("walker-2"));
      assertEquals(before + 2, inside());
    }
  }

  /**
   * Issue 31: whichever phone uploads first. If it is the one that let them in, its scan stays in
   * the log of those that the service would have refused, and is explained.
   */
  @Test
  void outAtOnePhoneAndInAtAnother_whileBothAreOffline() throws Exception {
    host.checkIn(Fair.EVENT, Fair.GARDEN, "walker-5");
    host.checkIn(Fair.EVENT, Fair.GARDEN, "walker-6");
    int before = inside();
    int unexplained = unexplained();
    String refused = doubleAdmissions();
    try (PhonePage gate = garden(Fair.GARDEN, "Garden gate F");
        PhonePage smoking = garden(Fair.SMOKING, "Smoking door F")) {
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
      assertEquals(refused, doubleAdmissions());

      smoking.goOffline();
      gate.goOffline();
      assertEquals("out", smoking.scan("walker-6"));
      assertEquals("already", gate.scan("walker-6"));
      letIn(gate);
      gate.goOnline();
      gate.waitUntilSent();
      smoking.goOnline();
      smoking.waitUntilSent();
    }
    assertEquals(before, inside());
    assertEquals(unexplained, unexplained());
  }

  @Test
  void anExitThatIsUndone_leavesThemInside() throws Exception {
    try (PhonePage gate = garden(Fair.GARDEN, "Garden gate C")) {
      int before = inside();
      assertEquals("in", gate.scan("walker-3"));
      gate.dismiss();
      scanExits(gate);
      assertEquals("out", gate.scan("walker-3"));
      gate.page.locator(".verdict button:has-text('Undo')").click();
      gate.waitFor(".verdict.undone");
      assertEquals(before + 1, inside());

      gate.dismiss();
      gate.goOffline();
      assertEquals("out", gate.scan("walker-3"));
      gate.page.locator(".verdict button:has-text('Undo')").click();
      gate.waitFor(".verdict.undone");
      gate.dismiss();
      gate.goOnline();
      gate.waitUntilSent();
      assertEquals(before + 1, inside());
    }
  }

  @Test
  void entryAgain_isShown_beforeThePhoneHasACopy() throws Exception {
    try (PhonePage gate = garden(Fair.GARDEN, "Garden gate D")) {
      assertEquals("in", gate.scan("walker-4"));
      gate.dismiss();
      scanExits(gate);
      assertEquals("out", gate.scan("walker-4"));
    }
    try (PhonePage phone = PhonePage.on(browser)) {
      phone.page.route(Pattern.compile("/door(\\?|$)"), Route::abort);
      phone.open(Fair.link(host, Fair.GARDEN, "scanner", "Garden gate E"), ".status");

      assertEquals("in", phone.scan("walker-4"));

      assertTrue(phone.says().startsWith("BACK IN"), phone.says());
    }
  }

  @Test
  void exitsAreNotOffered_whereNobodyComesBack() throws Exception {
    try (PhonePage door = PhonePage.on(browser).pair(Fair.link(host, Fair.MAIN, "scanner", "N"))) {
      door.page.locator("button[aria-label='Menu']").click();
      door.waitFor(".sheet");

      assertEquals(0, door.page.locator("button:has-text('Scan exits here')").count());
    }
  }

  private static PhonePage garden(String list, String name) throws Exception {
    return PhonePage.on(browser).pair(Fair.link(host, list, "scanner", name));
  }

  private static void scanExits(PhonePage phone) {
    assertFalse(phone.page.locator(".scan.leaving").isVisible());
    toggle(phone);
    phone.waitFor(".scan.leaving .mode:has-text('EXIT')");
  }

  private static void enter(PhonePage phone) {
    toggle(phone);
    phone.page.locator(".scan.leaving").waitFor(PhonePage.DETACHED);
  }

  private static void toggle(PhonePage phone) {
    phone.page.locator("button[aria-label='Menu']").click();
    phone.page.locator("button:has-text('Scan exits here')").click();
  }

  private static void letIn(PhonePage gate) {
    gate.page.locator(".verdict button:has-text('Let in all the same')").click();
    gate.waitFor(".verdict.in:has-text('BACK IN')");
    gate.dismiss();
  }

  private static int unexplained() {
    Matcher found =
        Pattern.compile("\"slug\":\"garden\".*?\"unexplained_entries\":(\\d+)")
            .matcher(host.get("/demo/fair/areas"));
    assertTrue(found.find());
    return Integer.parseInt(found.group(1));
  }

  private static String doubleAdmissions() {
    return host.get("/demo/fair/checkin_lists/" + Fair.GARDEN + "/double_admissions");
  }

  private static int inside() {
    Matcher found = GARDEN.matcher(host.get("/demo/fair/areas"));
    assertTrue(found.find());
    return Integer.parseInt(found.group(1));
  }
}
