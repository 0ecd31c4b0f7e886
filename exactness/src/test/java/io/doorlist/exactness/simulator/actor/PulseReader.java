package io.doorlist.exactness.simulator.actor;

import io.doorlist.domain.Mode;
import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.checkin.ListPulse;
import io.doorlist.domain.checkin.PulseWindow;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.exactness.history.HistoryRule;
import io.doorlist.exactness.simulator.evening.Run;
import io.doorlist.exactness.simulator.evening.SimulatedEvent;
import io.doorlist.exactness.simulator.schedule.Scheduler;
import io.doorlist.store.checkin.pulse.Pulse;
import io.doorlist.store.checkin.pulse.PulseStore;
import io.doorlist.store.checkin.sum.SumStore;
import io.doorlist.testing.Doors;
import io.doorlist.testing.Stores;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Reads the pulse again and again, stores its sums, and polls it; several readers run at the same
 * time.
 */
public final class PulseReader {
  private static final int TIMES = 12;

  private final Run run;
  private final CopyRegister register;
  private final SplittableRandom random;
  private final PulseStore truth;
  private Pulse known;

  public PulseReader(Run run, CopyRegister register, SplittableRandom random) {
    this.run = run;
    this.register = register;
    this.random = random;
    this.truth = pulses(run.truth().stores());
  }

  public void work() {
    for (int i = 0; i < TIMES; i++) {
      try {
        ask(run.instance(random).stores());
      } catch (UnavailableException | Scheduler.Killed e) {
        run.say("the pulse gets no answer");
      }
      run.scheduler.sleep(Duration.ofMillis(1 + random.nextInt(4 * run.paceMillis)));
    }
  }

  private void ask(Stores stores) {
    PulseStore pulses = pulses(stores);
    switch (random.nextInt(3)) {
      case 0 -> {
        for (CheckinList list : lists()) {
          sums(stores).keepUp(SimulatedEvent.ACCOUNT, SimulatedEvent.EVENT, list.id(), Mode.LIVE);
        }
      }
      case 1 -> {
        Pulse pulse = read(pulses);
        if (pulse.version() != null) {
          register.seen(pulse);
          known = pulse;
        }
      }
      default -> askIfUnchanged(pulses);
    }
  }

  /**
   * A board that is told that nothing has changed must be up to date at some moment during its
   * request.
   */
  private void askIfUnchanged(PulseStore pulses) {
    if (known == null) {
      return;
    }
    List<ListPulse> before = truth();
    List<String> now =
        pulses.versions(
            SimulatedEvent.ACCOUNT,
            SimulatedEvent.EVENT,
            lists(),
            Mode.LIVE,
            new PulseWindow(PulseWindow.MAX, false));
    List<ListPulse> after = truth();
    if (now.contains(known.version())) {
      register.unchangedPulse();
      List<ListPulse> shown = CopyRegister.timeless(known.lists());
      if (before.equals(after) && !before.equals(shown)) {
        register.broken(
            HistoryRule.PULSE, "a board that has " + shown + " is told that it has " + before);
      }
    }
  }

  private List<ListPulse> truth() {
    return CopyRegister.timeless(read(truth).lists());
  }

  private Pulse read(PulseStore pulses) {
    return pulses.read(
        SimulatedEvent.ACCOUNT,
        SimulatedEvent.EVENT,
        lists(),
        Mode.LIVE,
        new PulseWindow(PulseWindow.MAX, false));
  }

  private List<CheckinList> lists() {
    return new Doors(run.truth().stores()).definition().lists();
  }

  private static PulseStore pulses(Stores stores) {
    return new PulseStore(stores.forCommand(), sums(stores));
  }

  private static SumStore sums(Stores stores) {
    return new SumStore(stores.forCommand(), 0, 1);
  }

  /** Compares the pulse with the rows after everything has ended. */
  public void finish(Stores stores) {
    List<ListPulse> lists = read(pulses(stores)).lists();
    Set<Long> people = new HashSet<>();
    for (ListPulse pulse : lists) {
      CheckinList list = pulse.list();
      TableCopy table = TableCopy.of(run.table, list.id());
      people.addAll(table.checkins().keySet());
      SortedMap<String, Long> types = new TreeMap<>();
      table.arrivals().values().forEach(type -> types.merge(type, 1L, Long::sum));
      if (pulse.admitted() != table.tickets().size()
          || pulse.checkedIn() != table.checkins().size()
          || !pulse.byType().equals(types)) {
        register.broken(
            HistoryRule.PULSE,
            "the pulse of list " + list.id() + " is " + pulse + ", not " + table);
      }
    }
    long counted = lists.stream().mapToLong(ListPulse::people).sum();
    if (counted != people.size()) {
      register.broken(
          HistoryRule.PULSE, counted + " people are said to be in, and " + people.size() + " are");
    }
  }
}
