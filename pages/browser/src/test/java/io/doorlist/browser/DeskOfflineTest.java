package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Issue 70: a desk adds guests without a network, and tells of them later, once. */
@Tag("long")
class DeskOfflineTest extends BrowserTest {
  /** The whole page is kept for when there is no network. */
  static final String KEPT =
      """
      async () => {
        const last = new URL('guests.js', document.querySelector('script').src).href;
        return Boolean(navigator.serviceWorker.controller && await caches.match('desk') && await caches.match(last));
      }
      """;

  private static final String SENT = ".net.online:not(:has-text('to send'))";

  private static PhonePage desk(String link) throws IOException {
    PhonePage desk = PhonePage.on(browser, 1280, 800, ColorScheme.LIGHT);
    desk.open(deskOf(link), "button:text-is('Add a guest')");
    desk.until(KEPT);
    // From now on the service worker has it.
    desk.page.reload();
    desk.waitFor("button:text-is('Add a guest')");
    return desk;
  }

  private static String deskOf(String link) {
    return link.replace("/-/scan", "/-/desk");
  }

  private static void goOffline(PhonePage desk) {
    desk.phone.setOffline(true);
    desk.waitFor(".net.offline");
  }

  /** Adds somebody by the form. */
  private static void add(PhonePage desk, String name, String companions, boolean in) {
    desk.page.keyboard().press("Escape");
    desk.page.locator("button.add").click();
    desk.page.locator("[name=name]").fill(name);
    desk.page.locator("[name=companions]").selectOption(companions);
    desk.page.locator("[name=in]").setChecked(in);
    desk.page.locator("[name=name]").press("Enter");
    desk.waitFor(".guest h2:text-is('" + name + "')");
  }

  private static String row(String name) {
    return ".row:has(b:text-is('" + name + "'))";
  }

  /** Returns how many guests of the service have a name. */
  private static int named(String name) {
    String found = host.get("/demo/fair/tickets?q=" + name.replace(" ", "%20"));
    Matcher names = Pattern.compile("\"name\":\"" + name + "\"").matcher(found);
    return (int) names.results().count();
  }

  @ParameterizedTest
  @FieldSource("io.doorlist.browser.Gallery#LANGUAGES")
  void desk_opensAgainWithoutANetwork_afterItsFirstLoad(String language) throws Exception {
    try (PhonePage desk = PhonePage.with(browser, new NewContextOptions().setLocale(language))) {
      desk.open(deskOf(link(Fair.MAIN, "desk", "Desk in " + language)), "button.add");
      desk.until(KEPT);
      desk.phone.setOffline(true);
      desk.page.reload();
      desk.waitFor(".net.offline");

      assertEquals(language, desk.page.getAttribute("html", "lang"));
      // A word that is missing is shown by its English name.
      assertEquals(0, desk.page.locator("button:text-is('addGuest')").count());
      desk.page.locator("button.add").click();
      desk.waitFor("[name=company]");
      String drawn = "async () => typeof (await load('drawings.js')).qrCode('A')";
      assertEquals("object", desk.page.evaluate(drawn));
      desk.open(host.url() + "/-/badge", ".controls");
      assertEquals(language, desk.page.getAttribute("html", "lang"));
      assertEquals(0, desk.page.locator("button:text-is('printNow')").count());
    }
  }

  @Test
  void pages_areKeptAnew_onceTheBrowserHasLostThem() throws Exception {
    for (String page : List.of("scan", "desk")) {
      try (PhonePage desk = desk(link(Fair.MAIN, "desk", "Forgetful browser"))) {
        desk.page.evaluate(
            "async () => { for (const each of await caches.keys()) await caches.delete(each); }");
        String shown = page.equals("desk") ? "#field" : ".status";
        desk.open(host.url() + "/-/" + page, shown);
        desk.until(
            """
            async (page) => await caches.match(page) && await caches.match('scan')
                && Boolean(await caches.match(document.querySelector('script').src))
            """,
            page);
        desk.phone.setOffline(true);

        desk.open(
            host.url() + "/-/" + page, page.equals("desk") ? ".net.offline" : ".status.offline");
        desk.open(host.url() + "/-/scan", ".status.offline");
      }
    }
  }

  @Test
  void guest_addedWithoutANetwork_outlivesKills_andOpensAnotherGate() throws Exception {
    int before = in();
    try (PhonePage desk = desk(link(Fair.MAIN, "desk", "Desk without a network"));
        PhonePage gate = phone("Other gate")) {
      goOffline(desk);
      add(desk, "Otto Offline", "0", false);
      String code = desk.page.locator(".guest .code").innerText().replace(" ", "").strip();
      add(desk, "Olga Offline", "1", true);
      desk.waitFor(".guest .came:has-text('In since')");
      desk.waitFor("h3:has-text('Group: 2')");
      desk.waitFor(".net:has-text('2 to send')");

      desk.page.close();
      desk.newTab();
      desk.open(host.url() + "/-/desk", row("Otto Offline"));
      desk.waitFor(".row.in:has(b:text-is('Olga Offline +1'))");
      assertEquals(0, named("Olga Offline"));
      desk.phone.setOffline(false);
      desk.waitFor(SENT);

      assertEquals(1, named("Otto Offline"));
      assertEquals(1, named("Olga Offline"));
      assertEquals(before + 2, in());
      gate.expect("in", code, "Otto Offline");
      assertEquals(before + 3, in());
      // There may be more guests than fit on the screen.
      desk.page.locator("#field").fill("Otto Offline");
      desk.waitFor(".row.in:has(b:text-is('Otto Offline'))");
      assertEquals(0, desk.kept("additions"));
    }
  }

  @Test
  void guest_addedWithoutANetwork_comesInLater_andIsUndone() throws Exception {
    int before = in();
    try (PhonePage desk = desk(link(Fair.MAIN, "desk", "Desk that changes its mind"))) {
      goOffline(desk);
      add(desk, "Una Undone", "0", true);
      desk.press("Undo");
      desk.waitFor(".verdict.undone");
      add(desk, "Lars Later", "0", false);
      desk.press("Let in");
      desk.waitFor(".guest .came");
      add(desk, "Nora Neither", "0", false);
      desk.press("Let in");
      desk.waitFor(".guest .came");
      desk.press("Undo");
      desk.waitFor(".verdict.undone");
      desk.page.close();
      desk.newTab();
      desk.open(host.url() + "/-/desk", row("Nora Neither"));
      assertEquals(1, desk.page.locator(".row.in:has-text('Lars Later')").count());
      assertEquals(0, desk.page.locator(".row.in:has-text('Una Undone')").count());
      desk.phone.setOffline(false);
      desk.waitFor(SENT);

      desk.page.waitForCondition(() -> in() == before + 1);
      assertEquals(1, named("Una Undone"));
      assertEquals(1, named("Lars Later"));
      assertEquals(1, named("Nora Neither"));
      desk.waitFor(".row.in:has-text('Lars Later')");
      desk.page.locator(".row.in:has-text('Una Undone')").waitFor(PhonePage.DETACHED);
    }
  }

  @Test
  void forgettingTheLaptop_saysHowManyGuestsWouldBeLost() throws Exception {
    try (PhonePage desk = desk(link(Fair.MAIN, "desk", "Desk that is given back"))) {
      goOffline(desk);
      add(desk, "Wanda Warned", "1", false);
      add(desk, "Willi Warned", "0", false);
      desk.open(host.url() + "/-/scan", ".status");
      desk.choose("Forget this phone");
      desk.waitFor("text=would be lost: 2");

      desk.press("Cancel");
      desk.phone.setOffline(false);
      desk.page.navigate(host.url() + "/-/desk");
      desk.waitFor(SENT);
      desk.page.waitForCondition(() -> desk.kept("additions") == 0);
      desk.open(host.url() + "/-/scan", ".status");
      desk.choose("Forget this phone");
      desk.waitFor("h2:has-text('Forget this phone?')");
      assertEquals(0, desk.page.locator("text=would be lost").count());
      assertEquals(1, named("Willi Warned"));
    }
  }

  @Test
  void guestWhoseAnswerIsLost_isAddedOnce_byTwoTabs() throws Exception {
    int before = in();
    try (Network network = new Network(host.url());
        PhonePage desk = desk(network.link(link(Fair.MAIN, "desk", "Desk that hears nothing")))) {
      network.loses(true);
      add(desk, "Lotte Lost", "2", true);
      desk.waitFor(".guest .came");
      PhonePage other = desk.tab(network.link(deskOf(host.url() + "/-/scan")), "#field");
      other.waitFor(row("Lotte Lost"));
      network.loses(false);
      desk.waitFor(SENT);
      other.waitFor(SENT);

      assertEquals(1, named("Lotte Lost"));
      assertEquals(before + 3, in());
      desk.waitFor(".row.in:has(b:text-is('Lotte Lost +2'))");
    }
  }

  @Test
  void guestWhomTheServiceDoesNotTake_isNamed_untilSomebodyDecides() throws Exception {
    String refused = "{\"code\":\"desk_not_allowed\",\"status\":403,\"request_id\":\"1\"}";
    try (Network network = new Network(host.url());
        PhonePage desk = desk(network.link(link(Fair.MAIN, "desk", "Desk that is refused")))) {
      goOffline(desk);
      add(desk, "Rolf Refused", "0", true);
      network.answers("POST .*/guests", 403, refused);
      desk.phone.setOffline(false);
      desk.waitFor(".notices li:has-text('Rolf Refused')");
      assertTrue(desk.page.locator(".notices").innerText().contains("Nobody is added."));
      assertEquals(0, named("Rolf Refused"));

      network.passes();
      desk.press("Try again");
      desk.waitFor(SENT);
      assertEquals(1, named("Rolf Refused"));
      assertEquals(0, desk.page.locator(".notices").count());
    }
  }
}
