package io.doorlist.exactness.simulator;

import io.doorlist.domain.desk.NewGuest;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.DeskTerms;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.exactness.history.Asked;
import io.doorlist.exactness.history.HistoryRule;
import io.doorlist.exactness.history.Violation;
import io.doorlist.exactness.simulator.actor.AddedRegister;
import io.doorlist.exactness.simulator.actor.AddedRegister.Wish;
import io.doorlist.exactness.simulator.actor.ChangeRegister;
import io.doorlist.exactness.simulator.actor.Crowd;
import io.doorlist.exactness.simulator.actor.GuestAdder;
import io.doorlist.exactness.simulator.actor.GuestChanger;
import io.doorlist.exactness.simulator.actor.NameKeeper;
import io.doorlist.exactness.simulator.actor.Organiser;
import io.doorlist.exactness.simulator.actor.SimulatedPhone;
import io.doorlist.exactness.simulator.check.LogCheck;
import io.doorlist.exactness.simulator.check.TableCheck;
import io.doorlist.exactness.simulator.evening.Flaw;
import io.doorlist.exactness.simulator.evening.Run;
import io.doorlist.exactness.simulator.evening.SimulatedEvent;
import io.doorlist.exactness.simulator.evening.Wishes;
import io.doorlist.exactness.simulator.fault.FaultKind;
import io.doorlist.testing.Doors;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * One seed of desks that add and change guests, take money and keep names, while others check in
 * and import.
 */
public final class DeskSimulation {
  private static final int PER_HOUR = 10_000;

  private DeskSimulation() {}

  /** Runs a seed with a fault planted around every function. */
  public static SeedReport run(long seed, boolean traced, Flaw planted) {
    SplittableRandom plan = new SplittableRandom(seed ^ 0xde5cL);
    SimulatedEvent world = SimulatedEvent.of(false);
    Run run = new Run(world, seed, traced, planted);
    AddedRegister register = new AddedRegister(definition(run));
    ChangeRegister changes = new ChangeRegister(run, register.definition());
    List<Wish> all = new ArrayList<>();
    int desks = 1 + plan.nextInt(3);
    for (int i = 0; i < desks; i++) {
      GuestChanger changer = new GuestChanger(i, run, changes, plan.split());
      GuestAdder desk = new GuestAdder(i, run, register, changer, plan.split());
      List<Wish> wishes = wishes(run, register, plan, all);
      start(run, plan, () -> desk.work(wishes));
      List<Long> own = own(changes.tickets(), i, desks);
      int times = plan.nextInt(6);
      start(run, plan, () -> changer.work(times, own));
    }
    NameKeeper reader = new NameKeeper(run, register, plan.split());
    start(run, plan, reader::work);
    Wishes scans = new Wishes(world, plan.split());
    int doors = plan.nextInt(3);
    for (int i = 0; i < doors; i++) {
      SimulatedPhone phone = new SimulatedPhone(100 + i, run, plan.split());
      List<List<Asked>> wanted = scans.draw(1 + plan.nextInt(5));
      start(run, plan, () -> phone.use(wanted));
    }
    if (plan.nextInt(2) == 0) {
      Organiser organiser = new Organiser(200, run, plan.split());
      int edits = 1 + plan.nextInt(4);
      start(run, plan, () -> organiser.work(edits));
    }
    if (run.faults.has(FaultKind.DEAD_WRITERS)) {
      Crowd crowd = new Crowd(run, plan.split());
      int times = 1 + plan.nextInt(12);
      start(run, plan, () -> crowd.come(times));
    }
    List<Violation> violations = new ArrayList<>();
    run.toTheEnd(
            () -> {
              violations.addAll(TableCheck.of(run.table));
              violations.addAll(
                  LogCheck.of(run.truth().stores(), run.scheduler.now(), plan.split()));
              violations.addAll(register.check(run.truth().stores(), plan.split()));
              violations.addAll(reader.finish(run.truth().stores()));
              violations.addAll(changes.check(run.truth().stores()));
            })
        .ifPresent(crash -> violations.add(new Violation(HistoryRule.EXPECTED_ANSWER, crash)));
    violations.addAll(run.violations());
    Map<String, Long> counts = new HashMap<>(register.counts());
    counts.putAll(changes.counts());
    return new SeedReport(seed, violations, counts, run.lines());
  }

  private static EventDefinition definition(Run run) {
    EventDefinition imported = new Doors(run.truth().stores()).definition();
    DeskTerms.AddGuests adding = new DeskTerms.AddGuests(List.of("adult", "vip"), PER_HOUR);
    DeskTerms terms = new DeskTerms(adding, true, true, true, DeskTerms.NotesAt.DESK);
    return new EventDefinition(imported.event().in("EUR").with(terms), imported.lists());
  }

  /** Returns whom a desk corrects: a few, so that it corrects one more than once. */
  private static List<Long> own(List<Long> tickets, int desk, int desks) {
    List<Long> own = new ArrayList<>();
    for (int i = desk; i < tickets.size() && own.size() < 3; i += desks) {
      own.add(tickets.get(i));
    }
    return own;
  }

  /** Returns what a desk wants: guests of its own, and some that another one has, too. */
  private static List<Wish> wishes(
      Run run, AddedRegister register, SplittableRandom plan, List<Wish> all) {
    List<Wish> wishes = new ArrayList<>();
    int number = 1 + plan.nextInt(4);
    for (int i = 0; i < number; i++) {
      if (!all.isEmpty() && plan.nextInt(3) == 0) {
        wishes.add(all.get(plan.nextInt(all.size())));
      } else {
        Wish wish = wish(run, register, plan);
        wishes.add(wish);
        all.add(wish);
      }
    }
    return wishes;
  }

  private static Wish wish(Run run, AddedRegister register, SplittableRandom plan) {
    String key = new UUID(plan.nextLong(), plan.nextLong()).toString();
    String type = plan.nextInt(3) == 0 ? "vip" : "adult";
    long list =
        List.of(0L, SimulatedEvent.MAIN, SimulatedEvent.VIP, SimulatedEvent.EVERYONE)
            .get(plan.nextInt(4));
    CheckinList on = register.definition().list(list).orElse(null);
    NewGuest guest =
        new NewGuest(key, "request " + key, "Grace", type, plan.nextInt(4), null, null, null, null);
    return new Wish(guest, on, on == null ? null : run.scheduler.now());
  }

  private static void start(Run run, SplittableRandom plan, Runnable work) {
    run.scheduler.start(Duration.ofMillis(plan.nextInt(60)), work);
  }
}
