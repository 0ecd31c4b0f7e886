package io.doorlist.exactness.simulator.actor;

import io.doorlist.domain.Mode;
import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.UndoCommand;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.token.Role;
import io.doorlist.exactness.simulator.evening.Run;
import io.doorlist.exactness.simulator.schedule.Scheduler;
import io.doorlist.store.Stores;
import io.doorlist.testing.Doors;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/** Undoes check-ins of all doors and phones. */
public final class Undoer {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Run run;
  private final SplittableRandom random;
  private final Doors truth;

  public Undoer(Run run, SplittableRandom random) {
    this.run = run;
    this.random = random;
    this.truth = new Doors(run.truth().stores());
  }

  public void work(int times) {
    EventDefinition definition = truth.definition();
    for (int i = 0; i < times; i++) {
      run.scheduler().sleep(Duration.ofMillis(random.nextInt(4 * run.paceMillis())));
      CheckinList list = definition.lists().get(random.nextInt(definition.lists().size()));
      List<Checkin> in = truth.checkins(list.id()).stream().limit(50).toList();
      if (!in.isEmpty()) {
        undo(definition, list, in.get(random.nextInt(in.size())).id());
      }
    }
  }

  private void undo(EventDefinition definition, CheckinList list, long id) {
    Stores stores = run.instance(random).stores();
    UndoCommand command =
        new UndoCommand(
            Mode.LIVE, "token-a", null, Role.FULL, run.scheduler().now().plus(PATIENCE));
    try {
      run.say("undo of " + id);
      run.say("undo of " + id + ": " + stores.undos().undo(definition, list, id, command));
    } catch (UnavailableException | Scheduler.Killed e) {
      run.say("undo of " + id + " gets no answer");
    }
  }
}
