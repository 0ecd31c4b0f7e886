package io.doorlist.exactness.simulator.actor;

import io.doorlist.domain.Mode;
import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.checkin.UndoRequest;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.token.Role;
import io.doorlist.exactness.simulator.evening.Run;
import io.doorlist.exactness.simulator.schedule.Scheduler;
import io.doorlist.store.sequence.SequenceMark;
import io.doorlist.testing.Doors;
import io.doorlist.testing.Stores;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;

/** Undoes what is in the logs of all doors, by whomever. */
public final class Undoer {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int MAX_ROWS = 1_000;

  private final Run run;
  private final SplittableRandom random;
  private final Doors truth;
  private final List<Long> lists;
  private final Duration pace;
  private final Set<Long> asked;

  /**
   * Creates one.
   *
   * @param lists where it undoes
   * @param pace how long it waits between two undos at most
   * @param asked gets the ids of what somebody has asked to undo
   */
  public Undoer(
      Run run, SplittableRandom random, List<Long> lists, Duration pace, Set<Long> asked) {
    this.run = run;
    this.random = random;
    this.truth = new Doors(run.truth().stores());
    this.lists = List.copyOf(lists);
    this.pace = pace;
    this.asked = asked;
  }

  public void work(int times) {
    EventDefinition definition = truth.definition();
    for (int i = 0; i < times; i++) {
      run.scheduler.sleep(Duration.ofMillis(1 + random.nextInt((int) pace.toMillis())));
      CheckinList list = definition.list(lists.get(random.nextInt(lists.size()))).orElseThrow();
      List<Happening> log =
          truth
              .stores()
              .log()
              .since(definition, list, Mode.LIVE, SequenceMark.NONE, MAX_ROWS)
              .happenings()
              .stream()
              .filter(each -> each.type() != Happening.Type.UNDO)
              .toList();
      if (!log.isEmpty()) {
        Happening any = log.get(random.nextInt(log.size()));
        Happening other = log.get(random.nextInt(log.size()));
        if (Objects.equals(any.ticketId(), other.ticketId())) {
          // Somebody else undoes something of the same ticket at that moment.
          run.scheduler.start(
              Duration.ofMillis(random.nextInt(20)), () -> undo(definition, list, other.id()));
        }
        undo(definition, list, any.id());
      }
    }
  }

  private void undo(EventDefinition definition, CheckinList list, long id) {
    asked.add(id);
    Stores stores = run.instance(random).stores();
    UndoRequest request =
        new UndoRequest(Mode.LIVE, "token-a", null, Role.FULL, run.scheduler.now().plus(PATIENCE));
    try {
      run.say("undo of " + id);
      run.say("undo of " + id + ": " + stores.undos().undo(definition, list, id, request));
    } catch (UnavailableException | Scheduler.Killed e) {
      run.say("undo of " + id + " gets no answer");
    }
  }
}
