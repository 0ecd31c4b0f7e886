package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Media;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The board, the tickets to try and the API reference. */
class BoardTest extends BrowserTest {
  private static final String WIDE =
      """
      () => document.documentElement.scrollWidth <= 360 ? '' : [...document.querySelectorAll('#app *')]
        .filter((each) => each.getBoundingClientRect().right > 360)
        .map((each) => each.tagName + '.' + each.className).slice(0, 8).join()
      """;

  /** What stands before the reasons of refusals. */
  private static final String HEADING =
      """
      () => {
        const refused = document.querySelector('.facts.refused');
        const {content} = getComputedStyle(refused, '::before');
        return content === 'attr(aria-label)' ? refused.getAttribute('aria-label') : content.replaceAll('"', '');
      }
      """;

  private static final String COLOURS =
      """
      () => [...new Set([...document.querySelectorAll('#app :is(h1, h2, b)')]
        .map((each) => getComputedStyle(each).color))]
      """;

  private static final String NIGHT =
      """
      {"kind":"event","account":"demo","id":7801,"slug":"night","title":"Night",\
      "date":"2026-05-01","place":"Town Hall",\
      "ticket_types":[{"id":1,"slug":"adult","name":"Adult"}],"time_zone":"Asia/Kathmandu",\
      "areas":[{"slug":"hall","name":"Hall","capacity":null,"empties_at":null}]}
      {"kind":"checkin_list","account":"demo","event":"night","id":81,"name":"Hall door",\
      "area":"hall","reentry":"after_exit"}
      {"kind":"checkin_list","account":"demo","event":"night","id":82,"name":"Back door"}
      {"kind":"order","account":"demo","event":"night","id":9500000,"reference":"N1",\
      "state":"confirmed","payment_state":"paid","currency":"EUR","amount":0,\
      "created_at":"2026-03-01T10:00:00Z","updated_at":"2026-03-01T10:00:00Z","tickets":[\
      {"id":99500001,"reference":"N-1","state":"valid","ticket_type":"adult",\
      "qr_code_identifier":"night-1","created_at":"2026-03-01T10:00:00Z",\
      "updated_at":"2026-03-01T10:00:00Z"},\
      {"id":99500002,"reference":"N-2","name":"Nora Night","state":"valid","ticket_type":"adult",\
      "qr_code_identifier":"night-2","created_at":"2026-03-01T10:00:00Z",\
      "updated_at":"2026-03-01T10:00:00Z"},\
      {"id":99500003,"reference":"N-3","state":"valid","ticket_type":"adult",\
      "qr_code_identifier":"night-3","created_at":"2026-03-01T10:00:00Z",\
      "updated_at":"2026-03-01T10:00:00Z"}]}
      """;

  /** Figures whose newest minute, or filled end, is not where the text says it is, and names. */
  private static final String BACKWARDS =
      """
      () => {
        const middle = (each) => {
          const {left, right} = each.getBoundingClientRect();
          return (left + right) / 2;
        };
        const bars = [...document.querySelectorAll('figure:has(rect)')].filter((figure) => {
          const now = middle(figure.querySelector('figcaption > span:last-child'));
          const rects = [...figure.querySelectorAll('rect')];
          return Math.abs(middle(rects.at(-1)) - now) > Math.abs(middle(rects[0]) - now);
        });
        const shares = [...document.querySelectorAll('.share')].filter((share) => {
          const whole = share.getBoundingClientRect();
          return Math.abs(share.querySelector('rect').getBoundingClientRect().right - whole.right) > 3;
        });
        const names = [...document.querySelectorAll('h1, h2')].filter((name) => getComputedStyle(name).textAlign !== 'right');
        return [...bars, ...shares, ...names].map((each) => each.outerHTML.slice(0, 80));
      }
      """;

  @Test
  void guestAtWhomStaffShouldLook_isTold_byNameOnlyWithADesksLink() throws Exception {
    String told = ".looked li:has-text('North door')";
    try (PhonePage office = PhonePage.on(browser, 1000, 700, ColorScheme.DARK);
        PhonePage wall = PhonePage.on(browser, 1000, 700, ColorScheme.LIGHT)) {
      office.open(link(Fair.MAIN, "desk", "Office").replace("/-/scan", "/-/board"), ".lists");
      wall.open(board("Wall of arrivals"), ".lists");

      host.checkIn(Fair.EVENT, Fair.MAIN, Fair.NOTED + 5, "");

      office.waitFor(told + " b:text-is('Nora Noted 5')");
      wall.waitFor(told + " b:text-is('" + Fair.reference(Fair.NOTED + 5) + "')");
      assertFalse(wall.page.content().contains("Nora"));
      AccessibilityTest.check(wall.page, "the board with an arrival");
    }
  }

  /** In Arabic, time runs as the text does: what is newest is at the word for now. */
  @Test
  @Tag("long")
  void board_asksForNewsOnly_andShowsRefusals() throws Exception {
    NewContextOptions arabic =
        new NewContextOptions().setViewportSize(1000, 700).setLocale("ar").setTimezoneId("UTC");
    try (PhonePage board = PhonePage.on(browser, 320, 640, ColorScheme.LIGHT);
        PhonePage wall = PhonePage.with(browser, arabic);
        PhonePage phone = phone("Board 1")) {
      List<Integer> statuses = new ArrayList<>();
      board.page.onResponse(
          answer -> {
            if (answer.url().contains("/pulse")) {
              statuses.add(answer.status());
            }
          });
      String north = "article:has-text('North door') ";
      board.open(board("Board"), ".lists:has-text('North door')");
      board.page.waitForCondition(() -> statuses.contains(304));

      String code = Fair.unused();
      phone.expect("in", code);
      phone.expect("already", code);
      phone.dismiss();
      phone.choose("Change door");
      phone.press("After hours");
      phone.expect("no", code);

      board.waitFor(north + ".refused:has-text('already in')");
      board.waitFor(north + ".phones:has-text('Board 1')");
      board.waitFor(north + ".bars rect[height]:not([height='0'])");
      board.waitFor("article:has-text('After hours') .refused:has-text('too early')");
      assertEquals(320, board.page.evaluate("document.documentElement.scrollWidth"));
      wall.open(board("Wall"), north + ".facts.refused");
      assertEquals("مرفوضون", wall.page.evaluate(HEADING));
      assertEquals(List.of(), wall.page.evaluate(BACKWARDS));
      assertEquals("Doorlist · اللوحة", wall.page.title());
    }
  }

  /** Issue 36: phones that are put away do not stay on the board for the rest of the evening. */
  @Test
  @Tag("long")
  void board_leavesOutPhones_thatScannedNothingForTwoHours() throws Exception {
    try (Network network = new Network(host.url());
        PhonePage board = PhonePage.on(browser, 1000, 700, ColorScheme.LIGHT);
        PhonePage phone = phone("Board 3")) {
      String theirs = "article:has-text('North door') .phones:has-text('Board 3')";
      phone.expect("in", Fair.unused());
      board.page.clock().install();
      board.open(network.link(board("Board 4")), theirs);

      // The device's own clock may say what it likes.
      board.page.clock().fastForward(Duration.ofHours(3).toMillis());
      board.page.waitForTimeout(500);
      board.waitFor(theirs);
      network.changes("/pulse", "\"last_scan_at\":\"20", "\"last_scan_at\":\"19");
      board.page.reload();

      board.waitFor(".lists");
      board.page.locator(theirs).waitFor(PhonePage.DETACHED);
    }
  }

  /** Issue 31: who is inside an area, by the minute, under a line at its capacity of 20. */
  @Test
  @Tag("long")
  void board_drawsWhoIsInsideAnArea_underItsCapacity() throws Exception {
    try (PhonePage board = PhonePage.on(browser, 1000, 700, ColorScheme.LIGHT);
        PhonePage gate = phone(Fair.GARDEN, "scanner", "Board gate")) {
      String garden = "article.area:has-text('Garden') ";
      board.open(board("Board 2"), garden + ".count b");
      int before = Integer.parseInt(board.page.locator(garden + ".count b").innerText());

      gate.expect("in", "walker-9");

      board.waitFor(garden + ".count b:text-is('" + (before + 1) + "')");
      assertEquals(
          "%d inside now · room for %d".formatted(before + 1, 19 - before),
          said(board.page, garden + ".count"));
      // Both are drawn to one scale: 20 people and 5 % are 40 high.
      double unit = 40.0 / 21;
      String line = board.page.locator(garden + "path.capacity").getAttribute("d");
      assertEquals(40 - 20 * unit, Double.parseDouble(line.substring(3, line.indexOf('H'))), 0.001);
      String curve = board.page.locator(garden + "svg.curve path").first().getAttribute("d");
      String last =
          curve.substring(curve.lastIndexOf('V', curve.indexOf("H120")) + 1, curve.indexOf("H120"));
      assertEquals(40 - (before + 1) * unit, Double.parseDouble(last), 0.001, curve);
    }
  }

  /** Times are those of the place, three quarters of an hour from the device's. */
  @Test
  void wholeEvening_isShownByTheClockOfTheEvent_andPrints() throws Exception {
    host.load(NIGHT);
    ZoneId zone = ZoneId.of("Asia/Kathmandu");
    ZonedDateTime open = ZonedDateTime.now(zone).minusDays(1).with(LocalTime.of(20, 5));
    String scans =
        Stream.of(
                scan("night-1", open, "entry"),
                scan("night-2", open.plusMinutes(5), "entry"),
                scan("night-3", open.plusMinutes(105), "entry"),
                scan("night-1", open.plusMinutes(135), "exit"))
            .collect(Collectors.joining(","));
    String answer =
        host.post(
            "/demo/night/checkin_lists/81/checkins", "{\"waiting\":57,\"scans\":[" + scans + "]}");
    assertFalse(answer.contains("\"problem\":{"), answer);
    String link = host.link("night", "81", "desk", "Night");
    try (PhonePage board = PhonePage.on(browser, 1000, 700, ColorScheme.DARK)) {
      board.open(link.replace("/-/scan", "/-/board"), "article.area");
      board.waitFor("p:text-is('2026-05-01 · Town Hall')");

      board.page.locator("a:has-text('Whole evening')").click();

      String date = DateTimeFormatter.ofPattern("EEEE, MMMM d, yyyy", Locale.US).format(open);
      board.waitFor(".date:has-text('" + date + " · Asia/Kathmandu')");
      assertEquals("3 people came", board.page.locator(".people").innerText());
      // One door is all of its area and has one card, the other saw nobody and has a line.
      assertEquals("Quiet now: Back door 0 of 3 came", said(board.page, ".quiet"));
      assertEquals(1, board.page.locator("article").count());
      assertEquals("2 inside now", said(board.page, ".count"));
      assertEquals("Busiest: 2 in 15 min (8:00 PM)", said(board.page, ".busiest"));
      assertEquals(10, board.page.locator(".bars rect").count());
      for (int figure = 0; figure < 2; figure++) {
        assertEquals("8:00 PM 10:30 PM", said(board.page, "figcaption >> nth=" + figure));
      }
      String facts = said(board.page, ".facts >> nth=0");
      assertTrue(facts.endsWith("Entries: 3, exits: 1 3 of 3 came"), facts);
      assertTrue(said(board.page, ".phones li").contains("57 to send · "));

      // An A4 page has 688 pixels between its margins.
      board.page.setViewportSize(688, 970);
      board.page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));
      assertEquals(688, board.page.evaluate("document.documentElement.scrollWidth"));
      assertEquals(List.of("rgb(0, 0, 0)"), board.page.evaluate(COLOURS));
      for (String shown : List.of("h1:has-text('Night')", ".date", "h2:has-text('Hall door')")) {
        assertTrue(board.page.locator(shown).isVisible(), shown);
      }
      assertFalse(board.page.locator("nav").isVisible());
      assertTrue(board.page.pdf(new Page.PdfOptions().setFormat("A4")).length > 1_000);

      board.page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.SCREEN));
      board.page.setViewportSize(320, 640);
      assertEquals(320, board.page.evaluate("document.documentElement.scrollWidth"));
      board.page.locator("a:has-text('Last hour')").click();
      board.waitFor(".quiet:has-text('Back door 0 of 3 came')");
      assertEquals(0, board.page.locator(".alarms").count());
      String twice = scan("night-2", open.plusMinutes(10), "entry");
      host.post("/demo/night/checkin_lists/81/checkins", "{\"scans\":[" + twice + "]}");
      board.page.locator(".alarms button:has-text('Hall door: 1 let in twice')").click();
      board.waitFor(".alarms li:has-text('Nora Night · Adult')");
      // What does not count in who is inside is said.
      board.waitFor(".facts:has-text('Entries: 4 (1 twice), exits: 1')");
      assertEquals("2 inside now", said(board.page, ".count"));
      String left = scan("night-2", open.plusMinutes(7), "exit");
      host.post("/demo/night/checkin_lists/81/checkins", "{\"scans\":[" + left + "]}");
      board.waitFor(".explained:has-text('Let in twice, explained since: 1')");
      board.waitFor(".facts:has-text('Entries: 4, exits: 2')");
      assertEquals(0, board.page.locator(".alarms").count());
    }
  }

  private static String said(Page page, String selector) {
    String text = page.locator(selector).innerText();
    return text.replaceAll("[\\s\u202f]+", " ").strip();
  }

  private static String scan(String code, ZonedDateTime at, String type) {
    return """
        {"ticket_qr_token":"%s","idempotency_key":"%1$s-%s","scanned_at":"%2$s","type":"%s",\
        "online":false}"""
        .formatted(code, at.toInstant(), type);
  }

  /** Issue 36: it asked for a link for ever, although it had one, and was "Live" without one. */
  @Test
  @Tag("long")
  void board_waitsForItsServer_andIsNotLiveWhenItsTokenHasEnded() {
    try (Network network = new Network(host.url());
        PhonePage board = PhonePage.on(browser, 1000, 700, ColorScheme.LIGHT)) {
      network.answers("^GET /demo/events", 503, "");
      board.open(
          network.link(host.link("board").replaceFirst("event=[^&]*&", "")),
          ".problem:has-text('No answer yet')");
      assertEquals(0, board.page.locator("p:has-text('Open the link')").count());
      network.passes();
      board.press("Summer Festival");
      board.waitFor(".net.online:has-text('Live')");

      network.answers(
          "/pulse", 401, "{\"code\":\"unauthorized\",\"status\":401,\"request_id\":\"1\"}");
      board.waitFor(".problem:has-text('no longer works')");
      board.waitFor(".net.offline:has-text('Locked out')");
      assertEquals(0, board.page.locator(".net:has-text('Live')").count());
    }
  }

  @Test
  void tickets_showCodesToHoldBeforeACamera_andReferenceTriesOperationsOut() {
    try (PhonePage laptop = PhonePage.on(browser, 1200, 900, ColorScheme.LIGHT)) {
      laptop.open(host.link("tickets"), ".qr");
      assertEquals(24, laptop.page.locator(".qr").count());
      laptop.page.reload();
      laptop.waitFor(".qr");

      laptop.page.setViewportSize(360, 740);
      laptop.open(host.link("reference"), ".opblock");
      assertEquals("", laptop.page.evaluate(WIDE), "too wide");
      laptop.page.setViewportSize(1200, 900);
      laptop.waitFor("text=/checkin_lists/");
      assertTrue(laptop.page.locator(".opblock").count() > 10);
      laptop.page.locator("#operations-Lists-listCheckinLists button").first().click();
      laptop.page.locator("button.execute").click();
      String asked = host.url() + "/demo/summer-festival/checkin_lists";
      laptop.page.waitForCondition(
          () -> laptop.asked.stream().anyMatch(url -> url.startsWith(asked)));
      laptop.waitFor(".live-responses-table .response-col_status:has-text('200')");
      assertTrue(laptop.asked.stream().allMatch(url -> url.startsWith(host.url())), "elsewhere");
    }
  }
}
