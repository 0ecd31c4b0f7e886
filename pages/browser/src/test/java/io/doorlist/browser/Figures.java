package io.doorlist.browser;

import com.google.gson.JsonObject;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.Route;
import io.doorlist.door.CopiedCheckin;
import io.doorlist.door.CopiedTicket;
import io.doorlist.door.DoorColumns;
import io.doorlist.door.DoorColumnsReader;
import io.doorlist.door.DoorDelta;
import io.doorlist.door.Window;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Measures the scanner; only {@code pages/browser/measure} runs it. */
class Figures extends BrowserTest {
  private static final int REST_STEPS = 360;
  private static final int REST_STEP_MILLIS = 10_000;
  private static final int CODES = 12;

  private static final Pattern COLUMNS = Pattern.compile("\"columns\":\"([^\"]*)\"");

  private static final int SLOWER = 6;
  private static final int SCANS = 100;

  private static final String WATCH_LONG_TASKS =
      """
      window.longTasks = [];
      new PerformanceObserver((list) => window.longTasks.push(...list.getEntries()))
        .observe({type: 'longtask', buffered: true});
      """;

  /** Since something was first shown: how many tasks were long, and the longest. */
  private static final String LONG_TASKS =
      """
      () => {
        const shown = performance.getEntriesByName('first-contentful-paint')[0].startTime;
        const millis = window.longTasks.filter((each) => each.startTime > shown)
          .map((each) => Math.round(each.duration)).sort((a, b) => b - a);
        return `${millis.filter((each) => each > 100).length} over 100 ms, ${millis.length} over 50 ms: ${millis.slice(0, 8)}`;
      }
      """;

  @TempDir private Path folder;

  @Test
  void loadsCopiesAndFrames_areMeasured() throws Exception {
    firstLoad();
    copies();
    otherPhone();
    rest();
    frames();
  }

  private void firstLoad() throws Exception {
    try (PhonePage phone = PhonePage.on(browser)) {
      List<Response> answers = new ArrayList<>();
      phone.page.onResponse(answers::add);
      phone.pair(link(Fair.MAIN, "scanner", "Figures"));
      Object ready =
          phone.page.evaluate("() => performance.getEntriesByName('ready')[0].startTime");
      say("first load, compressed: %d bytes", ScannerTest.bytes(answers));
      say("time to ready: %.0f ms", ((Number) ready).doubleValue());
    }
  }

  /** From a copy as it comes in an answer until the phone can decide by it. */
  private void copies() throws Exception {
    for (int tickets : new int[] {10_000, 100_000}) {
      String columns = Base64.getEncoder().encodeToString(DoorColumns.write(copy(1, tickets)));
      try (PhonePage phone = phone("Figures")) {
        Object millis =
            phone.page.evaluate(
                """
                async (columns) => {
                  const phone = await load('phone.js');
                  const from = performance.now();
                  const text = atob(columns);
                  const bytes = new Int8Array(text.length);
                  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
                  phone.open('9', new Int8Array([1, 2, 3]));
                  phone.begin('9', bytes);
                  while (phone.step('9', 1_000));
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

  private static DoorDelta copy(int first, int last) {
    Random random = new Random(first);
    List<CopiedTicket> all = new ArrayList<>();
    List<CopiedCheckin> in = new ArrayList<>();
    for (int i = first; i <= last; i++) {
      all.add(new CopiedTicket(i, 9_000 + i, random.nextLong(), "adult", Window.ALWAYS));
      if (i % 2 == 0) {
        in.add(new CopiedCheckin(i * 64L, 9_000 + i, 1_790_000_000L + i));
      }
    }
    return new DoorDelta(all, List.of(), in, List.of());
  }

  private void otherPhone() throws Exception {
    try (PhonePage first = phone("A");
        PhonePage second = phone("B")) {
      int before = Integer.parseInt(second.page.locator(".figures b").innerText());
      first.scan(Fair.unused());
      long from = System.nanoTime();
      second.waitFor(".figures b:text-is('" + (before + 1) + "')");
      say("phone B knows after phone A: %d ms", (System.nanoTime() - from) / 1_000_000);
    }
  }

  private void rest() throws Exception {
    try (PhonePage phone = PhonePage.on(browser)) {
      phone.page.clock().install();
      phone.pair(link(Fair.MAIN, "scanner", "Figures"));
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
      page.evaluate("() => new Promise((done) => requestIdleCallback(() => done(true)))");
    }
  }

  private void frames() throws Exception {
    Path film = Film.of(Fair.unused(CODES), folder);
    try (Browser browser = Chromium.launch(film);
        PhonePage phone = PhonePage.on(browser).pair(link(Fair.MAIN, "scanner", "Figures"))) {
      phone.page.waitForFunction(
          "(n) => performance.getEntriesByName('frame-to-verdict').length >= n",
          CODES,
          new Page.WaitForFunctionOptions().setTimeout(120_000));
      List<?> millis =
          (List<?>)
              phone.page.evaluate(
                  """
                  () => performance.getEntriesByName('frame-to-verdict').map((each) => each.duration)
                  """);
      sayTimes(
          "frame to verdict", millis.stream().map(each -> ((Number) each).doubleValue()).toList());
    }
  }

  /**
   * A phone six times slower than this machine, at a list of 100,000 tickets: while it copies and
   * scans, how long nothing else happens on the page.
   */
  @Test
  void weakPhone_isMeasured() throws Exception {
    try (PhonePage phone = PhonePage.on(browser)) {
      phone.page.addInitScript(WATCH_LONG_TASKS);
      phone.page.route(Pattern.compile(".*/checkin_lists/71/door(\\?.*)?"), largeList());
      CDPSession chromium = phone.phone.newCDPSession(phone.page);
      JsonObject rate = new JsonObject();
      rate.addProperty("rate", SLOWER);
      chromium.send("Emulation.setCPUThrottlingRate", rate);
      phone.pair(link(Fair.MAIN, "scanner", "Figures"));
      Object ready =
          phone.page.evaluate(
              "() => performance.now() - performance.getEntriesByName('ready')[0].startTime");
      say("6x slower: copy of 100,000 ready: %.0f ms", ((Number) ready).doubleValue());
      sayTimes("6x slower: scans online", phone.scanTimes(Fair.unused(SCANS)));
      say("6x slower: long tasks: %s", phone.page.evaluate(LONG_TASKS));
    }
  }

  /** Answers the first request for a copy with a large one, and then that nothing is new. */
  private static Consumer<Route> largeList() {
    return route -> {
      if (route.request().url().contains("have=weak")) {
        route.fulfill(new Route.FulfillOptions().setStatus(304));
        return;
      }
      String body = route.fetch().text();
      Matcher columns = COLUMNS.matcher(body);
      columns.find();
      // The tickets that are scanned are among the others, which have the higher ordinals.
      DoorDelta all =
          DoorColumnsReader.readAll(Base64.getDecoder().decode(columns.group(1)))
              .then(copy(10_001, 110_000));
      String large = Base64.getEncoder().encodeToString(DoorColumns.write(all));
      String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC));
      route.fulfill(
          new Route.FulfillOptions()
              .setContentType("application/json")
              .setHeaders(Map.of("ETag", "\"weak\"", "Date", date, "X-Request-Id", "1"))
              .setBody(
                  columns
                      .replaceFirst("\"columns\":\"" + large + "\"")
                      .replaceFirst("\"version\":\"[^\"]*\"", "\"version\":\"weak\"")
                      .replaceFirst("\"more\":true", "\"more\":false")));
    };
  }

  private static void sayTimes(String what, List<Double> millis) {
    List<Double> sorted = millis.stream().sorted().toList();
    double p50 = sorted.get(sorted.size() / 2);
    double p95 = sorted.get(sorted.size() * 95 / 100);
    say("%s: p50 %.0f ms, p95 %.0f ms", what, p50, p95);
  }

  private static void say(String line, Object... figures) {
    System.out.println(line.formatted(figures));
  }
}
