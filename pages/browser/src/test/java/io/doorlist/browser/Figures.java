package io.doorlist.browser;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.Route;
import io.doorlist.door.CopiedCheckin;
import io.doorlist.door.CopiedTicket;
import io.doorlist.door.DoorColumns;
import io.doorlist.door.DoorDelta;
import io.doorlist.door.DoorPieces;
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
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Measures the scanner; only {@code pages/browser/measure} runs it. */
class Figures {
  private static final int REST_STEPS = 360;
  private static final int REST_STEP_MILLIS = 10_000;
  private static final int CODES = 12;

  private static final Pattern COLUMNS = Pattern.compile("\"columns\":\"([^\"]*)\"");

  private static final int SLOWER = 6;
  private static final int SCANS = 100;
  private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.RFC_1123_DATE_TIME;

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
    try (PhonePage phone = PhonePage.on(browser)) {
      List<Response> answers = new ArrayList<>();
      phone.page.onResponse(answers::add);
      phone.pair(host.link("scanner"));
      Object ready =
          phone.page.evaluate("() => performance.getEntriesByName('ready')[0].startTime");
      say("first load, compressed: %d bytes", FirstLoadTest.bytes(answers));
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
                  const phone = await load('phone.js');
                  const from = performance.now();
                  const text = atob(columns);
                  const bytes = new Int8Array(text.length);
                  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
                  phone.open('9', new Int8Array([1, 2, 3]), '', '');
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

  private static DoorDelta copy(int tickets) {
    return copy(1, tickets);
  }

  private static DoorDelta copy(int first, int last) {
    Random random = new Random(first);
    List<CopiedTicket> all = new ArrayList<>();
    List<CopiedCheckin> in = new ArrayList<>();
    for (int i = first; i <= last; i++) {
      all.add(new CopiedTicket(i, 9_000 + i, random.nextLong(), "adult", false, Window.ALWAYS));
      if (i % 2 == 0) {
        in.add(new CopiedCheckin(i * 64L, 9_000 + i, 1_790_000_000L + i));
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
   * A phone six times slower than this machine, at a list of 100,000 tickets that comes in two
   * parts: while it copies and scans, how long nothing else happens on the page.
   */
  @Test
  void weakPhone() {
    try (Browser browser = Chromium.launch();
        PhonePage phone = PhonePage.on(browser)) {
      phone.page.addInitScript(WATCH_LONG_TASKS);
      phone.page.route(Pattern.compile(".*/checkin_lists/1/door(\\?.*)?"), largeList());
      CDPSession chromium = phone.phone.newCDPSession(phone.page);
      JsonObject rate = new JsonObject();
      rate.addProperty("rate", SLOWER);
      chromium.send("Emulation.setCPUThrottlingRate", rate);
      phone.pair(host.link("scanner"));
      Object ready =
          phone.page.evaluate(
              "() => performance.now() - performance.getEntriesByName('ready')[0].startTime");
      say("6x slower: copy of 100,000 ready: %.0f ms", ((Number) ready).doubleValue());
      List<String> codes = new ArrayList<>();
      for (int i = 0; i < SCANS; i++) {
        codes.add(host.ticket("Weekend"));
      }
      sayTimes("6x slower: scans online", phone.scanTimes(codes));
      say("6x slower: long tasks: %s", phone.page.evaluate(LONG_TASKS));
    }
  }

  /** Answers requests for a copy with a large one in two parts, and then that nothing is new. */
  private static Consumer<Route> largeList() {
    AtomicReference<String> body = new AtomicReference<>();
    return route -> {
      String url = route.request().url();
      if (url.contains("have=weak2")) {
        route.fulfill(new Route.FulfillOptions().setStatus(304));
        return;
      }
      boolean first = !url.contains("have=weak1");
      if (first) {
        body.set(route.fetch().text());
      }
      DoorDelta part =
          first ? both(columnsOf(body.get()), copy(1_001, 53_000)) : copy(53_001, 101_000);
      String columns = Base64.getEncoder().encodeToString(DoorColumns.write(part));
      route.fulfill(
          new Route.FulfillOptions()
              .setContentType("application/json")
              .setHeaders(
                  Map.of("ETag", "\"weak\"", "Date", HTTP_DATE.format(now()), "X-Request-Id", "1"))
              .setBody(
                  body.get()
                      .replaceFirst(COLUMNS.pattern(), "\"columns\":\"" + columns + "\"")
                      .replaceFirst(
                          "\"version\":\"[^\"]*\"",
                          first ? "\"version\":\"weak1\"" : "\"version\":\"weak2\"")
                      .replaceFirst(
                          "\"have\":(null|\"[^\"]*\")",
                          first ? "\"have\":null" : "\"have\":\"weak1\"")
                      .replaceFirst("\"more\":(true|false)", "\"more\":" + first)));
    };
  }

  /** Returns the tickets of the demo: those that are scanned are among the others. */
  private static DoorDelta columnsOf(String body) {
    Matcher columns = COLUMNS.matcher(body);
    columns.find();
    return DoorPieces.readAll(Base64.getDecoder().decode(columns.group(1)));
  }

  /** Returns two lists of tickets as one, the second of which has the higher ordinals. */
  private static DoorDelta both(DoorDelta one, DoorDelta other) {
    List<CopiedTicket> tickets = new ArrayList<>(one.tickets());
    tickets.addAll(other.tickets());
    List<CopiedCheckin> checkins = new ArrayList<>(one.checkins());
    checkins.addAll(other.checkins());
    return new DoorDelta(tickets, List.of(), checkins, List.of());
  }

  private static ZonedDateTime now() {
    return ZonedDateTime.now(ZoneOffset.UTC);
  }

  /**
   * Processor seconds before a wall: while the page reads, and when it has found that nobody is
   * there.
   */
  @Test
  void processor() throws Exception {
    try (Browser browser = Chromium.launch(Film.still(folder));
        PhonePage phone = PhonePage.on(browser).pair(host.link("scanner"))) {
      phone.waitFor(".camera.on");
      CDPSession chromium = browser.newBrowserCDPSession();
      phone.page.waitForTimeout(5_000);
      say("processor seconds an hour, reading: %.0f", anHour(phone, chromium));
      phone.page.waitForTimeout(15_000);
      say("processor seconds an hour, at rest: %.0f", anHour(phone, chromium));
    }
  }

  private static double anHour(PhonePage phone, CDPSession chromium) {
    double before = processorSeconds(chromium);
    long from = System.nanoTime();
    phone.page.waitForTimeout(10_000);
    return (processorSeconds(chromium) - before) * 3_600e9 / (System.nanoTime() - from);
  }

  private static double processorSeconds(CDPSession chromium) {
    double seconds = 0;
    for (JsonElement each :
        chromium.send("SystemInfo.getProcessInfo").getAsJsonArray("processInfo")) {
      seconds += each.getAsJsonObject().get("cpuTime").getAsDouble();
    }
    return seconds;
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
