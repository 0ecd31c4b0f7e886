package io.doorlist.bench.door;

import io.doorlist.bench.door.DoorTraffic.Kind;
import io.doorlist.bench.door.DoorTraffic.Wish;
import io.doorlist.bench.door.OpenLoop.Exchange;
import io.doorlist.bench.report.BenchCommand;
import io.doorlist.bench.report.BenchReport;
import io.doorlist.domain.Mode;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.exactness.history.Answer;
import io.doorlist.exactness.history.Answer.Seen;
import io.doorlist.exactness.history.Answers;
import io.doorlist.exactness.history.ApiClient;
import io.doorlist.exactness.history.Asked;
import io.doorlist.exactness.history.Checker;
import io.doorlist.exactness.history.HistoryRule;
import io.doorlist.exactness.history.HistoryWriter;
import io.doorlist.exactness.history.Operation;
import io.doorlist.exactness.history.Violation;
import io.doorlist.exactness.history.Walk;
import io.doorlist.testing.Stores;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** An event at a local host of its own, and all requests to that host. */
final class DoorRun implements AutoCloseable {
  private static final Duration QUIET = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int[] WARM_UP = {8, 4, 2, 1};
  private static final int ITEMS = 250;
  private static final int SHOWN = 20;

  /** A number that is larger than the number of all scans. */
  private static final int MANY = 1_000_000;

  private final DoorEvent event;
  private final DoorTraffic traffic;
  private final Path data;
  private final HostProcess.Spec spec;
  private final HistoryWriter history = new HistoryWriter(InstantSource.system());
  private final List<Exchange> exchanges = new ArrayList<>();
  private HostProcess host;
  private OpenLoop load;

  /**
   * Opens the doors.
   *
   * @param tickets the number of tickets for people who come, or a few more
   * @param queued how many other tickets phones let in while they were offline
   * @param data the folder of the table's data, or {@code null} for memory
   */
  DoorRun(int lists, int tickets, int queued, Path data, HostProcess.Spec spec) throws Exception {
    event = new DoorEvent(lists, queued + tickets);
    this.data = data;
    this.spec = spec;
    host = HostProcess.filled(spec, data, event);
    traffic = new DoorTraffic(event, queued);
    try {
      load = new OpenLoop(host.url(), event, data, history);
    } catch (Exception e) {
      host.close();
      throw e;
    }
  }

  /**
   * Increases the load as at an opening: to an eighth of the rate, a quarter, a half, and all of
   * it. A host that has just started is many times slower.
   */
  void warmUp(double checkinsPerSecond, Duration length) {
    for (int share : WARM_UP) {
      come(checkinsPerSecond / share, length.dividedBy(WARM_UP.length));
    }
  }

  DoorFigures come(double checkinsPerSecond, Duration length) {
    double requestsPerSecond = checkinsPerSecond * DoorTraffic.requestsPerCheckin();
    return measured(length, () -> load.run(traffic::next, requestsPerSecond, length, () -> false));
  }

  /**
   * Lets people check in, without other requests, until the time is over or {@code done} says so.
   */
  List<Exchange> comeIn(double perSecond, Duration longest, BooleanSupplier done) {
    List<Exchange> all = load.run(traffic::nextCheckin, perSecond, longest, done);
    exchanges.addAll(all);
    return all;
  }

  DoorFigures crowd(int connections, Duration length) {
    return measured(length, () -> load.runClosed(traffic, connections, length));
  }

  private DoorFigures measured(Duration length, Supplier<List<Exchange>> requests) {
    Duration hostTime = host.processorTime();
    List<Exchange> all = requests.get();
    Duration hostTook = host.processorTime().minus(hostTime);
    exchanges.addAll(all);
    DoorFigures figures = DoorFigures.of(all, length, hostTook);
    figures.odd().forEach((answer, times) -> BenchCommand.say(answer + ": " + times + " times"));
    return figures;
  }

  /** Returns how much memory the host has, in MB. */
  long residentMegabytes() throws IOException {
    return host.residentMegabytes();
  }

  /** Kills the host while people check in, and starts it again with the same data. */
  void killAndStart(int connections, Duration after) throws Exception {
    HostProcess victim = host;
    Thread killer =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    Thread.sleep(after);
                    victim.kill();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
    exchanges.addAll(load.runClosed(traffic, connections, after.multipliedBy(2)));
    killer.join();
    load.close();
    host = new HostProcess(spec, data);
    host.open();
    load = new OpenLoop(host.url(), event, data, history);
  }

  DoorEvent event() {
    return event;
  }

  HistoryWriter history() {
    return history;
  }

  ApiClient client() {
    return new ApiClient(host.url().resolve(DoorEvent.PATH), event::secret);
  }

  /** Returns how many double or wrong admissions of the first list have no explanation. */
  long doubles() {
    try (Stores stores = host.stores()) {
      EventDefinition definition =
          stores.events().readDefinition(DoorEvent.ACCOUNT, DoorEvent.EVENT).orElseThrow();
      CheckinList list = definition.list(1).orElseThrow();
      return stores.log().open(definition, list, Mode.LIVE, 0, MANY).happenings().size();
    }
  }

  /**
   * Passes all requests so far to the history checker. A separate check says whether the host
   * failed under load.
   */
  void checkHistory(BenchReport report, String sentence, long doubles) throws InterruptedException {
    awaitQuiet();
    List<Operation> operations = new ArrayList<>(history.operations());
    exchanges.stream()
        .filter(exchange -> exchange.wish().kind() != Kind.TICKETS)
        .map(DoorRun::operation)
        .forEach(operations::add);
    List<Walk> walks = new ArrayList<>();
    for (int list = 1; list <= event.lists(); list++) {
      walks.add(walk(list, doubles));
    }
    BenchCommand.say("checking the history");
    List<Violation> violations = new Checker(event.roster()).check(operations, walks);
    violations.stream().limit(SHOWN).forEach(each -> BenchCommand.say(each.toString()));
    report.check(sentence, violations.stream().allMatch(DoorRun::failed));
    report.check("the host never fails", violations.stream().noneMatch(DoorRun::failed));
  }

  private static boolean failed(Violation violation) {
    return violation.rule() == HistoryRule.EXPECTED_ANSWER;
  }

  private static Operation operation(Exchange exchange) {
    return new Operation(
        0, exchange.wish().asked(), exchange.begun(), exchange.ended(), answer(exchange));
  }

  private Walk walk(int list, long doubles) throws InterruptedException {
    long count = count(list);
    List<Seen> rows = new ArrayList<>();
    for (int page = 1; page <= (count + ITEMS - 1) / ITEMS; page++) {
      rows.addAll(read(Asked.page(list, token(), page, ITEMS)).checkins());
    }
    return new Walk(list, count, rows, List.of(), doubles);
  }

  /**
   * Waits until the host is idle. An overloaded host still works on requests that nobody waits for
   * any more. A check-in while pages are read would shift their rows.
   */
  private void awaitQuiet() throws InterruptedException {
    List<Long> before;
    do {
      before = counts();
      Thread.sleep(QUIET);
    } while (!counts().equals(before));
  }

  private List<Long> counts() throws InterruptedException {
    List<Long> counts = new ArrayList<>();
    for (int list = 1; list <= event.lists(); list++) {
      counts.add(count(list));
    }
    return counts;
  }

  private long count(int list) throws InterruptedException {
    return read(Asked.count(list, token())).count();
  }

  private String token() {
    return event.tokenIds().getFirst();
  }

  /**
   * Repeats a read until a busy host answers, as its partitions get new capacity within a second.
   */
  private Answer read(Asked asked) throws InterruptedException {
    Instant end = Instant.now().plus(PATIENCE);
    while (true) {
      Answer answer = answer(load.ask(new Wish(Kind.CHECKINS, asked)));
      if (answer.status() == 200) {
        return answer;
      }
      if (Instant.now().isAfter(end)) {
        throw new IllegalStateException(answer.status() + " at the end: " + asked.kind());
      }
      Thread.sleep(QUIET);
    }
  }

  private static Answer answer(Exchange exchange) {
    return exchange.status() == 0
        ? Answer.NONE
        : Answers.read(exchange.status(), new String(exchange.body(), StandardCharsets.UTF_8));
  }

  @Override
  public void close() throws IOException {
    try {
      load.close();
    } finally {
      host.close();
    }
  }
}
