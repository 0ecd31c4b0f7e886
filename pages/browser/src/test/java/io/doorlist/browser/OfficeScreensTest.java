package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.FilePayload;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Issue 71: the office in every language, dark and bright, from 320 to 1,600 pixels, with texts
 * twice as large, and by the keyboard alone.
 */
@Tag("long")
class OfficeScreensTest {
  private static final Map<Integer, ColorScheme> WIDTHS =
      new TreeMap<>(Map.of(320, ColorScheme.DARK, 1_600, ColorScheme.LIGHT));

  /** Of each kind one: new, kept out, refused, in doubt, and what is to be known. */
  private static final String LIST =
      """
      Name,E-Mail,Category,Coming,Remark,Code
      Ada King,ada@example.org,VIP,yes,"a table near the stage, please",1
      Ben & Cleo Krug,ben@example.org,Guest,no,,2
      Dora,dora@example.org,Guest,,,3
      Eve,eve@example.org,Guest,perhaps not,,4
      """;

  private static final String LARGE = "() => { document.documentElement.style.fontSize = '200%'; }";

  /** Returns what a person can use on the page, and which of it they see when it has the focus. */
  private static final String USABLE =
      """
      () => [...document.querySelectorAll('#app :is(button, input, select, textarea, [tabindex="0"])')]
          .filter((each) => each.getClientRects().length && !each.disabled)
          .map((each, i) => { each.dataset.n = i; return i; })
      """;

  private static final String FOCUSED =
      """
      () => {
        const each = document.activeElement;
        const {outlineStyle, outlineWidth} = getComputedStyle(each);
        const seen = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
        return each.dataset.n === undefined ? -1 : seen ? Number(each.dataset.n) : each.outerHTML;
      }
      """;

  @TempDir private static Path folder;
  private static OfficeProcess office;

  @BeforeAll
  static void open() throws IOException {
    Chromium.required();
    office = OfficeProcess.start(folder);
    try (BrowserContext laptop = laptop("en", 1_600)) {
      Page page = office.open(laptop);
      page.locator("section button.main").click();
      page.fill("[name=title]", "Gala");
      page.locator("form button.main").click();
      page.waitForSelector(".said:not(:empty)");
      page.locator("nav button").nth(1).click();
      drop(page);
      page.locator("section button.main").click();
      page.waitForSelector("li:has-text('Imported: ')");
    }
  }

  @AfterAll
  static void close() {
    if (office != null) {
      office.close();
    }
  }

  private static BrowserContext laptop(String language, int width) {
    return Chromium.shared()
        .newContext(
            new NewContextOptions()
                .setLocale(language)
                .setViewportSize(width, 900)
                .setColorScheme(WIDTHS.get(width)));
  }

  private static void drop(Page page) {
    page.setInputFiles(
        "input[type=file]",
        new FilePayload[] {
          new FilePayload("guests.csv", "text/csv", LIST.getBytes(StandardCharsets.UTF_8)),
          new FilePayload(
              "a-list-with-a-long-name.csv",
              "text/csv",
              "Name\nFay\n".getBytes(StandardCharsets.UTF_8))
        });
    page.waitForSelector("#preview");
  }

  private static void check(Page page, String screen) {
    assertEquals(List.of(), page.evaluate(LanguagesTest.CLIPPED), screen);
    AccessibilityTest.check(page, screen);
  }

  @ParameterizedTest
  @FieldSource("io.doorlist.browser.Gallery#LANGUAGES")
  void everyScreen_fits_andCanBeRead(String language) {
    for (int width : WIDTHS.keySet()) {
      try (BrowserContext laptop = laptop(language, width)) {
        Page page = office.open(laptop);
        page.waitForSelector("select.event");
        assertEquals(language, page.getAttribute("html", "lang"));
        screens(page, language + " " + width);
        page.evaluate(LARGE);
        screens(page, language + " " + width + " with large texts");
      }
    }
  }

  private static void screens(Page page, String which) {
    section(page, 0, "section button.main");
    page.locator("section button.main").click();
    page.waitForSelector("[name=title]");
    check(page, which + ": an event");
    section(page, 0, "section button.main");
    page.locator("section:last-of-type button").last().click();
    page.waitForSelector("[name=opens_at]");
    check(page, which + ": a door");
    section(page, 1, "input[type=file]");
    check(page, which + ": lists");
    drop(page);
    check(page, which + ": a preview");
    page.locator("section:has(#preview) .buttons button").last().click();
    page.setInputFiles(
        "input[type=file]",
        new FilePayload("page.csv", "text/csv", "<html>".getBytes(StandardCharsets.UTF_8)));
    page.waitForSelector(".problem:not(:empty)");
    check(page, which + ": a problem");
    section(page, 2, "[name=role]");
    page.fill("form [name=name]", "Gate 1");
    page.locator("form button.main").click();
    page.waitForSelector("img.pairing");
    page.locator("section:last-of-type li button").first().click();
    page.waitForSelector(".question");
    check(page, which + ": phones");
    page.locator(".question .danger").click();
    page.waitForSelector(
        "img.pairing",
        new Page.WaitForSelectorOptions()
            .setState(com.microsoft.playwright.options.WaitForSelectorState.DETACHED));
    section(page, 3, ".mail [name=host]");
    check(page, which + ": paper");
    section(page, 4, "section .soft, section .warn");
    check(page, which + ": the evening");
    section(page, 5, "[name=gone]");
    check(page, which + ": afterwards");
  }

  private static void section(Page page, int number, String shows) {
    page.locator("nav button").nth(number).click();
    page.waitForSelector(shows);
  }

  /** Tab reaches all that can be used, each once and seen, and Enter presses a button. */
  @Test
  void everything_isUsable_byTheKeyboard() {
    try (BrowserContext laptop = laptop("en", 1_600)) {
      Page page = office.open(laptop);
      page.waitForSelector("select.event");
      for (int number = 0; number < 6; number++) {
        page.locator("nav button").nth(number).focus();
        page.keyboard().press("Enter");
        page.waitForSelector("nav button[aria-current=page] >> nth=0");
        page.waitForSelector(SHOWN.get(number));
        if (number == 1) {
          drop(page);
        }
        page.evaluate("() => { document.activeElement.blur(); getSelection().removeAllRanges(); }");
        List<?> usable = (List<?>) page.evaluate(USABLE);
        page.locator("#app").evaluate("(app) => { app.tabIndex = -1; app.focus(); }");
        java.util.List<Object> reached = new java.util.ArrayList<>();
        for (int i = 0; i < usable.size(); i++) {
          page.keyboard().press("Tab");
          reached.add(page.evaluate(FOCUSED));
        }
        assertEquals(usable, reached, "section " + number);
      }
    }
  }

  private static final List<String> SHOWN =
      List.of(
          "section button.main",
          "input[type=file]",
          "[name=role]",
          ".mail [name=host]",
          "section .soft, section .warn",
          "[name=gone]");
}
