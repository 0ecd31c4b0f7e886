package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import org.junit.jupiter.api.Test;

/** The scanner with a network, by hand scanner and keyboard alone. */
class ScannerTest extends BrowserTest {
  @Test
  void ticket_isInOnce() {
    try (PhonePage phone = PhonePage.on(browser).pair(host.link("scanner"))) {
      String ticket = host.ticket("Day");

      assertEquals("in", phone.scan(ticket));
      phone.picture("in");
      assertEquals("already", phone.scan(ticket));
      assertTrue(phone.says().contains("By you"), phone.says());
      phone.picture("already");
    }
  }

  @Test
  void ticket_isSentToItsDoor() {
    String vip = host.link("scanner").replace("list=1", "list=2");
    try (PhonePage phone = PhonePage.on(browser).pair(vip)) {
      assertEquals("door", phone.scan(host.ticket("Day")));
      assertTrue(phone.says().contains("Main gate"), phone.says());
      phone.picture("other-door");
      assertEquals("unknown", phone.scan("no-such-code-1234"));
      phone.picture("unknown");
    }
  }

  @Test
  void undo_letsTheTicketInAgain() {
    try (PhonePage phone = PhonePage.on(browser).pair(host.link("scanner"))) {
      String ticket = host.ticket("Day");
      phone.scan(ticket);

      phone.page.locator(".verdict button:has-text('Undo')").click();
      phone.waitFor(".verdict.undone");

      assertEquals("in", phone.scan(ticket));
    }
  }

  @Test
  void link_staysOutOfTheAddressAndOfEveryRequest() {
    try (PhonePage phone = PhonePage.on(browser).pair(host.link("scanner"))) {
      String token = host.link("scanner").replaceFirst(".*token=", "");

      phone.scan(host.ticket("Day"));

      assertTrue(phone.asked.stream().noneMatch(url -> url.contains(token)), "sent the token");
      assertTrue(phone.asked.stream().allMatch(url -> url.startsWith(host.url())), "elsewhere");
      assertEquals(host.url() + "/-/scan", phone.page.url());
    }
  }

  @Test
  void page_fitsTheSmallestPhone_darkAndBright() {
    for (ColorScheme scheme : new ColorScheme[] {ColorScheme.DARK, ColorScheme.LIGHT}) {
      try (PhonePage phone = PhonePage.on(browser, 320, 568, scheme).pair(host.link("scanner"))) {
        phone.picture("scanner-320-" + scheme.name().toLowerCase(java.util.Locale.ROOT));
        assertNoWider(phone.page);
        phone.scan("no-such-code-1234");
        assertNoWider(phone.page);
      }
    }
  }

  private static void assertNoWider(Page page) {
    assertEquals(320, page.evaluate("document.documentElement.scrollWidth"));
    Object wide =
        page.evaluate(
            """
            () => [...document.querySelectorAll('#app *')]
              .filter((each) => each.getBoundingClientRect().right > 321 && !each.closest('.camera'))
              .map((each) => each.tagName + '.' + each.className).join()
            """);
    assertEquals("", wide);
  }
}
