package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Issue 70: what a desk corrects and takes without a network, if the answers are lost or the
 * service refuses it. Nothing is lost, and nobody pays twice (ADR 0087).
 */
@Tag("long")
class DeskChangesTest extends BrowserTest {
  private static final String EVENT = "tills";
  private static final String DOOR = "66";
  private static final String PAYMENTS = "POST .*/payments";
  private static final String SENT = ".net.online:not(:has-text('to send'))";
  private static final int GUESTS = 8;

  private static void open(boolean money) throws IOException {
    host.load(
        """
        {"kind":"event","account":"demo","id":66,"slug":"tills","title":"Tills","currency":"EUR",\
        "ticket_types":[{"id":1,"slug":"adult","name":"Adult"}],\
        "desk":{"correct_guests":true,"take_money":%b,"names_offline":true}}
        {"kind":"checkin_list","account":"demo","event":"tills","id":66,"name":"Till door"}
        """
            .formatted(money));
  }

  @BeforeAll
  static void load() throws IOException {
    open(true);
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < GUESTS; i++) {
      lines.append(
          """
          {"kind":"order","account":"demo","event":"tills","id":%d,"reference":"T%2$d",\
          "state":"pending","payment_state":"unpaid","amount":2500,"currency":"EUR",\
          "qr_code_identifier":null,"customer":{"first_name":"A","last_name":"B",\
          "email":"t%2$d@example.org"},"created_at":"2026-03-01T10:00:00Z",\
          "updated_at":"2026-03-01T10:00:00Z","tickets":[{"id":%1$d,"reference":"T%2$d-1",\
          "ticket_type":"adult","state":"valid","name":"Payer %2$d","qr_code_identifier":"tills-%2$d",\
          "created_at":"2026-03-01T10:00:00Z","updated_at":"2026-03-01T10:00:00Z"}]}
          """
              .formatted(9_600_000 + i, i));
    }
    host.load(lines.toString());
  }

  private static PhonePage desk(Network network, String name) throws IOException {
    String link = host.link(EVENT, DOOR, "desk", name).replace("/-/scan", "/-/desk");
    PhonePage desk = PhonePage.on(browser, 1280, 800, ColorScheme.LIGHT);
    desk.open(network == null ? link : network.link(link), ".row:has-text('Payer 0')");
    desk.until(DeskOfflineTest.KEPT);
    desk.until(DeskFigures.KEPT);
    // From now on the service worker has it.
    desk.page.reload();
    desk.waitFor(".row:has-text('Payer 0')");
    return desk;
  }

  private static void offline(PhonePage desk) {
    desk.phone.setOffline(true);
    desk.waitFor(".net.offline");
  }

  private static void show(PhonePage desk, String name) {
    desk.page.keyboard().press("Escape");
    desk.page.locator(".row:has(b:text-is('" + name + "'))").click();
    desk.waitFor(".guest h2:text-is('" + name + "')");
  }

  private static void press(PhonePage desk, String button) {
    desk.page.locator(".guest button:text-is('" + button + "')").click();
  }

  private static void take(PhonePage desk, String guest) {
    show(desk, guest);
    press(desk, "Take \u20AC25.00");
    desk.waitFor(".guest .paid");
  }

  private static void correct(PhonePage desk, String now) {
    press(desk, "Correct");
    desk.page.locator(".edit [name=name]").fill(now);
    desk.page.locator(".edit [name=name]").press("Enter");
    desk.waitFor(".guest h2:text-is('" + now + "')");
  }

  private static void assertSays(PhonePage desk, String guest, String what) {
    desk.waitFor(".notices li:has-text('" + guest + "')");
    assertEquals(
        guest + " " + what + " Try again Cancel",
        desk.page.locator(".notices li").innerText().replaceAll("\\s+", " "));
  }

  /** Asserts what desks took of a guest by the service, in how many payments of one of them. */
  private static void assertTaken(int guest, int cents, String desk, int payments) {
    String guests = host.get("/demo/tills/guests");
    String own = guests.replaceFirst("(?s).*\"reference\":\"T" + guest + "-1\"", "");
    String money = own.substring(0, own.indexOf("\"checked_in\""));
    assertTrue(money.contains("\"collected\":" + cents + ","), money);
    assertEquals(payments, payments(desk), desk);
  }

  private static int payments(String desk) {
    Pattern found = Pattern.compile("\"name\":\"" + desk + "\",\"payments\":(\\d+)");
    return found
        .matcher(host.get("/demo/tills/pulse"))
        .results()
        .mapToInt(each -> Integer.parseInt(each.group(1)))
        .sum();
  }

  private static int arrived() {
    return DemoHost.number("checked_in_count", host.get("/demo/tills/checkin_lists/" + DOOR));
  }

  @Test
  void moneyWhoseAnswerIsLost_isTakenOnce_thoughTheTabIsClosed() throws Exception {
    int before = arrived();
    try (Network network = new Network(host.url());
        PhonePage desk = desk(network, "Till that hears nothing")) {
      offline(desk);
      take(desk, "Payer 0");
      press(desk, "Let in");
      desk.waitFor(".verdict.in:has-text('Payer 0')");
      desk.waitFor(".net:has-text('to send')");
      network.loses(true);
      desk.phone.setOffline(false);
      desk.page.waitForCondition(() -> payments("Till that hears nothing") == 1);
      assertEquals(before, arrived());
      desk.page.close();
      desk.newTab();
      desk.open(network.link(host.url()) + "/-/desk", ".row:has-text('Payer 0')");
      desk.waitFor(".row.in:has-text('Payer 0')");
      assertEquals(1, desk.kept("additions"));

      network.loses(false);
      desk.waitFor(SENT);
      desk.page.waitForCondition(() -> arrived() == before + 1);
      assertEquals(0, desk.kept("additions"));
      assertEquals(0, desk.page.locator(".notices").count());
      assertTaken(0, 2500, "Till that hears nothing", 1);
    }
  }

  /** The event lets desks take no money any more, and then again. */
  @Test
  void moneyThatTheServiceRefuses_isNamed_untilItTakesIt_once() throws Exception {
    int before = arrived();
    try (PhonePage desk = desk(null, "Till that is closed")) {
      offline(desk);
      take(desk, "Payer 1");
      press(desk, "Let in");
      desk.waitFor(".verdict.in:has-text('Payer 1')");
      open(false);
      desk.phone.setOffline(false);
      assertSays(
          desk, "Payer 1", "Nothing was taken. The event does not let this desk take money.");
      desk.page.reload();
      desk.waitFor(".notices li:has-text('Payer 1')");
      assertTaken(1, 0, "Till that is closed", 0);
      assertEquals(before, arrived());

      open(true);
      desk.press("Try again");
      desk.waitFor(SENT);
      desk.page.waitForCondition(() -> arrived() == before + 1);
      assertTaken(1, 2500, "Till that is closed", 1);
      assertEquals(0, desk.page.locator(".notices").count());
    } finally {
      open(true);
    }
  }

  @Test
  void moneyThatIsGivenUp_isNotTaken_andWhoCameInIsToldOf() throws Exception {
    for (int status : new int[] {409, 422}) {
      int guest = status == 409 ? 2 : 3;
      String name = "Till of " + status;
      String problem = "{\"code\":\"refused\",\"status\":%d,\"request_id\":\"1\"}";
      int before = arrived();
      try (Network network = new Network(host.url());
          PhonePage desk = desk(network, name)) {
        offline(desk);
        take(desk, "Payer " + guest);
        press(desk, "Let in");
        desk.waitFor(".verdict.in:has-text('Payer " + guest + "')");
        network.answers(PAYMENTS, status, problem.formatted(status));
        desk.phone.setOffline(false);
        assertSays(desk, "Payer " + guest, "Nothing was taken. Try again in a moment.");
        assertEquals(before, arrived());
        network.passes();

        desk.page.locator(".notices button:text-is('Cancel')").click();
        desk.waitFor(SENT);
        // The log has the guest as let in wrongly: nothing was paid.
        String log = "/demo/tills/checkin_lists/" + DOOR + "/log";
        desk.page.waitForCondition(() -> host.get(log).contains("T" + guest + "-1"));
        assertTrue(host.get(log).contains("\"type\":\"wrong\""), host.get(log));
        assertTaken(guest, 0, name, 0);
        show(desk, "Payer " + guest);
        desk.waitFor(".guest .due:text-is('\u20AC25.00 to collect')");
        assertEquals(0, desk.kept("additions"));
      }
    }
  }

  @Test
  void moneyThatTwoDesksGiveBack_isGivenBackOnce_andTheOtherIsNamed() throws Exception {
    try (PhonePage one = desk(null, "Till one");
        PhonePage other = desk(null, "Till two")) {
      take(one, "Payer 4");
      show(other, "Payer 4");
      other.waitFor(".guest .paid:text-is('Paid: \u20AC25.00, at Till one')");
      for (PhonePage desk : new PhonePage[] {one, other}) {
        offline(desk);
        desk.page.locator(".guest [name=amount]").fill("25");
        press(desk, "Give back \u20AC25.00");
        desk.waitFor(".guest .due:text-is('\u20AC25.00 to collect')");
      }
      one.phone.setOffline(false);
      one.waitFor(SENT);
      other.phone.setOffline(false);

      assertSays(other, "Payer 4", "Nothing was taken. Check the amount.");
      assertTaken(4, 0, "Till one", 2);
      other.page.locator(".notices button:text-is('Cancel')").click();
      other.waitFor(SENT);
      assertTaken(4, 0, "Till two", 0);
      other.waitFor(".guest .due:text-is('\u20AC25.00 to collect')");
    }
  }

  @Test
  void laterCorrection_waitsBehindOneThatIsRefused_andWins() throws Exception {
    String problem = "{\"code\":\"conflict\",\"status\":409,\"request_id\":\"1\"}";
    try (Network network = new Network(host.url());
        PhonePage desk = desk(network, "Desk that corrects twice")) {
      offline(desk);
      show(desk, "Payer 5");
      correct(desk, "Payer Five");
      network.answers("PATCH .*/guests/", 409, problem);
      desk.phone.setOffline(false);
      assertSays(desk, "Payer 5", "Nothing is changed. Try again in a moment.");
      network.passes();

      correct(desk, "Payer Fifth");
      desk.waitFor(".net:has-text('2 to send')");
      desk.press("Try again");
      desk.waitFor(SENT);
      assertTrue(host.get("/demo/tills/guests").contains("\"name\":\"Payer Fifth\""));
    }
  }
}
