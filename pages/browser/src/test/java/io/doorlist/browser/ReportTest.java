package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Media;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The page for the morning after. */
class ReportTest extends BrowserTest {
  /** Texts of a table's rows, cells split by bars. */
  private static final String ROWS =
      """
      (id) => [...document.querySelectorAll(`#${id} tbody tr, #${id} tfoot tr`)]
        .map((row) => [...row.children].slice(0, 7).map((each) => each.innerText.trim()).join('|'))
      """;

  private static final String NIGHT = "/demo/two-nights";

  private static final String TWO_NIGHTS =
      """
      {"kind":"event","account":"demo","id":7801,"slug":"two-nights","title":"Two nights",\
      "ticket_types":[{"id":1,"slug":"adult","name":"Adult"}],"time_zone":"Asia/Kathmandu",\
      "areas":[{"slug":"hall","name":"Hall","capacity":null,"empties_at":"04:00"}]}
      {"kind":"checkin_list","account":"demo","event":"two-nights","id":81,"name":"Hall door",\
      "area":"hall","reentry":"after_exit"}
      {"kind":"order","account":"demo","event":"two-nights","id":9500000,"reference":"N1",\
      "state":"confirmed","payment_state":"paid","currency":"EUR","amount":0,\
      "created_at":"2026-03-01T10:00:00Z","updated_at":"2026-03-01T10:00:00Z","tickets":[\
      {"id":99500001,"reference":"N-1","state":"valid","ticket_type":"adult",\
      "qr_code_identifier":"night-1","created_at":"2026-03-01T10:00:00Z",\
      "updated_at":"2026-03-01T10:00:00Z"},\
      {"id":99500002,"reference":"N-2","state":"valid","ticket_type":"adult",\
      "qr_code_identifier":"night-2","created_at":"2026-03-01T10:00:00Z",\
      "updated_at":"2026-03-01T10:00:00Z"},\
      {"id":99500003,"reference":"N-3","state":"valid","ticket_type":"adult",\
      "qr_code_identifier":"night-3","created_at":"2026-03-01T10:00:00Z",\
      "updated_at":"2026-03-01T10:00:00Z"}]}
      """;

  private static final String COLOURS =
      """
      () => [...new Set([...document.querySelectorAll('#app h1, #app h2, #app th, #app td')]
        .map((each) => getComputedStyle(each).color))]
      """;

  @Test
  void totals_equalTheCountsOfTheApi() throws Exception {
    String code = Fair.unused();
    try (PhonePage phone =
            PhonePage.on(browser)
                .pair(Fair.link(host, Fair.MAIN, "scanner", "Report phone", "--gate=5"));
        PhonePage board = PhonePage.on(browser, 1000, 800, ColorScheme.LIGHT)) {
      assertEquals("in", phone.scan(code));
      assertEquals("already", phone.scan(code));
      assertFalse(host.checkIn(Fair.EVENT, Fair.GARDEN, "walker-8").isEmpty());
      board.open(
          Fair.link(host, Fair.MAIN, "desk", "Report").replace("/-/scan", "/-/board"),
          "article:has-text('North door') .refused:has-text('already in')");

      board.page.locator("a:has-text('The evening in numbers')").click();
      board.waitFor("#door");
      board.picture("report");

      List<String> doors = rows(board.page, "door");
      assertEquals(host.in(Fair.EVENT, Fair.MAIN), cell(doors, "North door", 1));
      assertEquals(host.in(Fair.EVENT, Fair.GARDEN), cell(doors, "Garden gate", 1));
      String main = "/demo/fair/checkin_lists/" + Fair.MAIN;
      assertEquals(
          Host.number("count", host.get(main + "/double_admissions")),
          cell(doors, "North door", 4));
      assertEquals(Host.number("count", host.get(main + "/undone")), cell(doors, "North door", 5));
      for (int column = 1; column <= 4; column++) {
        int all = cell(doors, "Together", column);
        assertEquals(all, sum(rows(board.page, "phone"), column), "by phone: " + column);
        assertEquals(all, sum(rows(board.page, "hour"), column), "by hour: " + column);
      }
      // Hours begin by the event's clock, three quarters apart from the device's.
      assertTrue(board.page.locator("header p").innerText().endsWith("Asia/Kathmandu"));
      ZonedDateTime now = ZonedDateTime.now(ZoneId.of("Asia/Kathmandu"));
      List<String> hours =
          rows(board.page, "hour").stream()
              .map(row -> row.split("\\|")[0].replace('\u202f', ' '))
              .toList();
      assertTrue(
          hours.stream().allMatch(each -> each.matches(".*\\b\\d{1,2}:00( [AP]M)?")),
          hours::toString);
      String last = hours.getLast();
      assertTrue(
          Stream.of(now, now.minusHours(1))
              .map(each -> DateTimeFormatter.ofPattern("h:00 a", Locale.US).format(each))
              .anyMatch(last::endsWith),
          last);
      assertEquals(cell(doors, "Together", 1), sum(rows(board.page, "type"), 1));
      assertEquals(cell(doors, "Together", 6), sum(rows(board.page, "refused"), 1));
      assertTrue(cell(rows(board.page, "phone"), "Report phone", 1) > 0);
      assertEquals(
          cell(rows(board.page, "phone"), "Report phone", 1),
          cell(rows(board.page, "gate"), "5", 1));
      Matcher garden =
          Pattern.compile("\"slug\":\"garden\".*?\"inside\":(\\d+),\"peak\":(\\d+)")
              .matcher(host.get("/demo/fair/areas"));
      assertTrue(garden.find());
      List<String> areas = rows(board.page, "area");
      assertEquals(Integer.parseInt(garden.group(1)), cell(areas, "Garden", 4));
      assertEquals(Integer.parseInt(garden.group(2)), cell(areas, "Garden", 5));
      assertEquals(garden.group(2), mostDrawn(board.page, "Garden"));
    }
  }

  /** Whoever is inside when the area empties counts as out, also in the drawing. */
  @Test
  @Tag("long")
  void curve_beginsAnew_whenTheAreaEmpties() throws Exception {
    host.run(TWO_NIGHTS, "import", "-");
    ZoneId zone = ZoneId.of("Asia/Kathmandu");
    ZonedDateTime second = ZonedDateTime.now(zone).minusDays(1).with(LocalTime.of(1, 30));
    ZonedDateTime first = second.minusDays(1);
    String scans =
        Stream.of(
                scan("night-1", first, "entry"),
                scan("night-2", first.plusMinutes(20), "entry"),
                scan("night-1", first.plusMinutes(40), "exit"),
                scan("night-3", second, "entry"),
                scan("night-1", second.plusMinutes(10), "entry"))
            .collect(Collectors.joining(","));
    String answer = host.post(NIGHT + "/checkin_lists/81/checkins", "{\"scans\":[" + scans + "]}");
    assertFalse(answer.contains("\"problem\":{"), answer);
    String areas = host.get(NIGHT + "/areas");
    assertEquals(2, Host.number("peak", areas), areas);
    String link = host.link("81", "desk", "Night").replace("summer-festival", "two-nights");
    try (PhonePage board = PhonePage.on(browser, 1000, 800, ColorScheme.LIGHT)) {
      board.open(link.replace("/-/scan", "/-/report"), "figure.curve");

      assertEquals("2", mostDrawn(board.page, "Hall"));
      board.picture("report-two-nights");
    }
  }

  private static String scan(String code, ZonedDateTime at, String type) {
    return """
        {"ticket_qr_token":"%s","idempotency_key":"%1$s-%s","scanned_at":"%2$s","type":"%s",\
        "online":false}"""
        .formatted(code, at.toInstant(), type);
  }

  private static String mostDrawn(Page page, String area) {
    return page.locator("figure.curve:has-text('" + area + "')").getAttribute("data-most");
  }

  @Test
  @Tag("long")
  void report_fitsAPhoneAndPaper_inBlackAndWhite() throws Exception {
    String link = Fair.link(host, Fair.MAIN, "full", "Report").replace("/-/scan", "/-/report");
    try (PhonePage phone = PhonePage.on(browser, 320, 640, ColorScheme.DARK)) {
      phone.open(link, "#door");
      phone.picture("report-320");
      assertEquals(320, phone.page.evaluate("document.documentElement.scrollWidth"));

      // An A4 page has 688 pixels between its margins.
      phone.page.setViewportSize(688, 970);
      phone.page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));
      phone.picture("report-print");
      assertEquals(688, phone.page.evaluate("document.documentElement.scrollWidth"));
      assertEquals(List.of("rgb(0, 0, 0)"), phone.page.evaluate(COLOURS));
      assertEquals(false, phone.page.locator("nav").isVisible());
      assertTrue(phone.page.pdf(new Page.PdfOptions().setFormat("A4")).length > 1_000);
    }
  }

  /** Nothing of it is loaded by the board, and a scanner's link does not show it. */
  @Test
  @Tag("long")
  void report_isLoadedAlone_andNotForScanners() throws Exception {
    String link = Fair.link(host, Fair.MAIN, "scanner", "Report");
    try (PhonePage board = PhonePage.on(browser)) {
      board.open(link.replace("/-/scan", "/-/board"), "article");
      assertTrue(board.asked.stream().noneMatch(url -> url.contains("/report.")));

      board.page.locator("a:has-text('The evening in numbers')").click();

      board.waitFor(".problem:has-text('Ask for one for the desk')");
      assertEquals(0, board.page.locator("table").count());
    }
  }

  @SuppressWarnings("unchecked")
  private static List<String> rows(Page page, String id) {
    return (List<String>) page.evaluate(ROWS, id);
  }

  private static int cell(List<String> rows, String name, int column) {
    String row =
        rows.stream().filter(each -> each.startsWith(name + "|")).findFirst().orElseThrow();
    return number(row, column);
  }

  private static int sum(List<String> rows, int column) {
    return rows.stream().mapToInt(row -> number(row, column)).sum();
  }

  private static int number(String row, int column) {
    return Integer.parseInt(
        row.split("\\|")[column].lines().findFirst().orElseThrow().replace(",", ""));
  }
}
