package io.doorlist.exactness.storm;

import io.doorlist.domain.Mode;
import io.doorlist.exactness.history.Answer;
import io.doorlist.exactness.history.Asked;
import io.doorlist.exactness.simulator.evening.SimulatedEvent;
import io.doorlist.exactness.simulator.fault.FaultPlan;
import io.doorlist.exactness.simulator.fault.FaultyEngine;
import io.doorlist.exactness.simulator.schedule.Scheduler;
import io.doorlist.exactness.simulator.schedule.Trace;
import io.doorlist.exactness.storm.StormReport.Work;
import io.doorlist.phone.BackOff;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.testing.Units;
import io.doorlist.testing.WholeTable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;

/**
 * One storm at the doors in simulated time: real handlers on a table with the limits of a
 * partition, live scans, and phones that send what they queued.
 */
final class Storm {
  private static final long LIST = 1;
  private static final String PARTITION =
      TableSchema.checkins(SimulatedEvent.ACCOUNT, SimulatedEvent.EVENT, LIST, Mode.LIVE);
  private static final int BUSY = 503;
  private static final Duration UNANSWERED = Duration.ofSeconds(10);
  private static final long STEPS = 200_000_000;
  private static final Duration LONGEST_DRAIN = Duration.ofMinutes(10);

  private final StormPlan plan;
  private final StormFault fault;
  private final SplittableRandom random;
  private final Scheduler scheduler;
  private final Throughput throughput;
  private final Trace trace;
  private final StormTickets tickets;
  private final Instances instances;
  private final Instant start = SimulatedEvent.START;
  private final Instant calm = start.plus(StormPlan.LENGTH);
  private final Instant end = start.plus(StormPlan.WATCHED);
  private final List<StormReport.Live> live = new ArrayList<>();
  private final List<UploadingPhone> phones = new ArrayList<>();
  private int open;
  private Work begun;
  private Work ended;

  Storm(StormPlan plan, StormFault fault, boolean traced) {
    this.plan = plan;
    this.fault = fault;
    this.trace = new Trace(traced);
    this.random = new SplittableRandom(plan.seed());
    this.scheduler = new Scheduler(start, random.split(), STEPS);
    this.tickets = new StormTickets(LIST, scheduler::now);
    this.throughput = new Throughput(scheduler::now, plan.units());
    FaultPlan none = new FaultPlan(random.split(), start);
    none.end();
    Engine table =
        new ShortPatience(
            new FaultyEngine(
                new LimitedEngine(tickets.table(), throughput), scheduler, none, trace, key -> {}),
            plan.patience(),
            fault == StormFault.NO_PATIENCE);
    this.instances = new Instances(table, scheduler, random.split());
  }

  StormReport run() {
    scheduler.start(Duration.ZERO, () -> people(random.split()));
    for (int i = 0; i < plan.phones(); i++) {
      UploadingPhone phone = new UploadingPhone(random.split());
      phones.add(phone);
      scheduler.start(Duration.ofMillis(random.nextInt(1000)), phone::use);
    }
    // A bucket is full when it begins.
    scheduler.start(StormPlan.LENGTH.dividedBy(4), () -> begun = work());
    scheduler.start(StormPlan.LENGTH, () -> ended = work());
    scheduler.run();
    return new StormReport(plan, live, begun, ended, work(), trace.lines());
  }

  private Work work() {
    double useful = 0;
    long checkins = 0;
    for (Item item : WholeTable.partition(tickets.table(), PARTITION)) {
      boolean row = Character.isDigit(item.key().sk().charAt(0));
      long units = item.has("units") ? item.number("units") : 1;
      if (row && units > 0) {
        checkins += units;
        useful += 1 + Units.ofWrite(item, item, true);
      }
    }
    double written = throughput.written(PARTITION);
    return new Work(scheduler.now(), written, useful, checkins, open + lost());
  }

  private long lost() {
    return phones.stream().mapToLong(phone -> phone.queue.size()).sum();
  }

  /** People come to the doors, whether or not those before them are in. */
  private void people(SplittableRandom own) {
    while (scheduler.now().isBefore(end)) {
      double rate = scheduler.now().isBefore(calm) ? plan.live() : plan.calm();
      double wait = -Math.log(1 - own.nextDouble()) / rate;
      scheduler.sleep(Duration.ofNanos(1 + (long) (wait * 1e9)));
      scheduler.start(Duration.ZERO, () -> scan(own.split()));
    }
  }

  private void scan(SplittableRandom own) {
    String code = tickets.next();
    open++;
    Asked asked = Asked.ticket(LIST, code, "token-a", "key-" + code, "");
    Instant begun = scheduler.now();
    Answer answer = instances.serve(each -> each.serve(asked));
    open--;
    Duration took = Duration.between(begun, scheduler.now());
    live.add(
        new StormReport.Live(Duration.between(start, begun), answer.unknown() ? UNANSWERED : took));
    if (answer.unknown()) {
      int phone = own.nextInt(plan.phones());
      phones.get(phone).queue.add(new Queued(asked, 1, scheduler.now().plusSeconds(1)));
    } else {
      admitted(answer);
    }
  }

  private static void admitted(Answer answer) {
    if (!answer.created()) {
      throw new IllegalStateException("not let in: " + answer);
    }
  }

  private record Queued(Asked scan, int attempts, Instant notBefore) {}

  /** A phone that was offline, and sends what it has queued as the page does. */
  private final class UploadingPhone {
    private static final int MAX_SCANS = 100;
    private static final Duration SHORTEST_LOOK = Duration.ofMillis(10);
    private static final Duration LONGEST_LOOK = Duration.ofMillis(500);

    private final SplittableRandom own;
    private final Deque<Queued> queue = new ArrayDeque<>();

    UploadingPhone(SplittableRandom own) {
      this.own = own;
    }

    void use() {
      add(plan.queued());
      Instant latest = calm.plus(LONGEST_DRAIN);
      while (scheduler.now().isBefore(latest)
          && (scheduler.now().isBefore(end) || !queue.isEmpty())) {
        List<Queued> due = due();
        if (due.isEmpty()) {
          scheduler.sleep(untilDue());
        } else {
          send(due);
        }
      }
    }

    private void add(int scans) {
      for (int i = 0; i < scans; i++) {
        String code = tickets.next();
        boolean live = fault == StormFault.UPLOADS_AS_LIVE;
        String variant = "online=" + live + "&scanned_at=" + start.minusSeconds(i);
        queue.add(
            new Queued(
                Asked.ticket(LIST, code, "token-" + own.nextInt(3), "key-" + code, variant),
                0,
                start));
      }
    }

    private List<Queued> due() {
      List<Queued> due = new ArrayList<>();
      for (Queued each : queue) {
        boolean fits = due.isEmpty() || due.getFirst().scan().token().equals(each.scan().token());
        if (fits && !each.notBefore().isAfter(scheduler.now())) {
          due.add(each);
        }
        if (due.size() == (fault == StormFault.UPLOADS_ALONE ? 1 : MAX_SCANS)) {
          break;
        }
      }
      return due;
    }

    private Duration untilDue() {
      Duration wait = LONGEST_LOOK;
      for (Queued each : queue) {
        Duration its = Duration.between(scheduler.now(), each.notBefore());
        wait = its.compareTo(wait) < 0 ? its : wait;
      }
      return wait.compareTo(SHORTEST_LOOK) < 0 ? SHORTEST_LOOK : wait;
    }

    private void send(List<Queued> due) {
      List<Asked> scans = due.stream().map(Queued::scan).toList();
      queue.removeAll(due);
      List<Answer> answers = instances.serve(each -> each.serve(scans));
      for (int i = 0; i < due.size(); i++) {
        Answer answer = answers.get(i);
        Queued scan = due.get(i);
        if (answer.unknown()) {
          long wait =
              fault == StormFault.NO_BACK_OFF
                  ? 1
                  : BackOff.millis(scan.attempts() + 1, BUSY, own.nextDouble());
          queue.add(new Queued(scan.scan(), scan.attempts() + 1, scheduler.now().plusMillis(wait)));
        } else {
          admitted(answer);
        }
      }
    }
  }
}
