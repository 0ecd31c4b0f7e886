package io.doorlist.browser;

import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ColorScheme;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Measures the desk without a network; only {@code pages/browser/measure} runs it. */
class DeskFigures extends BrowserTest {
  private static final Pattern GUESTS = Pattern.compile("/demo/names/guests(\\?.*)?$");
  private static final int MANY = 50_000;
  private static final int PART = 4_000;

  /** Notes when the first row is there. */
  private static final String WATCH =
      """
      new MutationObserver((_, observer) => {
        if (document.querySelector('.row')) {
          globalThis.firstRow = performance.now();
          observer.disconnect();
        }
      }).observe(document, {childList: true, subtree: true});
      """;

  /** All names are kept. */
  static final String KEPT =
      """
      () => new Promise((done) => {
        const opening = indexedDB.open('doorlist-names');
        opening.onsuccess = () => {
          const db = opening.result;
          const known = db.transaction('known').objectStore('known').get(0);
          known.onsuccess = () => {
            db.close();
            done(Boolean(known.result?.whole));
          };
        };
      })
      """;

  /** Types letter by letter; returns for each how long it took until the next frame was drawn. */
  private static final String TYPE =
      """
      async (text) => {
        const field = document.getElementById('field');
        const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        const all = [];
        for (let i = 1; i <= text.length; i++) {
          await frame();
          const from = performance.now();
          field.value = text.slice(0, i);
          field.dispatchEvent(new Event('input', {bubbles: true}));
          const handled = performance.now() - from;
          await frame();
          all.push([handled, performance.now() - from]);
        }
        return all;
      }
      """;

  @Test
  void deskWith50000Guests_isMeasured() throws Exception {
    host.load(DeskNamesTest.LINES);
    try (PhonePage desk = PhonePage.on(browser, 1280, 800, ColorScheme.LIGHT)) {
      desk.page.route(GUESTS, DeskFigures::guests);
      desk.phone.addInitScript(WATCH);
      long begun = System.nanoTime();
      String link = host.link(DeskNamesTest.EVENT, DeskNamesTest.DOOR, "desk", "Figures");
      desk.open(link.replace("/-/scan", "/-/desk"), "p:text-is('Guests: 50,000')");
      say("50,000 guests by the network: %d ms", (System.nanoTime() - begun) / 1_000_000);
      desk.until(KEPT);
      say("and kept: %d ms", (System.nanoTime() - begun) / 1_000_000);
      typed(desk, "online");
      desk.until(DeskOfflineTest.KEPT);
      desk.phone.setOffline(true);
      desk.page.close();
      desk.newTab();
      desk.open(host.url() + "/-/desk", "p:text-is('Guests: 50,000')");
      say("first row without a network: %.0f ms", number(desk, "globalThis.firstRow"));
      say("all of them: %.0f ms", number(desk, "performance.now()"));
      typed(desk, "offline");
    }
  }

  private static double number(PhonePage desk, String script) {
    return ((Number) desk.page.evaluate(script)).doubleValue();
  }

  private static void typed(PhonePage desk, String what) {
    for (String text : List.of("zoe example 4", "a", "company 17", "nobody at all")) {
      List<?> times = (List<?>) desk.page.evaluate(TYPE, text);
      say(
          "%s, '%s': the slowest letter %.0f ms, drawn after %.0f ms",
          what, text, slowest(times, 0), slowest(times, 1));
    }
  }

  private static double slowest(List<?> times, int which) {
    return times.stream()
        .mapToDouble(each -> ((Number) ((List<?>) each).get(which)).doubleValue())
        .max()
        .orElseThrow();
  }

  private static void say(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }

  /** Answers as `listGuests` does. */
  private static void guests(Route route) {
    String url = route.request().url();
    int from = url.contains("after=") ? Integer.parseInt(url.replaceFirst(".*after=", "")) : 0;
    int until = Math.min(MANY, from + PART);
    String guests =
        IntStream.range(from, until).mapToObj(DeskFigures::guest).collect(Collectors.joining(","));
    route.fulfill(
        new Route.FulfillOptions()
            .setHeaders(Map.of("X-Request-Id", "none", "Content-Type", "application/json"))
            .setBody(
                """
                {"guests": [%s], "version": "%d", "more": %b, "whole": %b,
                 "desk": {"add_guests": null, "names_offline": true}}
                """
                    .formatted(guests, until, until < MANY, from == 0)));
  }

  private static String guest(int i) {
    return """
    {"id": %d, "reference": "G%1$d-1", "order_id": %d, "order_reference": "O%2$d", "name": "%s Example %1$d",
     "company": "Company %d", "ticket_type": "Adult", "ticket_type_slug": "adult", "state": "valid",
     "order_state": "confirmed", "payment_state": "paid", "qr_code_identifier": "x-%1$d",
     "note": %s, "attention": false, "added": null, "checked_in": []}
    """
        .formatted(
            1 + i,
            i / 2,
            i % 2 == 0 ? "Ada" : "Zo\u00EB",
            i % 300,
            i % 100 == 0 ? "\"Call Anna\"" : "null");
  }
}
