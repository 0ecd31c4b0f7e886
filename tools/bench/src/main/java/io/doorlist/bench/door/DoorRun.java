package io.doorlist.bench.door;

import io.doorlist.bench.door.DoorTraffic.Kind;
import io.doorlist.bench.door.DoorTraffic.Wish;
import io.doorlist.bench.door.OpenLoop.Exchange;
import io.doorlist.bench.report.BenchCommand;
import io.doorlist.bench.report.Machine;
import io.doorlist.exactness.history.Answer;
import io.doorlist.exactness.history.Answer.Seen;
import io.doorlist.exactness.history.Answers;
import io.doorlist.exactness.history.Asked;
import io.doorlist.exactness.history.Checker;
import io.doorlist.exactness.history.Moment;
import io.doorlist.exactness.history.Operation;
import io.doorlist.exactness.history.Violation;
import io.doorlist.exactness.history.Walk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** An event at a local host of its own, with all requests sent there. */
final class DoorRun implements AutoCloseable {
  private static final int WALK_ITEMS = 250;
  private static final int SERVER_ERROR = 500;
  private static final Duration QUIET = Duration.ofSeconds(2);
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int[] WARM_UP = {8, 4, 2, 1};

  private final DoorEvent event;
  private final DoorTraffic traffic;
  private final Path data;
  private final HostOptions options;
  private HostProcess host;
  private OpenLoop load;
  private final List<Exchange> history = new ArrayList<>();

  /**
   * Opens the doors.
   *
   * @param tickets of the event, or a few more
   * @param data the folder of the table's data, or {@code null} for memory
   * @param options how the host runs
   */
  DoorRun(int lists, int tickets, Path data, HostOptions options) throws Exception {
    event = new DoorEvent(lists, tickets);
    this.data = data;
    this.options = options;
    host = HostProcess.filled(options, data, event);
    traffic = new DoorTraffic(event);
    try {
      load = new OpenLoop(host.url(), event, data);
    } catch (Exception e) {
      host.close();
      throw e;
    }
  }

  /**
   * Increases the load as when doors open: an eighth of a rate, a quarter, a half and all of it. A
   * host that has just started is many times slower.
   */
  void warmUp(double checkinsPerSecond, Duration length) {
    for (int share : WARM_UP) {
      come(checkinsPerSecond / share, length.dividedBy(WARM_UP.length));
    }
  }

  /** Sends this many check-ins a second, and returns the figures. */
  DoorFigures come(double checkinsPerSecond, Duration length) {
    double requestsPerSecond = checkinsPerSecond * DoorTraffic.requestsPerCheckin();
    return measured(length, () -> load.run(traffic, requestsPerSecond, length));
  }

  /** Sends check-ins on this many connections, each as soon as the previous one is answered. */
  DoorFigures crowd(int connections, Duration length) {
    return measured(length, () -> load.runClosed(traffic, connections, length));
  }

  private DoorFigures measured(Duration length, Supplier<List<Exchange>> requests) {
    Duration hostTime = host.processorTime();
    long loadTime = Machine.cpuNanos();
    List<Exchange> exchanges = requests.get();
    Duration hostTook = host.processorTime().minus(hostTime);
    Duration loadTook = Duration.ofNanos(Machine.cpuNanos() - loadTime);
    history.addAll(exchanges);
    DoorFigures figures = DoorFigures.of(exchanges, length, hostTook, loadTook);
    figures.odd().forEach((answer, times) -> BenchCommand.say(answer + ": " + times + " times"));
    return figures;
  }

  /** Kills the host while people come, and starts it again on the same data. */
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
    history.addAll(load.runClosed(traffic, connections, after.multipliedBy(2)));
    killer.join();
    load.close();
    host = new HostProcess(options, data);
    host.open();
    load = new OpenLoop(host.url(), event, data);
  }

  /** Returns the violations that the history checker finds in all requests so far. */
  List<Violation> violations() throws InterruptedException {
    awaitQuiet();
    List<Operation> operations = new ArrayList<>();
    for (Exchange exchange : history) {
      if (exchange.wish().kind() != Kind.TICKETS) {
        operations.add(
            new Operation(
                0,
                exchange.wish().asked(),
                moment(exchange.invoked()),
                moment(exchange.completed()),
                answer(exchange)));
      }
    }
    List<Walk> walks = new ArrayList<>();
    for (int list = 1; list <= event.lists(); list++) {
      walks.add(walk(list));
    }
    return new Checker(event.roster()).check(operations, walks);
  }

  /** No list of the event has a window, so the time of day does not matter. */
  private static Moment moment(long tick) {
    return new Moment(tick, Instant.EPOCH);
  }

  /**
   * Waits until the host is idle: an overloaded host continues with requests that nobody waits for
   * any more, and a check-in while pages are read would shift their rows.
   */
  private void awaitQuiet() throws InterruptedException {
    boolean answered =
        history.stream()
            .map(Exchange::status)
            .allMatch(status -> status != 0 && status < SERVER_ERROR);
    if (!answered) {
      List<Long> before;
      do {
        before = counts();
        Thread.sleep(QUIET);
      } while (!counts().equals(before));
    }
  }

  private List<Long> counts() throws InterruptedException {
    List<Long> counts = new ArrayList<>();
    for (int list = 1; list <= event.lists(); list++) {
      counts.add(count(list));
    }
    return counts;
  }

  private long count(int list) throws InterruptedException {
    return read(Asked.count(list, event.tokenIds().getFirst())).count();
  }

  private Walk walk(int list) throws InterruptedException {
    String token = event.tokenIds().getFirst();
    long count = count(list);
    List<Seen> rows = new ArrayList<>();
    for (int page = 1; page <= (count + WALK_ITEMS - 1) / WALK_ITEMS; page++) {
      rows.addAll(read(Asked.page(list, token, page, WALK_ITEMS)).checkins());
    }
    return new Walk(list, count, rows);
  }

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
