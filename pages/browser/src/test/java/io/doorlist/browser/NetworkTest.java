package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The scanner over a network that loses answers, with a wrong clock, and with a new version. */
@Tag("long")
class NetworkTest extends BrowserTest {
  private static final Pattern SCANNED_AT = Pattern.compile("\"scanned_at\":\"([^\"]+)\"");

  /** Also when the page is opened again without a network. */
  @Test
  void clockThatIsAnHourOff_isCorrected() throws Exception {
    List<String> codes = List.of(Fair.unused(), Fair.unused());
    try (PhonePage phone = PhonePage.on(browser)) {
      phone.phone.addInitScript(
          """
          const Real = Date;
          globalThis.Date = class extends Real {
            constructor(...given) {
              if (given.length) {
                super(...given);
              } else {
                super(Date.now());
              }
            }
            static now() {
              return Real.now() + 3_600_000;
            }
          };
          """);
      phone.pair(link(Fair.MAIN, "scanner", "Fast clock"));
      phone.goOffline();

      phone.expect("in", codes.getFirst());
      phone.killAndReopen(host.url() + "/-/scan");
      phone.expect("in", codes.getLast());
      phone.goOnline();
      phone.waitUntilSent();

      for (String code : codes) {
        Matcher scanned = SCANNED_AT.matcher(look(code));
        assertTrue(scanned.find(), code);
        Duration off = Duration.between(Instant.parse(scanned.group(1)), Instant.now()).abs();
        assertTrue(off.toMinutes() < 2, () -> "off by " + off);
      }
    }
  }

  @Test
  void newVersion_waitsUntilItIsWanted_andKeepsTheQueue() throws Exception {
    try (Network network = new Network(host.url());
        PhonePage phone = phone(network, "New version")) {
      int before = in();
      phone.goOffline();
      phone.expect("in", Fair.unused());
      phone.expect("in", Fair.unused());
      network.renew();
      network.loses(true);
      phone.goOnline();
      phone.page.evaluate(
          "async () => void (await (await navigator.serviceWorker.getRegistration()).update())");

      phone.dismiss();
      phone.waitFor(".notice:has-text('A new version is here')");
      assertEquals(0, phone.page.locator("script[src*='0123456789ab']").count());
      phone.press("Use it now");
      phone.page.locator("script[src*='0123456789ab']").waitFor(PhonePage.ATTACHED);
      phone.waitFor(".status .queue:has-text('2 to send')");
      network.loses(false);
      phone.waitUntilSent();

      assertEquals(before + 2, in());
      assertEquals(0, phone.kept("doubles"));
      phone.goOffline();
      phone.killAndReopen(network.link(host.url() + "/-/scan"));
      assertEquals(1, phone.page.locator("script[src*='0123456789ab']").count());
    }
  }
}
