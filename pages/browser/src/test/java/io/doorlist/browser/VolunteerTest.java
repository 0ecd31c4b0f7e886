package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Keyboard.TypeOptions;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.ScreenshotOptions;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Issue 70: ten minutes of a volunteer at a desk, with a keyboard and without a network. With
 * {@code -Ddoorlist.pictures=FOLDER} it takes pictures.
 */
@Tag("long")
class VolunteerTest extends BrowserTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final String CODE = "K7QXM2VPK7QXM2VPK7QXM2VPK7QXM2VP";

  private static final String LINES =
      """
      {"kind":"event","account":"demo","id":98,"slug":"volunteers","title":"Volunteers","currency":"EUR",\
      "ticket_types":[{"id":1,"slug":"adult","name":"Adult"},{"id":2,"slug":"vip","name":"VIP"}],\
      "desk":{"add_guests":{"types":["adult"],"per_hour":100},"correct_guests":true,"take_money":true,\
      "names_offline":true}}
      {"kind":"checkin_list","account":"demo","event":"volunteers","id":98,"name":"Only door"}
      """;

  private static String order(int id, String name, String more, String code) {
    return """
    {"kind":"order","account":"demo","event":"volunteers","id":%d,"reference":"V%2$d",%3$s,\
    "currency":"EUR","qr_code_identifier":null,\
    "customer":{"first_name":"A","last_name":"B","email":"v%2$d@example.org"},\
    "created_at":"2026-03-01T10:00:00Z","updated_at":"2026-03-01T10:00:00Z","tickets":[{"id":%1$d,\
    "reference":"V%2$d-1","state":"valid","name":"%4$s","qr_code_identifier":"%5$s",\
    "created_at":"2026-03-01T10:00:00Z","updated_at":"2026-03-01T10:00:00Z"}]}
    """
        .formatted(9_800_000 + id, id, more, name, code);
  }

  private static String paid(int id, String name, String code) {
    return order(
            id, name, "\"state\":\"confirmed\",\"payment_state\":\"paid\",\"amount\":2500", code)
        .replace("\"name\"", "\"ticket_type\":\"adult\",\"name\"");
  }

  private static void load() throws IOException {
    StringBuilder lines = new StringBuilder(LINES);
    lines.append(
        order(
                1,
                "Paula Pending",
                "\"state\":\"pending\",\"payment_state\":\"unpaid\",\"amount\":2500",
                "volunteers-1")
            .replace("\"name\"", "\"ticket_type\":\"adult\",\"name\""));
    lines.append(paid(2, "Jhon Smiht", "volunteers-2"));
    lines.append(paid(3, "Bruno Broken", CODE));
    lines.append(
        paid(4, "Vera Important", "volunteers-4")
            .replace(
                "\"ticket_type\":\"adult\"",
                "\"ticket_type\":\"vip\",\"note\":\"Call Anna, 0171 5550142\",\"attention\":true"));
    for (int i = 10; i < 210; i++) {
      lines.append(paid(i, "Visitor " + i, "volunteers-" + i));
    }
    host.load(lines.toString());
  }

  /** One guest, from the first key to the last. */
  private interface Guest {
    void serve() throws Exception;
  }

  private PhonePage desk;

  private void inAMinute(String what, Guest guest) throws Exception {
    Instant from = Instant.now();
    guest.serve();
    Duration took = Duration.between(from, Instant.now());
    System.out.println(String.format(Locale.ROOT, "%s: %d ms", what, took.toMillis()));
    assertTrue(took.compareTo(MINUTE) < 0, what + " took " + took);
    picture(desk.page, what);
    desk.page.keyboard().press("Escape");
    desk.waitFor("#field:focus");
  }

  private static void picture(Page page, String what) {
    Optional.ofNullable(System.getProperty("doorlist.pictures"))
        .map(folder -> Path.of(folder, "desk-" + what.replace(' ', '-') + ".png"))
        .ifPresent(file -> page.screenshot(new ScreenshotOptions().setPath(file)));
  }

  private void type(String text) {
    desk.page.keyboard().type(text, new TypeOptions().setDelay(150));
  }

  private void press(String... keys) {
    for (String key : keys) {
      desk.page.keyboard().press(key);
    }
  }

  /** Goes on to a button by the tabulator, and presses it. */
  private void button(String name) {
    for (int i = 0; i < 30 && !focused().equals(name); i++) {
      press("Tab");
    }
    assertEquals(name, focused());
    press("Enter");
  }

  private String focused() {
    return (String) desk.page.evaluate("(document.activeElement.innerText ?? '').trim()");
  }

  private void opened(String name) {
    desk.waitFor(".guest h2:text-is('" + name + "')");
  }

  @Test
  void guests_areServedWithoutANetwork_byKeyboardAndHandScanner_inAMinuteEach() throws Exception {
    load();
    try (PhonePage page = PhonePage.on(browser, 1280, 800, ColorScheme.LIGHT);
        PhonePage gate = PhonePage.on(browser)) {
      desk = page;
      desk.phone.addInitScript("globalThis.print = () => {};");
      gate.pair(host.link("volunteers", "98", "scanner", "Gate of volunteers"));
      String link = host.link("volunteers", "98", "desk", "Desk 1").replace("/-/scan", "/-/desk");
      desk.open(link, ".row:has-text('Jhon Smiht')");
      desk.until(DeskOfflineTest.KEPT);
      desk.until(DeskFigures.KEPT);
      desk.phone.setOffline(true);
      desk.waitFor(".net.offline");
      desk.page.reload();
      desk.waitFor("p:text-is('Guests: 204')");
      desk.waitFor("#field:focus");
      picture(desk.page, "without a network");

      inAMinute(
          "walk-in with a companion",
          () -> {
            type("Walter Walkin");
            desk.waitFor("p:text-is('Guests: 0')");
            button("Add a guest");
            desk.waitFor("[name=name]:focus");
            press("Tab", "Tab", "ArrowDown", "Tab");
            type("walter@example.org");
            picture(desk.page, "form of a walk-in");
            press("Enter");
            opened("Walter Walkin");
            desk.waitFor("h3:text-is('Group: 2')");
            desk.waitFor(".guest .came");
          });
      inAMinute(
          "guest who pays",
          () -> {
            type("paula");
            press("Enter");
            opened("Paula Pending");
            desk.waitFor(".due:text-is('\u20AC25.00 to collect')");
            picture(desk.page, "guest who owes money");
            assertEquals("Take \u20AC25.00", focused());
            press("Enter");
            desk.waitFor(".paid:text-is('Paid: \u20AC25.00, at Desk 1')");
            desk.waitFor(".guest > .actions button:text-is('Let in'):focus");
            press("Enter");
            desk.waitFor(".verdict.in:has-text('Paula Pending')");
            desk.waitFor(".guest .came");
          });
      String[] code = new String[1];
      inAMinute(
          "misspelt name and a new badge",
          () -> {
            type("smiht");
            press("Enter");
            opened("Jhon Smiht");
            button("Correct");
            desk.waitFor(".edit [name=name]:focus");
            press("Control+a");
            type("John Smith");
            press("Enter");
            opened("John Smith");
            press("Shift+Tab");
            assertEquals("Print badge", focused());
            Page badge = desk.phone.waitForPage(() -> press("Enter"));
            badge.locator(".badge .name:text-is('John Smith')").waitFor();
            code[0] = badge.locator(".badge .code").innerText().replace(" ", "");
            picture(badge, "badge");
            badge.waitForClose(() -> badge.evaluate(BadgeTest.ESCAPE));
          });
      inAMinute(
          "broken screen",
          () -> {
            type("k7qx m2vp k7qx m2vp k7qx m2vp k7qx m2vp");
            press("Enter");
            opened("Bruno Broken");
            assertEquals("Let in", focused());
            press("Enter");
            // The copy that decides has no names.
            desk.waitFor(".verdict.in");
            desk.waitFor(".guest .came");
          });
      inAMinute(
          "note that says whom to call",
          () -> {
            type("vera");
            press("Enter");
            opened("Vera Important");
            desk.waitFor(".guest > .note:text-is('Call Anna, 0171 5550142')");
            press("Enter");
            desk.waitFor(".verdict.in");
            desk.waitFor(".guest .came");
          });

      inAMinute(
          "guest with a hand scanner",
          () -> {
            // A burst of keys without pauses; some scanners press Enter twice.
            desk.type("volunteers-10");
            press("Enter");
            opened("Visitor 10");
            assertEquals("Let in", focused());
            assertEquals(0, desk.page.locator(".verdict").count());
            press("Shift", "Enter");
            desk.waitFor(".verdict.in");
            desk.waitFor(".guest .came");
          });

      // A page that is opened again knows all of it.
      desk.page.close();
      desk.newTab();
      desk.open(host.url() + "/-/desk", ".row.in:has-text('Paula Pending')");
      desk.waitFor(".row:has-text('John Smith')");
      assertEquals(0, desk.page.locator(".row:has-text('Jhon')").count());

      // The service knows nothing of it, and then all of it, once.
      assertEquals(0, arrived());
      desk.phone.setOffline(false);
      desk.waitFor(".net.online:not(:has-text('to send'))");
      assertEquals(6, arrived());
      gate.expect("in", code[0], "John Smith");
      String guests = host.get("/demo/volunteers/guests");
      assertEquals(1, found(guests, "\"name\":\"John Smith\""));
      assertEquals(1, found(guests, "\"collected\":2500"));
      assertEquals(2, found(guests, "\"name\":\"Walter Walkin"));
      desk.page.locator("#field").fill("paula");
      desk.waitFor(".row.in:has-text('Paula Pending')");
    }
  }

  private static int arrived() {
    return DemoHost.number("checked_in_count", host.get("/demo/volunteers/checkin_lists/98"));
  }

  private static int found(String text, String pattern) {
    return (int) Pattern.compile(pattern).matcher(text).results().count();
  }
}
