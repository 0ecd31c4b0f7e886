package io.doorlist.exactness.simulator;

import io.doorlist.exactness.history.Asked;
import io.doorlist.exactness.history.HistoryRule;
import io.doorlist.exactness.history.Violation;
import io.doorlist.exactness.simulator.actor.Copier;
import io.doorlist.exactness.simulator.actor.CopyRegister;
import io.doorlist.exactness.simulator.actor.Crowd;
import io.doorlist.exactness.simulator.actor.LogWalker;
import io.doorlist.exactness.simulator.actor.PulseReader;
import io.doorlist.exactness.simulator.actor.Reseller;
import io.doorlist.exactness.simulator.actor.SimulatedPhone;
import io.doorlist.exactness.simulator.actor.Undoer;
import io.doorlist.exactness.simulator.check.LogCheck;
import io.doorlist.exactness.simulator.evening.Flaw;
import io.doorlist.exactness.simulator.evening.Instance;
import io.doorlist.exactness.simulator.evening.Run;
import io.doorlist.exactness.simulator.evening.SimulatedEvent;
import io.doorlist.exactness.simulator.evening.Wishes;
import io.doorlist.exactness.simulator.fault.FaultKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** One seed of phones that keep copies while others check in and import. */
public final class CopySimulation {
  private CopySimulation() {}

  /** Runs a seed with a fault planted around every function. */
  public static SeedReport run(long seed, boolean traced, Flaw planted) {
    SplittableRandom plan = new SplittableRandom(seed ^ 0xc0b1L);
    SimulatedEvent world = SimulatedEvent.of(plan.nextInt(6) == 0);
    Run run = new Run(world, seed, traced, planted);
    CopyRegister register = new CopyRegister();
    List<Copier> copiers = new ArrayList<>();
    int phones = 1 + plan.nextInt(4);
    for (int i = 0; i < phones; i++) {
      Copier copier = new Copier(i, run, register, plan.split());
      copiers.add(copier);
      start(run, plan, copier::work);
    }
    Wishes wishes = new Wishes(world, plan.split());
    int doors = plan.nextInt(5);
    for (int i = 0; i < doors; i++) {
      SimulatedPhone phone = new SimulatedPhone(100 + i, run, plan.split());
      List<List<Asked>> wanted = wishes.draw(1 + plan.nextInt(6));
      start(run, plan, () -> phone.use(wanted));
    }
    int resellers = plan.nextInt(4);
    for (int i = 0; i < resellers; i++) {
      Reseller reseller = new Reseller(200 + i, run, plan.split());
      int changes = 1 + plan.nextInt(6);
      start(run, plan, () -> reseller.work(changes));
    }
    List<PulseReader> readers = new ArrayList<>();
    int boards = 1 + plan.nextInt(3);
    for (int i = 0; i < boards; i++) {
      PulseReader reader = new PulseReader(run, register, plan.split());
      readers.add(reader);
      start(run, plan, reader::work);
    }
    if (plan.nextInt(2) == 0) {
      Undoer undoer =
          new Undoer(
              run,
              plan.split(),
              SimulatedEvent.LISTS,
              Duration.ofMillis(4L * run.paceMillis),
              new HashSet<>());
      int times = 1 + plan.nextInt(8);
      start(run, plan, () -> undoer.work(times));
    }
    if (run.faults.has(FaultKind.DEAD_WRITERS)) {
      Crowd crowd = new Crowd(run, plan.split());
      int times = 1 + plan.nextInt(12);
      start(run, plan, () -> crowd.come(times));
    }
    LogWalker walker =
        new LogWalker(
            run, plan.split(), plan.nextBoolean() ? SimulatedEvent.MAIN : SimulatedEvent.EVERYONE);
    start(run, plan, walker::work);
    List<Violation> violations = new ArrayList<>();
    run.toTheEnd(
            () -> {
              Instance last = run.quietInstance(planted.table().apply(run.table));
              copiers.forEach(copier -> copier.finish(last.stores()));
              readers.getFirst().finish(last.stores());
              violations.addAll(
                  LogCheck.of(run.truth().stores(), run.scheduler.now(), plan.split()));
              violations.addAll(walker.finish(last.stores()));
            })
        .ifPresent(crash -> violations.add(new Violation(HistoryRule.EXPECTED_ANSWER, crash)));
    violations.addAll(run.violations());
    violations.addAll(register.violations());
    Map<String, Long> counts = new HashMap<>(register.counts());
    counts.put("copies told that they are up to date", run.unchangedPolls());
    return new SeedReport(seed, violations, counts, run.lines());
  }

  private static void start(Run run, SplittableRandom plan, Runnable work) {
    run.scheduler.start(Duration.ofMillis(plan.nextInt(60)), work);
  }
}
