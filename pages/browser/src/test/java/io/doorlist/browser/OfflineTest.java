package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The scanner while the network is gone. */
@Tag("long")
class OfflineTest extends BrowserTest {
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
  void scansOfAnOutage_surviveAKilledTab_andAreSentOnce() throws Exception {
    List<String> sent = new ArrayList<>();
    try (PhonePage phone = phone("Outage")) {
      int before = in();
      List<String> tickets = Fair.unused(110);
      phone.phone.onRequest(request -> sent.add(Objects.toString(request.postData())));

      phone.goOffline();
      assertEquals(Set.of("in"), Set.copyOf(phone.scanAll(tickets)));
      phone.expect("already", tickets.getFirst(), "No network");
      phone.expect("unknown", "no-such-code-1234");
      phone.waitFor(".status .queue:has-text('110 to send')");
      phone.killAndReopen(host.url() + "/-/scan");
      phone.waitFor(".status .queue:has-text('110 to send')");
      phone.expect("already", tickets.getLast());
      phone.dismiss();
      phone.goOnline();
      phone.waitUntilSent();

      assertEquals(before + 110, in());
      // The board hears how many are still to come, whatever was tried in vain.
      sent.removeIf(body -> !body.contains("\"scans\""));
      sent.subList(0, sent.size() - 2).clear();
      assertTrue(sent.getFirst().startsWith("{\"waiting\":10,"), sent.getFirst());
      assertTrue(sent.getLast().startsWith("{\"scans\""), sent.getLast());
      assertEquals(0, phone.page.locator(".notice").count());
    }
  }

  @Test
  void chosenLanguage_isSpokenWithoutANetwork_andNoOtherIsKept() throws Exception {
    try (PhonePage phone = phone("Words")) {
      phone.page.locator("header .plain").click();
      phone.page.locator(".sheet select").selectOption("uk");
      phone.waitFor("h2:has-text('Цей телефон')");
      phone.until("async () => (await " + KEPT_WORDS + "()).join() === 'words-en.js,words-uk.js'");
      phone.goOffline();

      phone.killAndReopen(host.url() + "/-/scan");

      phone.page.locator("html[lang=uk]").waitFor(PhonePage.ATTACHED);
      assertEquals(1, phone.page.evaluate(LOADED_WORDS));
    }
  }

  @Test
  void otherPhone_knowsWithinSeconds_andOfADoubleAdmissionOnceItHasANetwork() throws Exception {
    try (PhonePage first = phone("Gate 1");
        PhonePage second = phone("Gate 2")) {
      String ticket = Fair.unused();
      int before = in();
      first.expect("in", Fair.unused());
      second.waitFor(".figures b:text-is('" + (before + 1) + "')");
      first.goOffline();
      second.goOffline();
      first.expect("in", ticket);
      second.expect("in", ticket);

      first.goOnline();
      first.waitUntilSent();
      second.goOnline();
      second.dismiss();

      second.waitFor(".notice:has-text('already in')");
      assertEquals(0, first.page.locator(".notice").count());
    }
  }

  /** Issue 36: a volunteer was told "cancelled", and not who. */
  @Test
  void ticketThatWasCancelled_isToldWithItsDoorAndTheEndOfItsCode() throws Exception {
    String code = Fair.sell(host, 1_336);
    try (PhonePage phone = phone("Void")) {
      phone.goOffline();
      Fair.cancel(host, 1_336);
      phone.expect("in", code);
      phone.dismiss();
      phone.goOnline();

      phone.waitFor(".notice li:has-text('cancelled'):has-text('North door')");
      String notice = phone.page.locator(".notice li").innerText();
      assertTrue(notice.contains("…1336)"), notice);
      assertFalse(notice.contains(code), notice);
    }
  }
}
