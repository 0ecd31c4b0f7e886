package io.doorlist.exactness.simulator;

import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.order.Ticket;
import io.doorlist.exactness.history.Asked;
import io.doorlist.exactness.history.Checker;
import io.doorlist.exactness.history.Rule;
import io.doorlist.exactness.history.Violation;
import io.doorlist.exactness.history.Walk;
import io.doorlist.exactness.simulator.actor.Organiser;
import io.doorlist.exactness.simulator.actor.PageFlaw;
import io.doorlist.exactness.simulator.actor.Phone;
import io.doorlist.exactness.simulator.actor.Told;
import io.doorlist.exactness.simulator.actor.Volunteer;
import io.doorlist.exactness.simulator.check.TableCheck;
import io.doorlist.exactness.simulator.check.ToldCheck;
import io.doorlist.exactness.simulator.evening.Flaw;
import io.doorlist.exactness.simulator.evening.Run;
import io.doorlist.exactness.simulator.evening.SimulatedEvent;
import io.doorlist.testing.Doors;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * One seed of volunteers with the scanner page, rivals for a few tickets, and a desk that undoes.
 */
public final class PageSimulation {
  private static final int DESK = 300;

  /** From then on functions and table work, so that every queue comes to an end. */
  private static final Duration GOOD_AGAIN = Duration.ofMinutes(20);

  private final SplittableRandom plan;
  private final Run run;
  private final List<Volunteer> volunteers = new ArrayList<>();

  /**
   * The outcome of a run.
   *
   * @param told how many scans had an end
   * @param in of how many of them the person was in
   * @param notices how many ended in a notice
   * @param undone how many check-ins pages asked to undo
   * @param lines the event log, if the run was traced
   */
  public record Report(
      long seed,
      List<Violation> violations,
      long told,
      long in,
      long notices,
      long undone,
      List<String> lines) {}

  private PageSimulation(long seed, PageFlaw flaw, boolean traced) {
    this.plan = new SplittableRandom(seed ^ 0x9a6eL);
    this.run = new Run(SimulatedEvent.of(false), seed, traced, Flaw.NONE);
    run.scheduler().start(GOOD_AGAIN, run.faults()::end);
    List<String> codes = codes();
    int doors = 2 + plan.nextInt(3);
    for (int i = 0; i < doors; i++) {
      long list = plan.nextInt(4) == 0 ? SimulatedEvent.MAIN : SimulatedEvent.EVERYONE;
      Volunteer volunteer = new Volunteer(i, run, plan.split(), list, codes, flaw);
      volunteers.add(volunteer);
      int times = 4 + plan.nextInt(20);
      run.scheduler().start(Duration.ofMillis(plan.nextInt(60)), () -> volunteer.work(times));
    }
    if (plan.nextBoolean()) {
      Phone desk = new Phone(DESK, run, plan.split());
      SplittableRandom random = plan.split();
      int times = 1 + plan.nextInt(8);
      run.scheduler().start(Duration.ofMillis(plan.nextInt(60)), () -> undo(desk, random, times));
    }
    if (plan.nextInt(3) == 0) {
      Organiser organiser = new Organiser(100, run, plan.split());
      run.scheduler().start(Duration.ofMillis(plan.nextInt(60)), () -> organiser.work(2));
    }
  }

  private List<String> codes() {
    List<String> all =
        run.world().orders().stream()
            .flatMap(order -> order.tickets().stream())
            .map(Ticket::qrCodeIdentifier)
            .toList();
    List<String> codes = new ArrayList<>(List.of("nobody"));
    for (int i = 0; i < 4; i++) {
      codes.add(all.get(plan.nextInt(all.size())));
    }
    return codes;
  }

  /** Somebody at a desk undoes what any door has let in. */
  private void undo(Phone desk, SplittableRandom random, int times) {
    Doors truth = new Doors(run.truth().stores());
    for (int i = 0; i < times; i++) {
      run.scheduler().sleep(Duration.ofMillis(random.nextInt(12 * run.paceMillis())));
      long list = random.nextInt(4) == 0 ? SimulatedEvent.MAIN : SimulatedEvent.EVERYONE;
      List<Checkin> in = truth.checkins(list).stream().limit(50).toList();
      if (!in.isEmpty()) {
        long id = in.get(random.nextInt(in.size())).id();
        desk.use(List.of(List.of(Asked.undo(list, id, Asked.DESK))));
      }
    }
  }

  /** Runs a seed with a flaw in the page. */
  public static Report run(long seed, PageFlaw flaw) {
    return new PageSimulation(seed, flaw, false).report(seed);
  }

  /** Runs a seed with its event log. */
  public static Report trace(long seed) {
    return new PageSimulation(seed, PageFlaw.NONE, true).report(seed);
  }

  private void check(List<Violation> violations) {
    List<Walk> walks = Simulation.walk(run, plan);
    violations.addAll(new Checker(run.world().roster()).check(run.recorder().operations(), walks));
    violations.addAll(TableCheck.of(run.table().table()));
    Map<Long, Walk> walked = new HashMap<>();
    walks.forEach(walk -> walked.put(walk.list(), walk));
    ToldCheck check = new ToldCheck(run.quietInstance(), violations);
    volunteers.forEach(each -> check.check(each, walked.get(each.list())));
  }

  private Report report(long seed) {
    List<Violation> violations = new ArrayList<>();
    run.toTheEnd(() -> check(violations))
        .ifPresent(crash -> violations.add(new Violation(Rule.EXPECTED_ANSWER, crash)));
    violations.addAll(run.violations());
    List<Told> told = volunteers.stream().flatMap(each -> each.told().stream()).toList();
    return new Report(
        seed,
        violations,
        told.size(),
        told.stream().filter(Told::in).count(),
        told.stream().filter(Told::noticed).count(),
        told.stream().mapToLong(each -> each.undoing().size()).sum(),
        run.lines());
  }
}
