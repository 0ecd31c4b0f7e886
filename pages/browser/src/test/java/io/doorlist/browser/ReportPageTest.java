package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.Media;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Issue 70: the report as it is printed, in landscape. With {@code -Ddoorlist.pictures=FOLDER} it
 * keeps the PDF files.
 */
@Tag("long")
class ReportPageTest extends BrowserTest {
  /** What is left of an A4 page in landscape between its margins, in pixels. */
  private static final int WIDTH = 1_046;

  private static final Pattern PAPER =
      Pattern.compile("/MediaBox \\[0 0 (\\d+)[.\\d]* (\\d+)[.\\d]*\\]");

  @ParameterizedTest
  @ValueSource(strings = {"", "--absent"})
  void report_isAsWideAsItsPaper_inLandscape(String who) throws IOException {
    String event = who.isEmpty() ? "came" : "absent";
    host.load(guests(event));
    host.checkIn(event, list(event), event + "-0", "");

    String html =
        host.run(
            "",
            List.of("report", "--account=demo", "--event=" + event, "--format=html", who).stream()
                .filter(word -> !word.isEmpty())
                .toList());

    try (BrowserContext context = browser.newContext()) {
      Page page = context.newPage();
      page.setViewportSize(WIDTH, 700);
      page.setContent(html);
      page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));
      assertEquals(WIDTH, page.evaluate("document.documentElement.scrollWidth"));
      byte[] pdf = page.pdf(new Page.PdfOptions().setFormat("A4").setPreferCSSPageSize(true));
      keep(event, pdf);
      List<MatchResult> sheets =
          PAPER.matcher(new String(pdf, StandardCharsets.ISO_8859_1)).results().toList();
      assertTrue(sheets.size() > (who.isEmpty() ? 0 : 1), () -> sheets.size() + " sheets");
      for (MatchResult sheet : sheets) {
        assertEquals("842 x 595", sheet.group(1) + " x " + sheet.group(2));
      }
    }
  }

  private static void keep(String what, byte[] pdf) throws IOException {
    Optional<String> folder = Optional.ofNullable(System.getProperty("doorlist.pictures"));
    if (folder.isPresent()) {
      Files.write(Path.of(folder.get(), "report-" + what + ".pdf"), pdf);
    }
  }

  private static String list(String event) {
    return event.equals("came") ? "401" : "402";
  }

  /** Returns an event with more guests than a sheet has rows, of whom some have long names. */
  private static String guests(String event) {
    StringBuilder lines =
        new StringBuilder(
            """
            {"kind":"event","account":"demo","id":%2$s,"slug":"%1$s","title":"Who %1$s","ticket_types":[\
            {"id":1,"slug":"adult","name":"Adult with a name that is as long as some are"}]}
            {"kind":"checkin_list","account":"demo","event":"%1$s","id":%2$s,\
            "name":"The door at the end of the long corridor"}
            """
                .formatted(event, list(event)));
    for (int i = 0; i < 60; i++) {
      String name = i % 7 == 0 ? "Abcdefghij".repeat(8) : "Wilhelmina Wiedersehen-Wunderlich " + i;
      lines.append(
          """
          {"kind":"order","account":"demo","event":"%1$s","id":%2$d,"reference":"R%2$d",\
          "state":"confirmed","payment_state":"paid","currency":"EUR","amount":0,\
          "qr_code_identifier":null,"customer":{"first_name":"A","last_name":"B",\
          "email":"somebody.with.a.long.address.%3$d@mail.of.a.large.company.example.org"},\
          "created_at":"2026-03-01T10:00:00Z","updated_at":"2026-03-01T10:00:00Z","tickets":[\
          {"id":%2$d,"reference":"R%2$d-1","state":"valid","name":"%4$s","ticket_type":"adult",\
          "qr_code_identifier":"%1$s-%3$d","created_at":"2026-03-01T10:00:00Z",\
          "updated_at":"2026-03-01T10:00:00Z"}]}
          """
              .formatted(event, 4_000_000 + Integer.parseInt(list(event)) * 100 + i, i, name));
    }
    return lines.toString();
  }
}
