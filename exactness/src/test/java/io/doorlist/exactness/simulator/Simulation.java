package io.doorlist.exactness.simulator;

import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.checkin.Happening.Type;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.exactness.history.Answer;
import io.doorlist.exactness.history.Asked;
import io.doorlist.exactness.history.Checker;
import io.doorlist.exactness.history.HistoryRule;
import io.doorlist.exactness.history.Violation;
import io.doorlist.exactness.history.Walk;
import io.doorlist.exactness.simulator.actor.Crowd;
import io.doorlist.exactness.simulator.actor.Organiser;
import io.doorlist.exactness.simulator.actor.Poller;
import io.doorlist.exactness.simulator.actor.SimulatedPhone;
import io.doorlist.exactness.simulator.check.LogCheck;
import io.doorlist.exactness.simulator.check.TableCheck;
import io.doorlist.exactness.simulator.evening.Flaw;
import io.doorlist.exactness.simulator.evening.Instance;
import io.doorlist.exactness.simulator.evening.Run;
import io.doorlist.exactness.simulator.evening.SimulatedEvent;
import io.doorlist.exactness.simulator.evening.Wishes;
import io.doorlist.exactness.simulator.fault.FaultKind;
import io.doorlist.testing.Doors;
import io.doorlist.testing.Stores;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** One seed: a whole evening at the doors, and its report. */
public final class Simulation {
  private Simulation() {}

  /** Runs a seed with a fault planted around every function. */
  public static SeedReport run(long seed, boolean traced, Flaw planted) {
    SplittableRandom plan = new SplittableRandom(seed ^ 0x5eedL);
    boolean large = plan.nextInt(12) == 0;
    SimulatedEvent world = SimulatedEvent.of(large);
    Run run = new Run(world, seed, traced, planted);
    run.desk = new SplittableRandom(seed ^ 0xde5cL).nextInt(3) == 0;
    populate(run, world, plan);
    List<Violation> violations = new ArrayList<>();
    List<Walk> walks = new ArrayList<>();
    run.toTheEnd(
            () -> {
              violations.addAll(TableCheck.of(run.table));
              violations.addAll(
                  LogCheck.of(run.truth().stores(), run.scheduler.now(), plan.split()));
              walks.addAll(walk(run, plan));
            })
        .ifPresent(crash -> violations.add(new Violation(HistoryRule.EXPECTED_ANSWER, crash)));
    run.faults.count(FaultKind.SLOW_REPLICA, run.table.staleReads());
    violations.addAll(run.violations());
    run.late().forEach(how -> violations.add(new Violation(HistoryRule.EXPECTED_ANSWER, how)));
    violations.addAll(new Checker(world.roster()).check(run.recorder.operations(), walks));
    Map<String, Long> counts = new HashMap<>();
    counts.put("operations", (long) run.recorder.operations().size());
    counts.put("polls told that nothing has changed", run.unchangedPolls());
    run.faults.counts().forEach((kind, times) -> counts.put(kind.name(), times));
    return new SeedReport(seed, violations, counts, run.lines());
  }

  private static void populate(Run run, SimulatedEvent world, SplittableRandom plan) {
    Wishes wishes = new Wishes(world, plan.split());
    int phones = 3 + plan.nextInt(6);
    for (int i = 0; i < phones; i++) {
      SimulatedPhone phone = new SimulatedPhone(i, run, plan.split());
      List<List<Asked>> wanted = wishes.draw(1 + plan.nextInt(6));
      run.scheduler.start(Duration.ofMillis(plan.nextInt(30)), () -> phone.use(wanted));
    }
    int organisers = plan.nextInt(3);
    for (int i = 0; i < organisers; i++) {
      Organiser organiser = new Organiser(100 + i, run, plan.split());
      int changes = 1 + plan.nextInt(4);
      run.scheduler.start(Duration.ofMillis(plan.nextInt(30)), () -> organiser.work(changes));
    }
    if (plan.nextInt(2) == 0) {
      Poller poller = new Poller(200, run, plan.split());
      run.scheduler.start(Duration.ofMillis(plan.nextInt(30)), poller::poll);
    }
    if (run.faults.has(FaultKind.DEAD_WRITERS)) {
      Crowd crowd = new Crowd(run, plan.split());
      int times = 1 + plan.nextInt(12);
      run.scheduler.start(Duration.ZERO, () -> crowd.come(times));
    }
  }

  private static Walk walk(Stores stores, long id, long counted, List<Answer.Seen> rows) {
    EventDefinition definition = new Doors(stores).definition();
    CheckinList list = definition.list(id).orElseThrow();
    List<Happening> log = LogCheck.log(stores, definition, list, new SplittableRandom(id));
    List<Long> undone =
        log.stream()
            .filter(each -> each.type() == Type.UNDO && each.undoes().type() == Type.CHECK_IN)
            .map(each -> each.undoes().id())
            .toList();
    long recorded =
        log.stream().filter(each -> each.type() == Type.ENTRY || each.type() == Type.WRONG).count();
    return new Walk(id, counted, rows, undone, recorded);
  }

  /** Reads all lists page by page, after everything has ended. */
  static List<Walk> walk(Run run, SplittableRandom plan) {
    Instance instance = run.quietInstance();
    List<Walk> walks = new ArrayList<>();
    for (long list : run.world.roster().lists().stream().sorted().toList()) {
      Answer count = instance.serve(Asked.count(list, "token-a"));
      int items = 1 + plan.nextInt(30);
      List<Answer.Seen> rows = new ArrayList<>();
      Answer answer;
      int page = 0;
      do {
        answer = instance.serve(Asked.page(list, "token-a", ++page, items));
        rows.addAll(answer.checkins());
      } while (!answer.checkins().isEmpty());
      walks.add(walk(instance.stores(), list, count.count(), rows));
    }
    return walks;
  }
}
