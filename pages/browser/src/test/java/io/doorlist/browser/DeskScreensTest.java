package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Issue 70: what the desk shows besides its list, in every language. The desk is dark on a phone
 * and bright on a wide screen. It shows a guest who owes money, the refusal, corrections, and the
 * form for another guest.
 */
@Tag("long")
class DeskScreensTest extends BrowserTest {
  private static final Map<Integer, ColorScheme> WIDTHS =
      new TreeMap<>(Map.of(320, ColorScheme.DARK, 1_600, ColorScheme.LIGHT));

  /** One key is one guest, however often it is sent. */
  private static final String OWING =
      """
      {"idempotency_key":"5b0c9e1a-7d44-4a0c-8f35-3c1d2e9b6a70","name":"Dana Due","ticket_type":"child",\
      "companions":1,"company":"Acme Events","note":"Call Anna, 0171 5550142"}\
      """;

  private static PhonePage desk(String language, int width) throws IOException {
    PhonePage desk =
        PhonePage.with(
            browser,
            new NewContextOptions()
                .setLocale(language)
                .setViewportSize(width, 900)
                .setColorScheme(WIDTHS.get(width)));
    String link = link(Fair.MAIN, "desk", "Screens " + language + width);
    desk.open(link.replace("/-/scan", "/-/desk"), "button.add");
    return desk;
  }

  /** Presses the button with a word of the page, in the page's language. */
  private static void press(PhonePage desk, String word) {
    Object text = desk.page.evaluate("async (w) => (await load('language.js')).say(w)", word);
    desk.page.locator(".guest button:text-is(\"" + text + "\")").first().click();
  }

  private static void check(PhonePage desk, String screen) {
    assertEquals(List.of(), desk.page.evaluate(LanguagesTest.CLIPPED), screen);
    AccessibilityTest.check(desk.page, screen);
  }

  @ParameterizedTest
  @FieldSource("io.doorlist.browser.Gallery#LANGUAGES")
  void everyScreen_fits_andCanBeRead(String language) throws IOException {
    host.post("/demo/fair/guests", OWING);
    for (int width : WIDTHS.keySet()) {
      try (PhonePage desk = desk(language, width)) {
        desk.page.locator("#field").fill("Dana Due");
        desk.waitFor(".row:has-text('Dana Due')");
        desk.page.locator(".row:has-text('Dana Due')").first().click();
        desk.waitFor(".guest .due");
        desk.waitFor(".guest .recent li");
        check(desk, "guest");
        press(desk, "letIn");
        desk.waitFor(".guest .verdict.no");
        check(desk, "refusal");
        press(desk, "correct");
        desk.waitFor(".edit [name=name]");
        check(desk, "corrections");
        desk.page.keyboard().press("Escape");
        press(desk, "back");
        desk.page.locator("button.add").click();
        desk.waitFor("[name=companions]");
        check(desk, "form for a guest");
        assertEquals(language, desk.page.getAttribute("html", "lang"));
      }
    }
  }
}
