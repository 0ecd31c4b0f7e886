package io.doorlist.exactness.simulator.actor;

import io.doorlist.domain.Mode;
import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.exactness.history.HistoryRule;
import io.doorlist.exactness.history.Violation;
import io.doorlist.exactness.simulator.check.LogCheck;
import io.doorlist.exactness.simulator.evening.Run;
import io.doorlist.exactness.simulator.schedule.Scheduler;
import io.doorlist.store.checkin.history.DoorLog;
import io.doorlist.testing.Doors;
import io.doorlist.testing.Stores;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Reads on in a list's log by cursor, again and again, while others write it. */
public final class LogWalker {
  private static final int TIMES = 20;
  private static final int MAX_ITEMS = 12;

  private final Run run;
  private final SplittableRandom random;
  private final EventDefinition definition;
  private final CheckinList list;
  private final List<Long> seen = new ArrayList<>();
  private long cursor;

  public LogWalker(Run run, SplittableRandom random, long list) {
    this.run = run;
    this.random = random;
    this.definition = new Doors(run.truth().stores()).definition();
    this.list = definition.list(list).orElseThrow();
  }

  public void work() {
    for (int i = 0; i < TIMES; i++) {
      int longest = random.nextInt(6) == 0 ? 40_000 : 2 * run.paceMillis;
      run.scheduler.sleep(Duration.ofMillis(1 + random.nextInt(longest)));
      try {
        read(run.instance(random).stores());
      } catch (UnavailableException | Scheduler.Killed e) {
        run.say("the log gets no answer");
      }
    }
  }

  /** Reads a part, whose answer may get lost; returns whether there is more. */
  private boolean read(Stores stores) {
    DoorLog.Part part =
        stores.log().after(definition, list, Mode.LIVE, cursor, 1 + random.nextInt(MAX_ITEMS));
    if (random.nextInt(10) == 0) {
      return true;
    }
    part.happenings().forEach(each -> seen.add(each.id()));
    run.say("the log of list " + list.id() + " after " + cursor + ": " + part);
    if (part.next() != null) {
      cursor = part.next();
    } else if (!part.happenings().isEmpty()) {
      cursor = part.happenings().getLast().id();
    }
    return part.next() != null;
  }

  /** Reads to the end, when no place is open any more; returns what is violated. */
  public List<Violation> finish(Stores stores) {
    while (read(stores)) {
      run.say("the log has more");
    }
    List<Long> all =
        LogCheck.log(stores, definition, list, random).stream().map(Happening::id).toList();
    return seen.equals(all)
        ? List.of()
        : List.of(new Violation(HistoryRule.LOG_WHOLE, "of " + all + " a reader saw " + seen));
  }
}
