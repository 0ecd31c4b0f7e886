package io.doorlist.exactness.simulator;

import io.doorlist.domain.CheckinList;
import io.doorlist.domain.EventDefinition;
import io.doorlist.domain.ListPulse;
import io.doorlist.domain.Mode;
import io.doorlist.domain.UnavailableException;
import io.doorlist.store.Stores;
import io.doorlist.store.checkin.PulseStore;
import io.doorlist.store.sequence.SequenceChanges;
import io.doorlist.store.sequence.SequencePages;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Pace;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** Reads the pulse again and again, and keeps what it adds up; several do at the same time. */
final class PulseReader {
  private static final int TIMES = 8;

  private final Run run;
  private final CopyRegister register;
  private final SplittableRandom random;

  PulseReader(Run run, CopyRegister register, SplittableRandom random) {
    this.run = run;
    this.register = register;
    this.random = random;
  }

  void work() {
    for (int i = 0; i < TIMES; i++) {
      try {
        PulseStore pulses = pulses(run.instance(random).stores());
        for (long list :
            List.of(SimulatedEvent.MAIN, SimulatedEvent.VIP, SimulatedEvent.EVERYONE)) {
          pulses.keepUp(SimulatedEvent.ACCOUNT, SimulatedEvent.EVENT, list, Mode.LIVE);
        }
      } catch (UnavailableException | Scheduler.Killed e) {
        run.say("the pulse gets no answer");
      }
      run.scheduler().sleep(Duration.ofMillis(1 + random.nextInt(4 * run.paceMillis())));
    }
  }

  private static PulseStore pulses(Stores stores) {
    Dynamo dynamo = stores.forCommand(Pace.FREE);
    SequencePages pages = new SequencePages(dynamo);
    return new PulseStore(dynamo, pages, new SequenceChanges(dynamo, pages, 0), 1);
  }

  /** Compares the pulse with the rows, when nothing happens any more. */
  void finish(Stores stores) {
    EventDefinition definition =
        stores.events().readDefinition(SimulatedEvent.ACCOUNT, SimulatedEvent.EVENT).orElseThrow();
    List<ListPulse> lists =
        pulses(stores)
            .read(SimulatedEvent.ACCOUNT, SimulatedEvent.EVENT, definition.lists(), Mode.LIVE, 180);
    Set<Long> people = new HashSet<>();
    for (ListPulse pulse : lists) {
      CheckinList list = pulse.list();
      TableCopy table = TableCopy.of(run.table().table(), list.id());
      people.addAll(table.checkins().keySet());
      SortedMap<String, Long> types = new TreeMap<>();
      table.arrivals().values().forEach(type -> types.merge(type, 1L, Long::sum));
      if (pulse.admitted() != table.tickets().size()
          || pulse.checkedIn() != table.checkins().size()
          || !pulse.byType().equals(types)) {
        register.broken("the pulse of list " + list.id() + " is " + pulse + ", not " + table);
      }
    }
    long counted = lists.stream().mapToLong(ListPulse::people).sum();
    if (counted != people.size()) {
      register.broken(counted + " people are said to be in, and " + people.size() + " are");
    }
  }
}
