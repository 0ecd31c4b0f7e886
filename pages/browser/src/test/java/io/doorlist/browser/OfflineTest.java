package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The scanner while the network is gone. */
@Tag("long")
class OfflineTest extends BrowserTest {
  private static final int SCANS = 50;
  private static final String KEPT_WORDS =
      """
      (async () => {
        const urls = [];
        for (const name of await caches.keys()) {
          for (const {url} of await (await caches.open(name)).keys()) {
            urls.push(url);
          }
        }
        return urls.map((url) => url.split('/').at(-1)).filter((file) => file.startsWith('words-')).sort();
      })
      """;

  private static final String LOADED_WORDS =
      "() => performance.getEntriesByType('resource').filter((each) =>"
          + " each.name.includes('/words-')).length";

  @Test
  void fiftyScans_surviveAKilledTab_andAreSentOnce() {
    try (PhonePage phone = phone()) {
      // The service worker needs everything before the network is gone.
      phone.page.evaluate("() => navigator.serviceWorker.ready");
      int before = host.in("1");
      List<String> tickets = new ArrayList<>();
      for (int i = 0; i < SCANS; i++) {
        tickets.add(host.ticket("Weekend"));
      }

      phone.phone.setOffline(true);
      assertEquals(Set.of("in"), Set.copyOf(phone.scanAll(tickets)));
      phone.picture("offline-in");
      assertEquals("already", phone.scan(tickets.getFirst()));
      assertTrue(phone.says().contains("No network"), phone.says());
      assertEquals("unknown", phone.scan("no-such-code-1234"));
      phone.waitFor(".status .queue:has-text('50 to send')");
      phone.killAndReopen(host.url() + "/-/scan");
      phone.waitFor(".status .queue:has-text('50 to send')");
      assertEquals("already", phone.scan(tickets.getLast()));
      phone.dismiss();
      phone.picture("offline");
      phone.phone.setOffline(false);
      phone.waitFor(".status:not(:has(.queue))");

      assertEquals(before + SCANS, host.in("1"));
      assertEquals(0, phone.page.locator(".notice").count());
    }
  }

  @Test
  void chosenLanguage_isSpokenWithoutANetwork_andNoOtherIsKept() {
    try (PhonePage phone = phone()) {
      phone.page.locator("header .plain").click();
      phone.page.locator(".sheet select").selectOption("uk");
      phone.waitFor("h2:has-text('Цей телефон')");
      phone.page.waitForFunction(
          "async () => (await " + KEPT_WORDS + "()).join() === 'words-en.js,words-uk.js'");
      phone.goOffline();

      phone.killAndReopen(host.url() + "/-/scan");

      phone.page.locator("html[lang=uk]").waitFor(PhonePage.ATTACHED);
      assertEquals(1, phone.page.evaluate(LOADED_WORDS));
    }
  }

  @Test
  void twoPhones_letTheSameTicketIn_andTheSecondLearnsOfIt() throws Exception {
    try (PhonePage first = PhonePage.on(browser).pair(host.link("1", "scanner", "Gate 1"));
        PhonePage second = PhonePage.on(browser).pair(host.link("1", "scanner", "Gate 2"))) {
      String ticket = host.ticket("Day");
      first.phone.setOffline(true);
      second.phone.setOffline(true);
      assertEquals("in", first.scan(ticket));
      assertEquals("in", second.scan(ticket));

      first.phone.setOffline(false);
      first.waitFor(".status:not(:has(.queue))");
      second.phone.setOffline(false);
      second.dismiss();

      second.waitFor(".notice:has-text('already in')");
      second.picture("double-admission");
      assertEquals(0, first.page.locator(".notice").count());
    }
  }

  /** Issue 36: a volunteer was told "cancelled", and not who. */
  @Test
  void ticketThatWasCancelled_isToldWithItsDoorAndTheEndOfItsCode() throws Exception {
    String code = Fair.sell(host, 1_336);
    try (PhonePage phone = phone(Fair.MAIN, "scanner", "Void")) {
      phone.goOffline();
      Fair.cancel(host, 1_336);
      assertEquals("in", phone.scan(code));
      phone.dismiss();
      phone.goOnline();

      phone.waitFor(".notice li:has-text('cancelled'):has-text('North door')");
      String notice = phone.page.locator(".notice li").innerText();
      assertTrue(notice.contains("…1336)"), notice);
      assertFalse(notice.contains(code), notice);
      phone.picture("cancelled-notice");
    }
  }

  @Test
  void otherPhone_knowsWithinSeconds() throws Exception {
    try (PhonePage first = PhonePage.on(browser).pair(host.link("1", "scanner", "Gate 3"));
        PhonePage second = PhonePage.on(browser).pair(host.link("1", "scanner", "Gate 4"))) {
      String ticket = host.ticket("Day");
      int before = Integer.parseInt(second.page.locator(".figures b").innerText());
      assertEquals("in", first.scan(ticket));

      second.waitFor(".figures b:text-is('" + (before + 1) + "')");
      second.phone.setOffline(true);

      assertEquals("already", second.scan(ticket));
    }
  }
}
