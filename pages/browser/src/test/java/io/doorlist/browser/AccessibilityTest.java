package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Page;
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
        .join('; ')
      """;

  @ParameterizedTest
  @EnumSource(names = {"DARK", "LIGHT"})
  void scanner_isFreeOfViolations(ColorScheme scheme) {
    try (PhonePage phone = PhonePage.on(browser, 360, 740, scheme)) {
      phone.open(host.url() + "/-/scan", "h1:has-text('Pair this phone')");
      check(phone.page, "pairing");
      phone.pair(host.link("scanner"));
      check(phone.page, "scanner");
      String ticket = host.ticket("Day");
      for (String code : List.of(ticket, ticket, "no-such-code-1234")) {
        String kind = phone.scan(code);
        check(phone.page, kind);
      }
      phone.phone.setOffline(true);
      phone.scan("no-such-code-1234");
      check(phone.page, "offline");
      phone.dismiss();
      check(phone.page, "offline scanner");
      phone.page.locator("button[aria-label=Menu]").click();
      check(phone.page, "menu");
      phone.page.keyboard().press("Escape");
      phone.page.locator("button:has-text('Recent')").click();
      check(phone.page, "recent");
      phone.page.keyboard().press("Escape");
      phone.page.locator("button:has-text('Search')").click();
      check(phone.page, "search");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"DARK", "LIGHT"})
  void desk_isFreeOfViolations_onTheSmallestPhone(ColorScheme scheme) throws Exception {
    String link = Fair.link(host, Fair.MAIN, "desk", "Axe");
    try (PhonePage phone = PhonePage.on(browser, 320, 568, scheme).pair(link)) {
      phone.page.locator("button:has-text('Look first')").click();
      phone.scan(Fair.ATTENTION);
      check(phone.page, "look");
      phone.dismiss();
      phone.page.locator("button:has-text('Look first')").click();
      phone.page.keyboard().type(Fair.GROUP);
      phone.page.keyboard().press("Enter");
      phone.waitFor(".stepper");
      check(phone.page, "group");
      phone.page.keyboard().press("Escape");
      phone.page.locator("button:has-text('Search')").click();
      phone.page.locator("#q").fill("visitor");
      phone.page.keyboard().press("Enter");
      phone.waitFor(".found li");
      phone.page.locator("button:has-text('What happened')").first().click();
      phone.waitFor(".found .recent");
      check(phone.page, "found");
      phone.page.keyboard().press("Escape");
      phone.page.locator("button[aria-label=Menu]").click();
      phone.page.locator("button:has-text('Change door')").click();
      phone.waitFor(".choices");
      check(phone.page, "doors");
      phone.page.locator(".choices button").last().click();
      phone.scan(Fair.unused());
      check(phone.page, "too early");
      phone.dismiss();
      phone.page.locator("button[aria-label=Menu]").click();
      phone.page.locator("button:has-text('Forget this phone')").click();
      check(phone.page, "forget");
      phone.page.locator("button:has-text('Erase')").click();
      phone.waitFor("h1:has-text('Forgotten')");
      check(phone.page, "forgotten");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"DARK", "LIGHT"})
  void boardAndTickets_areFreeOfViolations(ColorScheme scheme) throws IOException {
    try (PhonePage wall = PhonePage.on(browser, 1600, 900, scheme)) {
      wall.open(host.link("board"), "article");
      check(wall.page, "board");
      wall.open(host.link("tickets"), ".qr");
      check(wall.page, "tickets");
      String full = host.link("1", "full", "Axe");
      wall.open(full.replace("/-/scan", "/-/report"), "#door");
      check(wall.page, "report");
    }
  }

  /** Every screen of the scanner in every language, bright and dark as chosen in the menu. */
  @ParameterizedTest
  @FieldSource("io.doorlist.browser.Gallery#LANGUAGES")
  void everyLanguage_isFreeOfViolations_brightAndDark(String language) {
    NewContextOptions options = new NewContextOptions().setViewportSize(360, 740);
    try (Gallery gallery = Gallery.open(browser, host, language, options)) {
      Page page = gallery.phone.page;
      page.evaluate(AXE);
      StringBuilder found = new StringBuilder();
      for (String theme : List.of("bright", "dark")) {
        page.evaluate("(theme) => document.documentElement.dataset.theme = theme", theme);
        for (String name : gallery.all()) {
          gallery.show(name);
          String here = page.evaluate(RUN).toString();
          found.append(here.isEmpty() ? "" : theme + " " + name + ": " + here + "\n");
        }
      }
      assertEquals("", found.toString());
    }
  }

  private static void check(Page page, String screen) {
    page.evaluate(AXE);
    assertEquals(
        page.viewportSize().width,
        page.evaluate("document.documentElement.scrollWidth"),
        screen + " is too wide");
    // Colours are checked at the end of the verdict's animation, not during it.
    page.waitForTimeout(200);
    assertEquals("", page.evaluate(RUN), screen);
  }

  private static String axe() {
    try (InputStream script = AccessibilityTest.class.getResourceAsStream("/axe.min.js")) {
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
