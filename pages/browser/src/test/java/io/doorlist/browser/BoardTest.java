package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.options.ColorScheme;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The board, the tickets to try and the API reference. */
class BoardTest {
  private static Browser browser;
  private static Host host;

  @BeforeAll
  static void open() {
    Chromium.required();
    host = Host.get();
    browser = Chromium.launch();
  }

  @AfterAll
  static void close() {
    if (browser != null) {
      browser.close();
    }
  }

  @Test
  void board_showsACheckinWithinSeconds() {
    try (PhonePage wall = PhonePage.on(browser, 1600, 900, ColorScheme.DARK);
        PhonePage phone = PhonePage.on(browser).pair(host.link("scanner"))) {
      wall.page.navigate(host.link("board"));
      wall.waitFor("article:has-text('Main gate') .count b");
      int before = host.in("1");

      phone.scan(host.ticket("Day"));

      wall.waitFor("article:has-text('Main gate') .count b:text-is('" + (before + 1) + "')");
      wall.picture("board");
    }
  }

  @Test
  void tickets_showCodesToHoldBeforeACamera() {
    try (PhonePage laptop = PhonePage.on(browser, 1000, 700, ColorScheme.LIGHT)) {
      laptop.page.navigate(host.link("tickets"));
      laptop.waitFor(".qr");
      laptop.picture("tickets");

      assertEquals(24, laptop.page.locator(".qr").count());
    }
  }

  @Test
  void reference_triesOperationsOut() {
    try (PhonePage laptop = PhonePage.on(browser, 1200, 900, ColorScheme.LIGHT)) {
      laptop.page.navigate(host.link("reference"));
      laptop.waitFor("text=/checkin_lists/");
      laptop.picture("reference");

      assertTrue(laptop.page.locator(".opblock").count() > 10);
    }
  }
}
