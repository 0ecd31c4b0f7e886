package io.doorlist.bench.door;

import io.doorlist.bench.door.DoorTraffic.Kind;
import io.doorlist.bench.door.DoorTraffic.Wish;
import io.doorlist.bench.door.OpenLoop.Exchange;
import io.doorlist.bench.report.BenchCommand;
import io.doorlist.bench.report.Report;
import io.doorlist.exactness.history.Answer;
import io.doorlist.exactness.history.Answers;
import io.doorlist.exactness.history.Moment;
import io.doorlist.exactness.history.Operation;
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
  private static final Duration QUIET = Duration.ofSeconds(1);
  private static final int[] WARM_UP = {8, 4, 2, 1};

  private final DoorEvent event;
  private final DoorTraffic traffic;
  private final Path data;
  private final HostProcess.Spec spec;
  private HostProcess host;
  private OpenLoop load;
  private final List<Exchange> history = new ArrayList<>();

  /**
   * Opens the doors.
   *
   * @param tickets of the event, or a few more
   * @param data the folder of the table's data, or {@code null} for memory
   * @param spec how the host runs
   */
  DoorRun(int lists, int tickets, Path data, HostProcess.Spec spec) throws Exception {
    event = new DoorEvent(lists, tickets);
    this.data = data;
    this.spec = spec;
    host = HostProcess.filled(spec, data, event);
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

  DoorFigures come(double checkinsPerSecond, Duration length) {
    double requestsPerSecond = checkinsPerSecond * DoorTraffic.requestsPerCheckin();
    return measured(length, () -> load.run(traffic, requestsPerSecond, length));
  }

  DoorFigures crowd(int connections, Duration length) {
    return measured(length, () -> load.runClosed(traffic, connections, length));
  }

  private DoorFigures measured(Duration length, Supplier<List<Exchange>> requests) {
    Duration hostTime = host.processorTime();
    List<Exchange> exchanges = requests.get();
    Duration hostTook = host.processorTime().minus(hostTime);
    history.addAll(exchanges);
    DoorFigures figures = DoorFigures.of(exchanges, length, hostTook);
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
    host = new HostProcess(spec, data);
    host.open();
    load = new OpenLoop(host.url(), event, data);
  }

  /** Lets the history checker look at all requests so far. */
  void checkHistory(Report report, String sentence) throws InterruptedException {
    ListReader lists =
        new ListReader(event, asked -> answer(load.ask(new Wish(Kind.CHECKINS, asked))));
    awaitQuiet(lists);
    List<Operation> operations =
        history.stream()
            .filter(exchange -> exchange.wish().kind() != Kind.TICKETS)
            .map(DoorRun::operation)
            .toList();
    List<Walk> walks = new ArrayList<>();
    for (int list = 1; list <= event.lists(); list++) {
      walks.add(lists.walk(list, 0));
    }
    lists.check(report, sentence, operations, walks);
  }

  /** No list of the event has a window, so the time of day does not matter. */
  private static Operation operation(Exchange exchange) {
    return new Operation(
        0,
        exchange.wish().asked(),
        new Moment(exchange.invoked(), Instant.EPOCH),
        new Moment(exchange.completed(), Instant.EPOCH),
        answer(exchange));
  }

  /**
   * Waits until the host is idle: an overloaded host continues with requests that nobody waits for
   * any more, and a check-in while pages are read would shift their rows.
   */
  private void awaitQuiet(ListReader lists) throws InterruptedException {
    List<Long> before;
    do {
      before = counts(lists);
      Thread.sleep(QUIET);
    } while (!counts(lists).equals(before));
  }

  private List<Long> counts(ListReader lists) throws InterruptedException {
    List<Long> counts = new ArrayList<>();
    for (int list = 1; list <= event.lists(); list++) {
      counts.add(lists.count(list));
    }
    return counts;
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
