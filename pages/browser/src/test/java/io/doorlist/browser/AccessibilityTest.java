package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

  private static final String RUN =
      """
      async () => (await axe.run({resultTypes: ['violations']})).violations
        .map((each) => each.id + ': ' + each.nodes.map((node) => node.target).join(', '))
      """;

  /**
   * Returns the elements that cannot be read well, also those that axe calls incomplete. It
   * compares a text with each colour behind it. The lighter of the two must have at least 4.5 times
   * the light of the darker one. For large texts and drawings, 3 times is enough.
   */
  private static final String FAINT =
      """
      async () => {
        const colours = (text) => [...text.matchAll(/rgba?\\(([^)]+)\\)/g)].map((each) => each[1].split(',').map(Number));
        const over = ([r, g, b, a = 1], back) => [r, g, b].map((each, i) => each * a + back[i] * (1 - a));
        const behind = (each) => {
          if (!each) return [[255, 255, 255]];
          const {backgroundColor, backgroundImage} = getComputedStyle(each);
          const plain = behind(each.parentElement).map((back) => over(colours(backgroundColor)[0], back));
          const stripes = colours(backgroundImage);
          return stripes.length ? plain.flatMap((back) => stripes.map((stripe) => over(stripe, back))) : plain;
        };
        const light = (colour) => {
          const [r, g, b] = colour.map((each) => (each / 255 <= 0.04 ? each / 255 / 12.92 : ((each / 255 + 0.055) / 1.055) ** 2.4));
          return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
        };
        const ratio = (one, other) => Math.max(light(one) / light(other), light(other) / light(one));
        const faint = [];
        const compare = (each, colour, least) => {
          const worst = Math.min(...behind(each).map((back) => ratio(over(colour, back), back)));
          if (worst < least) faint.push(`${each.tagName} ${each.getAttribute('class') ?? ''} ${worst.toFixed(1)}: ${each.textContent.trim().slice(0, 30)}`);
        };
        for (const each of document.querySelectorAll('body *')) {
          if (!each.getClientRects().length || each.closest('[inert], .hidden-words, :disabled, option')) continue;
          const style = getComputedStyle(each);
          const drawn = each.closest('svg') && style[each.matches('.fill, .bars *') ? 'fill' : 'stroke'];
          const large = parseFloat(style.fontSize) >= (style.fontWeight >= 700 ? 18.66 : 24);
          if (style.visibility === 'hidden') continue;
          if (drawn) {
            if (each.matches('path, circle, rect') && colours(drawn).length && !each.matches('.cut')) compare(each, colours(drawn)[0], 3);
          } else if ([...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) {
            compare(each, colours(style.color)[0], large ? 3 : 4.5);
          } else if (each.placeholder) {
            compare(each, colours(getComputedStyle(each, '::placeholder').color)[0], 4.5);
          }
        }
        return faint;
      }
      """;

  /** Arabic letters reach higher and lower than others: returns lines that could touch. */
  private static final String CROWDED =
      """
      async () => [...document.querySelectorAll('main *')].filter((each) => {
        const {lineHeight, fontSize} = getComputedStyle(each);
        const arabic = [...each.childNodes].some((node) => node.nodeType === 3 && /\\p{Script=Arabic}/u.test(node.data));
        return arabic && parseFloat(lineHeight) < 1.2 * parseFloat(fontSize);
      }).map((each) => `${each.tagName} ${each.className}: ${each.textContent.trim()}`)
      """;

  /** How many times the light of one verdict another has, as who sees no colours sees them. */
  private static final String LIGHT_OF_VERDICTS =
      """
      () => {
        const light = (name) => {
          gallery.show(name);
          const [r, g, b] = getComputedStyle(document.querySelector('.verdict')).backgroundColor.match(/\\d+/g)
              .map((each) => (each / 255) ** 2.2);
          return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
        };
        const all = ['in', 'already', 'void'].map(light);
        return Math.min(all[0] / all[1], all[1] / all[2]);
      }
      """;

  @ParameterizedTest
  @EnumSource(names = {"DARK", "LIGHT"})
  void boardAndTickets_areFreeOfViolations(ColorScheme scheme) throws IOException {
    try (PhonePage wall = PhonePage.on(browser, 1600, 900, scheme)) {
      wall.open(host.link("board"), ".lists");
      check(wall.page, "board");
      wall.open(host.link("tickets"), ".qr");
      check(wall.page, "tickets");
      wall.open(host.link("board").replace("/-/board", "/-/board?evening"), ".date");
      check(wall.page, "the whole evening");
      wall.open(host.link("desk"), "#field");
      check(wall.page, "desk");
      wall.open(host.url() + "/-/badge", ".controls");
      check(wall.page, "badge");
    }
  }

  /**
   * Checks every screen of the scanner in every language, dark and bright. In English, the theme is
   * that of the device. In other languages, it is the opposite, as if chosen in the menu.
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
        if (device == ColorScheme.DARK) {
          assertEquals(List.of(), gallery.check(RUN));
        }
        assertEquals(List.of(), gallery.check(FAINT), device.name());
      }
      if (language.equals("ar")) {
        assertEquals(List.of(), gallery.check(CROWDED));
      }
      Object light = page.evaluate(LIGHT_OF_VERDICTS);
      assertTrue(((Number) light).doubleValue() > 1.8, () -> "in, already, no: " + light);
    }
  }

  static void check(Page page, String screen) {
    page.evaluate(AXE);
    assertEquals(
        page.viewportSize().width,
        page.evaluate("document.documentElement.scrollWidth"),
        screen + " is too wide");
    assertEquals(List.of(), page.evaluate(RUN), screen);
    assertEquals(List.of(), page.evaluate(FAINT), screen);
  }

  private static String axe() {
    try (InputStream script = AccessibilityTest.class.getResourceAsStream("/axe.min.js")) {
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
