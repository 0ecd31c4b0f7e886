package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.FilePayload;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Issue 71: several files that are dropped, or chosen, are one list. */
@Tag("long")
class OfficeFilesTest {
  private static final Path WORKBOOK =
      OfficeProcess.ROOT.resolve(
          "cli/src/test/resources/io/doorlist/cli/importing/guests/sheets-openpyxl.xlsx");

  /** Drops files where the page wants some. */
  private static final String DROP =
      """
      (files) => {
        const dataTransfer = new DataTransfer();
        for (const [name, text] of files) {
          dataTransfer.items.add(new File([Uint8Array.from(atob(text), (each) => each.charCodeAt(0))], name));
        }
        const event = new DragEvent('drop', {dataTransfer, bubbles: true, cancelable: true});
        document.querySelector('.drop').dispatchEvent(event);
      }
      """;

  /** So many that an import of them can be interrupted. */
  private static final int MANY = 10_000;

  @TempDir private Path folder;

  @BeforeAll
  static void required() {
    Chromium.required();
  }

  private static void say(Page page, String button) {
    page.locator("button:text-is('" + button + "')").first().click();
  }

  private static void newEvent(Page page) {
    say(page, "New event");
    page.fill("[name=title]", "Gala");
    say(page, "Save");
    page.waitForSelector(".said:text-is('Saved.')");
    say(page, "Guests");
  }

  private static String guests(int many) {
    StringBuilder list = new StringBuilder("Name,E-Mail\n");
    for (int i = 1; i <= many; i++) {
      list.append("Guest Number%d,guest%d@example.org\n".formatted(i, i));
    }
    return list.toString();
  }

  private static List<String> encoded(String name, byte[] bytes) {
    return List.of(name, Base64.getEncoder().encodeToString(bytes));
  }

  private static FilePayload chosen(String name, byte[] bytes) {
    return new FilePayload(name, "application/octet-stream", bytes);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void workbookAndText_areOneList_droppedOrChosen() throws IOException {
    byte[] workbook = Files.readAllBytes(WORKBOOK);
    try (OfficeProcess office = OfficeProcess.start(folder);
        BrowserContext laptop = Chromium.shared().newContext()) {
      Page page = office.open(laptop);
      newEvent(page);

      page.setInputFiles(
          "input[type=file]",
          new FilePayload[] {chosen("guests.xlsx", workbook), chosen("page.csv", utf8("<html>"))});
      page.waitForSelector(".problem:has-text('page.csv: This is a web page.')");
      page.evaluate(
          DROP,
          List.of(encoded("guests.xlsx", workbook), encoded("vip.csv", utf8("Name\nDora\nEve\n"))));

      page.waitForSelector("#preview:has-text('guests.xlsx, vip.csv')");
      page.waitForSelector("b:text-is('This list makes 4 tickets.')");
      assertEquals("", page.textContent(".problem"));
      page.locator("input[name=sheet][value='Crew & Press']").check();
      page.waitForSelector("b:text-is('This list makes 5 tickets.')");
      assertTrue(page.textContent("#app").contains("vip.csv:3"), "a row is named with its file");
      say(page, "Import");
      page.waitForSelector("li:has-text('guests.xlsx, vip.csv'):has-text('Imported: 5 new')");

      page.reload();
      say(page, "Guests");
      page.waitForSelector("li:has-text('guests.xlsx, vip.csv'):has-text('Imported: 5 new')");
    }
  }

  @Test
  void price_thatIsEmptied_isNoneAfterwards() throws IOException {
    try (OfficeProcess office = OfficeProcess.start(folder);
        BrowserContext laptop = Chromium.shared().newContext()) {
      Page page = office.open(laptop);
      say(page, "New event");
      page.fill("[name=title]", "Gala");
      say(page, "Add a type");
      page.fill("[name=type0]", "Adult");
      page.fill("[name=price0]", "25.50");
      say(page, "Save");
      page.waitForSelector(".said:text-is('Saved.')");
      say(page, "Name, Ticket types");
      assertEquals("25.5", page.inputValue("[name=price0]"));
      page.fill("[name=price0]", "");
      say(page, "Save");
      page.waitForSelector(".said:text-is('Saved.')");

      say(page, "Name, Ticket types");
      assertEquals("0", page.inputValue("[name=price0]"));
    }
  }

  /** A reload shows the import that runs, and the start after a kill ends it. */
  @Test
  void reloadAndKill_inTheMiddle_loseNothingOfEitherFile() throws IOException {
    FilePayload[] files = {
      chosen("guests.csv", utf8(guests(MANY))), chosen("vip.csv", utf8("Name\nDora\nEve\n"))
    };
    try (BrowserContext laptop = Chromium.shared().newContext()) {
      Page page;
      try (OfficeProcess office = OfficeProcess.start(folder)) {
        page = office.open(laptop);
        newEvent(page);
        page.setInputFiles("input[type=file]", files);
        page.waitForSelector("b:text-is('This list makes 10,002 tickets.')");
        say(page, "Import");
        page.waitForSelector("[role=status]:has-text('Importing guests.csv, vip.csv')");
        page.reload();
        say(page, "Guests");
        page.waitForSelector("[role=status]:has-text('Importing guests.csv, vip.csv')");
        office.kill();
      }
      try (OfficeProcess office = OfficeProcess.start(folder)) {
        office.show(page);
        say(page, "Guests");
        page.waitForSelector("li:has-text('It was interrupted, and was finished')");
        page.setInputFiles("input[type=file]", files);
        page.waitForSelector("b:text-is('This list makes 10,002 tickets.')");
        assertEquals(0, page.locator("h3:has-text('New:')").count(), "all of both files are in");
      }
    }
  }
}
