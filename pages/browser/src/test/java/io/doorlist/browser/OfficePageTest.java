package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.FilePayload;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An organiser gets from the file that opens the office to the first guest, without a word typed
 * into a terminal (issue 71). The organiser imports a list, corrects a column, pairs a phone and
 * scans a code. The board and the report show who came.
 */
@Tag("long")
class OfficePageTest {
  private static final Path SHEETS =
      OfficeProcess.ROOT.resolve(
          "cli/src/test/resources/io/doorlist/cli/importing/guests/sheets-openpyxl.xlsx");
  private static final String LIST = list();
  private static final String AXE =
      """
      async () => (await axe.run({resultTypes: ['violations']})).violations
        .map((each) => each.id + ' ' + each.nodes.map((node) => node.html).join(' '))
      """;

  @TempDir private static Path folder;
  private static OfficeProcess office;

  /** 200 guests; nobody knows the title of the column with their types. */
  private static String list() {
    StringBuilder list = new StringBuilder("Name,E-Mail,Farbe,Code\n");
    for (int i = 1; i <= 200; i++) {
      list.append(
          "Guest Number%d,guest%d@example.org,%s,DOOR-%06d-7Q2K9M\n"
              .formatted(i, i, i % 4 == 0 ? "VIP" : "Standard", i * 4_711));
    }
    return list.toString();
  }

  @BeforeAll
  static void open() throws IOException {
    Chromium.required();
    office = OfficeProcess.start(folder);
  }

  @AfterAll
  static void close() {
    if (office != null) {
      office.close();
    }
  }

  /** axe finds nothing, and nothing is wider than the screen. */
  private static void assertFits(Page page) throws IOException {
    if (Boolean.FALSE.equals(page.evaluate("() => 'axe' in globalThis"))) {
      try (InputStream script = OfficePageTest.class.getResourceAsStream("/axe.min.js")) {
        page.evaluate(new String(script.readAllBytes(), StandardCharsets.UTF_8));
      }
    }
    assertEquals(List.of(), page.evaluate(AXE));
    assertEquals(true, page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"));
  }

  private static void drop(Page page, String list) {
    page.setInputFiles(
        "input[type=file]",
        new FilePayload("guests.csv", "text/csv", list.getBytes(StandardCharsets.UTF_8)));
  }

  private static void say(Page page, String button) {
    page.locator("button:text-is('" + button + "')").first().click();
  }

  /** A second sheet is read as well, one with no titles is refused, and nothing is imported. */
  private static void chooseSheets(Page page) throws IOException {
    page.setInputFiles("input[type=file]", SHEETS);
    Locator guests = page.locator("input[name=sheet][value=Guests]");
    guests.waitFor();
    assertTrue(guests.isChecked() && guests.isDisabled(), "the only one that is read stays");
    page.locator("input[name=sheet][value='Crew & Press']").check();
    page.waitForSelector("b:text-is('This list makes 3 tickets.')");
    assertTrue(guests.isEnabled());
    assertFits(page);
    page.locator("input[name=sheet][value=Cover]").click();
    page.waitForSelector(".problem:not(:empty)");
    page.waitForSelector("input[name=sheet][value=Cover]:not(:checked)");
    guests.uncheck();
    page.waitForSelector("b:text-is('This list makes 1 ticket.')");
    assertEquals("", page.textContent(".problem"));
    say(page, "Cancel");
  }

  @Test
  void organiser_getsFromTheFileToTheFirstGuest_withoutATerminal() throws Exception {
    try (BrowserContext laptop = Chromium.shared().newContext();
        BrowserContext phone = phone()) {
      Page page = laptop.newPage();
      List<String> problems = new ArrayList<>();
      page.onConsoleMessage(
          message -> {
            if (message.type().equals("error")) {
              problems.add(message.text());
            }
          });
      page.onPageError(problems::add);

      office.show(page);
      assertEquals(office.url(), page.url(), "the code leaves no trace");

      say(page, "New event");
      page.fill("[name=title]", "Gala");
      page.fill("[name=date]", "2026-12-05");
      page.fill("[name=place]", "Town hall");
      say(page, "Save");
      page.waitForSelector(".said:text-is('Saved.')");

      say(page, "Guests");
      drop(page, "Name,Coming\nAda,yes\nBen,no\nCleo,\n");
      page.waitForSelector("h3:text-is('Coming: 2 guests are not let in')");
      assertEquals(
          "no: 1 no ticket, empty cell: 1 waits, yes: 1 comes in",
          page
              .locator("div:has(> h3:text-is('Coming: 2 guests are not let in')) li")
              .allInnerTexts()
              .stream()
              .collect(Collectors.joining(", ")));
      assertFits(page);
      say(page, "Cancel");
      chooseSheets(page);
      assertEquals(1, problems.size(), "the browser notes the refusal: " + problems);
      problems.clear();
      drop(page, LIST);
      page.waitForSelector("#preview");
      assertTrue(page.textContent("#app").contains("Nothing is written yet."));
      Locator column = page.locator("th:has-text('Farbe') select");
      assertEquals("response", column.inputValue());
      assertFits(page);
      page.selectOption("select[name=charset]", "UTF-8");
      column.selectOption("type");
      page.waitForSelector("section:has(#preview) p:has-text('VIP: 50')");
      say(page, "Import");
      page.waitForSelector("li:has-text('Imported: 200 new')");

      say(page, "Phones");
      page.fill("form [name=name]", "Gate 1");
      say(page, "Show the code");
      String link = page.waitForSelector("img.pairing").getAttribute("data-link");
      assertFits(page);
      Page scanner = phone.newPage();
      scanner.navigate(link);
      scanner.waitForSelector("#code");
      scanner.keyboard().type("DOOR-004711-7Q2K9M");
      scanner.keyboard().press("Enter");
      scanner.waitForSelector(".verdict[data-kind=in]:has-text('Guest Number1')");

      say(page, "The evening");
      page.waitForSelector("li:has-text('1 of 200 came')");
      Page board = laptop.waitForPage(() -> say(page, "Open the board"));
      board.waitForSelector("body:has-text('1 person came')");

      say(page, "Paper");
      Download tickets = page.waitForDownload(() -> say(page, "Tickets as PDF"));
      assertTrue(Files.readString(tickets.path(), StandardCharsets.ISO_8859_1).startsWith("%PDF"));
      page.selectOption("[name=size]", "62x29");
      Download badges = page.waitForDownload(() -> say(page, "Badges as PDF"));
      assertTrue(Files.readString(badges.path(), StandardCharsets.ISO_8859_1).startsWith("%PDF"));
      sendSome(page);
      say(page, "Afterwards");
      Download report = page.waitForDownload(() -> say(page, "Who came, as a spreadsheet"));
      String rows = Files.readString(report.path());
      assertEquals(2, rows.lines().count(), rows);
      assertTrue(rows.contains("Guest Number1,Standard"), rows);

      say(page, "Guests");
      page.fill("[name=url]", "http://127.0.0.1:9");
      page.fill("[name=organizer]", "acme");
      page.fill("[name=token]", "secret");
      say(page, "Follow the shop");
      page.waitForSelector(".warn:has-text('The shop cannot be read')");
      assertFits(page);
      say(page, "Stop following it");
      page.waitForSelector("[name=token]");
      say(page, "The evening");
      page.waitForSelector(".warn:has-text('This laptop may fall asleep by itself.')");
      say(page, "What to tell who helps you");
      page.waitForSelector(".doctor:has-text('/-/scan answers 200')");
      assertFits(page);
      say(page, "Phones");
      Download tests = page.waitForDownload(() -> say(page, "Test tickets as PDF"));
      assertTrue(Files.readString(tests.path(), StandardCharsets.ISO_8859_1).startsWith("%PDF"));

      say(page, "End Doorlist");
      page.waitForSelector(".ending:has-text('Paired phones: Gate 1.')");
      assertFits(page);
      page.locator(".ending button:text-is('Cancel')").click();

      page.reload();
      page.waitForSelector("select.event");
      page.setViewportSize(320, 700);
      for (String language : List.of("en", "de", "ar", "ja", "pl")) {
        page.locator(".language select").selectOption(language);
        page.waitForSelector("html[lang=" + language + "]");
        for (Locator section : page.locator("nav button").all()) {
          section.click();
          assertFits(page);
        }
      }
      page.locator(".language select").selectOption("en");
      page.waitForSelector("html[lang=en]");
      say(page, "Afterwards");
      page.fill("[name=gone]", "Gala");
      page.locator(".take-away button.danger").click();
      page.waitForSelector(".said:text-is('Gala is gone. Orders deleted: 208')");
      assertFits(page);
      assertEquals(0, page.locator("select.event").count(), "no event is left");
      assertEquals(List.of(), problems);
      say(page, "End Doorlist");
      page.waitForSelector(".said:has-text('Doorlist has ended.')");
      assertTrue(office.ends(), "it ends by itself");
    }
  }

  /** Mails go out one a second; the others wait once somebody stops it. */
  private static void sendSome(Page page) throws IOException {
    GreenMail server = new GreenMail(new ServerSetup(0, "127.0.0.1", "smtp"));
    server.start();
    try {
      page.waitForSelector(".mail p:has-text('200 mails go out.')");
      assertFits(page);
      page.fill("[name=host]", "127.0.0.1");
      page.fill("[name=port]", Integer.toString(server.getSmtp().getPort()));
      page.fill("[name=from]", "Gala <gala@example.org>");
      page.locator(".mail button.main").click();
      page.locator(".question:has-text('Nobody can take them back.') .danger").click();
      page.waitForSelector(".mail [role=status]:has-text(' of 200')");
      assertTrue(server.waitForIncomingEmail(60_000, 1));
      say(page, "Stop sending");
      page.waitForSelector(".mail p:has-text('Mails sent: ')");
      page.waitForSelector(".mail p:has-text('Tickets sent before: ')");
      assertEquals("127.0.0.1", page.inputValue("[name=host]"));
      assertEquals("", page.inputValue("[name=password]"));
      assertFits(page);
    } finally {
      server.stop();
    }
  }

  /** Trusts the host's certificate, as a phone does after the trust page. */
  private static BrowserContext phone() {
    return Chromium.shared().newContext(new NewContextOptions().setIgnoreHTTPSErrors(true));
  }
}
