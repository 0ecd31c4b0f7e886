package io.doorlist.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import io.doorlist.door.CopiedCheckin;
import io.doorlist.door.CopiedTicket;
import io.doorlist.door.DoorColumns;
import io.doorlist.door.DoorDelta;
import io.doorlist.door.Window;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Measures the scanner; only {@code pages/browser/measure} runs it. */
class Figures {
  private static final int REST_STEPS = 360;
  private static final int REST_STEP_MILLIS = 10_000;
  private static final int CODES = 12;

  private static Host host;

  @TempDir private Path folder;

  @BeforeAll
  static void open() {
    Chromium.required();
    host = Host.get();
  }

  @Test
  void measure() throws Exception {
    try (Browser browser = Chromium.launch()) {
      firstLoad(browser);
      copies(browser);
      otherPhone(browser);
      rest(browser);
    }
    frames();
  }

  private void firstLoad(Browser browser) {
    AtomicLong bytes = new AtomicLong();
    try (PhonePage phone = PhonePage.on(browser)) {
      List<Response> answers = new ArrayList<>();
      phone.page.onResponse(answers::add);
      phone.pair(host.link("scanner"));
      Object ready =
          phone.page.evaluate("() => performance.getEntriesByName('ready')[0].startTime");
      for (Response answer : answers) {
        if (answer.url().contains("/-/") && !answer.fromServiceWorker()) {
          bytes.addAndGet(answer.request().sizes().responseBodySize);
        }
      }
      say("first load, compressed: %d bytes", bytes.get());
      say("time to ready: %.0f ms", ((Number) ready).doubleValue());
    }
  }

  /** From a copy as it comes in an answer until the phone can decide by it. */
  private void copies(Browser browser) {
    for (int tickets : new int[] {10_000, 100_000}) {
      String columns = Base64.getEncoder().encodeToString(DoorColumns.write(copy(tickets)));
      try (PhonePage phone = PhonePage.on(browser)) {
        phone.pair(host.link("scanner"));
        Object millis =
            phone.page.evaluate(
                """
                async (columns) => {
                  const script = document.querySelector('script').src;
                  const phone = await import(script.replace('scan.js', 'phone.js'));
                  const from = performance.now();
                  const text = atob(columns);
                  const bytes = new Int8Array(text.length);
                  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
                  phone.open('9', new Int8Array([1, 2, 3]), '', '');
                  phone.apply('9', bytes);
                  phone.decide('9', 'somebody', Date.now());
                  return performance.now() - from;
                }
                """,
                columns);
        say(
            "copy of %d tickets, half of them in, ready: %.0f ms",
            tickets, ((Number) millis).doubleValue());
      }
    }
  }

  private static DoorDelta copy(int tickets) {
    Random random = new Random(1);
    List<CopiedTicket> all = new ArrayList<>();
    List<CopiedCheckin> in = new ArrayList<>();
    for (int i = 1; i <= tickets; i++) {
      all.add(new CopiedTicket(i, 9_000 + i, random.nextLong(), "adult", false, Window.ALWAYS));
      if (i % 2 == 0) {
        in.add(new CopiedCheckin(CopiedCheckin.place(i, 0), 9_000 + i, 1_790_000_000L + i));
      }
    }
    return new DoorDelta(all, List.of(), in, List.of());
  }

  private void otherPhone(Browser browser) throws Exception {
    try (PhonePage first = PhonePage.on(browser).pair(host.link("1", "scanner", "A"));
        PhonePage second = PhonePage.on(browser).pair(host.link("1", "scanner", "B"))) {
      int before = Integer.parseInt(second.page.locator(".figures b").innerText());
      first.scan(host.ticket("Day"));
      long from = System.nanoTime();
      second.waitFor(".figures b:text-is('" + (before + 1) + "')");
      say("phone B knows after phone A: %d ms", (System.nanoTime() - from) / 1_000_000);
    }
  }

  private void rest(Browser browser) {
    try (PhonePage phone = PhonePage.on(browser)) {
      phone.page.clock().install();
      phone.pair(host.link("scanner"));
      // Three minutes after the last scan a phone is at rest.
      pass(phone.page, 20);
      int before = phone.asked.size();
      pass(phone.page, REST_STEPS);
      say("requests in an hour at rest: %d", phone.asked.size() - before);
    }
  }

  private static void pass(Page page, int steps) {
    for (int i = 0; i < steps; i++) {
      page.clock().runFor(REST_STEP_MILLIS);
      page.waitForFunction("() => new Promise((done) => requestIdleCallback(() => done(true)))");
    }
  }

  private void frames() throws Exception {
    List<String> codes = new ArrayList<>();
    for (int i = 0; i < CODES; i++) {
      codes.add(host.ticket("Weekend"));
    }
    Path film = Film.of(codes, folder);
    try (Browser browser = Chromium.launch(film);
        PhonePage phone = PhonePage.on(browser).pair(host.link("scanner"))) {
      phone.page.waitForFunction(
          "(n) => performance.getEntriesByName('frame-to-verdict').length >= n",
          CODES,
          new Page.WaitForFunctionOptions().setTimeout(120_000));
      Map<?, ?> found =
          (Map<?, ?>)
              phone.page.evaluate(
                  """
                  () => {
                    const all = performance.getEntriesByName('frame-to-verdict')
                      .map((each) => each.duration).sort((a, b) => a - b);
                    return {p50: all[Math.floor(all.length * 0.5)],
                            p95: all[Math.floor(all.length * 0.95)]};
                  }
                  """);
      say(
          "frame to verdict: p50 %.0f ms, p95 %.0f ms",
          ((Number) found.get("p50")).doubleValue(), ((Number) found.get("p95")).doubleValue());
    }
  }

  private static void say(String line, Object... figures) {
    System.out.println(line.formatted(figures));
  }
}
