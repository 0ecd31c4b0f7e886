package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.EmulateMediaOptions;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.FieldSource;

/** axe finds nothing wrong on any screen. */
@Tag("long")
class AccessibilityTest extends BrowserTest {
  private static final String AXE = axe();

  private static final String RUN = run("");

  /** All that another theme changes. */
  private static final String COLOURS = run("runOnly: ['color-contrast'], ");

  private static String run(String options) {
    return """
        async () => (await axe.run({%sresultTypes: ['violations']})).violations
          .map((each) => each.id + ': ' + each.nodes.map((node) => node.target).join(', '))
        """
        .formatted(options);
  }

  @ParameterizedTest
  @EnumSource(names = {"DARK", "LIGHT"})
  void boardAndTickets_areFreeOfViolations(ColorScheme scheme) throws IOException {
    try (PhonePage wall = PhonePage.on(browser, 1600, 900, scheme)) {
      wall.open(host.link("board"), "article");
      check(wall.page, "board");
      wall.open(host.link("tickets"), ".qr");
      check(wall.page, "tickets");
      wall.open(host.link("board").replace("/-/board", "/-/board?evening"), ".date");
      check(wall.page, "the whole evening");
    }
  }

  /**
   * Every screen of the scanner in every language, dark and bright: in English as the device is, in
   * the others as chosen in the menu of a device that is the opposite.
   */
  @ParameterizedTest
  @FieldSource("io.doorlist.browser.Gallery#LANGUAGES")
  void scanner_isFreeOfViolations(String language) {
    NewContextOptions options = new NewContextOptions().setViewportSize(360, 740);
    try (Gallery gallery = Gallery.open(browser, host, language, options)) {
      Page page = gallery.phone.page;
      page.evaluate(AXE);
      for (ColorScheme device : List.of(ColorScheme.DARK, ColorScheme.LIGHT)) {
        page.emulateMedia(new EmulateMediaOptions().setColorScheme(device));
        if (!language.equals("en")) {
          String theme = device == ColorScheme.DARK ? "bright" : "dark";
          page.evaluate("(theme) => document.documentElement.dataset.theme = theme", theme);
        }
        String check = device == ColorScheme.DARK ? RUN : COLOURS;
        assertEquals(List.of(), gallery.check(check), device.name());
      }
    }
  }

  private static void check(Page page, String screen) {
    page.evaluate(AXE);
    assertEquals(
        page.viewportSize().width,
        page.evaluate("document.documentElement.scrollWidth"),
        screen + " is too wide");
    assertEquals(List.of(), page.evaluate(RUN), screen);
  }

  private static String axe() {
    try (InputStream script = AccessibilityTest.class.getResourceAsStream("/axe.min.js")) {
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
