package io.doorlist.exactness.simulator.actor;

import io.doorlist.domain.Mode;
import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.desk.Guest;
import io.doorlist.domain.desk.GuestPart;
import io.doorlist.exactness.history.HistoryRule;
import io.doorlist.exactness.history.Violation;
import io.doorlist.exactness.simulator.evening.Run;
import io.doorlist.exactness.simulator.schedule.Scheduler;
import io.doorlist.store.guest.GuestStore;
import io.doorlist.testing.Stores;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** A desk that keeps the guests' names, and asks again and again for those that changed. */
public final class NameKeeper {
  private static final int TIMES = 15;

  private final Run run;
  private final AddedRegister register;
  private final SplittableRandom random;
  private final Map<Long, Guest> guests = new TreeMap<>();
  private String version;

  public NameKeeper(Run run, AddedRegister register, SplittableRandom random) {
    this.run = run;
    this.register = register;
    this.random = random;
  }

  public void work() {
    for (int i = 0; i < TIMES; i++) {
      int longest = random.nextInt(6) == 0 ? 40_000 : 2 * run.paceMillis;
      run.scheduler.sleep(Duration.ofMillis(1 + random.nextInt(longest)));
      try {
        read(run.instance(random).stores(), 1 + random.nextInt(5));
      } catch (UnavailableException | Scheduler.Killed e) {
        run.say("the guests get no answer");
      }
    }
  }

  /** Reads a part, whose answer may get lost; returns whether there is more. */
  private boolean read(Stores stores, int rows) {
    GuestPart part =
        new GuestStore(stores.table(), rows)
            .since(register.definition(), Mode.LIVE, version, run.scheduler.now().plusSeconds(8));
    if (random.nextInt(10) == 0) {
      return true;
    }
    if (part.whole()) {
      guests.clear();
    }
    part.guests().forEach(guest -> guests.put(guest.ticket().id(), guest));
    version = part.version();
    return part.more();
  }

  /** Reads to the end, when nothing changes any more; returns what is violated. */
  public List<Violation> finish(Stores stores) {
    while (read(stores, 100)) {
      run.say("there are more guests");
    }
    NameKeeper fresh = new NameKeeper(run, register, random);
    while (fresh.read(stores, 100)) {
      run.say("there are more guests");
    }
    return guests.equals(fresh.guests)
        ? List.of()
        : List.of(
            new Violation(
                HistoryRule.GUESTS_WHOLE, "a desk has " + guests + " of " + fresh.guests));
  }
}
