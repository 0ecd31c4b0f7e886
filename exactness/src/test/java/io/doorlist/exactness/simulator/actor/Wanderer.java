package io.doorlist.exactness.simulator.actor;

import io.doorlist.domain.Mode;
import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.IdempotencyKey;
import io.doorlist.domain.checkin.UndoCommand;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.token.Role;
import io.doorlist.exactness.simulator.check.PassageCheck.Told;
import io.doorlist.exactness.simulator.evening.Run;
import io.doorlist.exactness.simulator.schedule.Scheduler;
import io.doorlist.store.Stores;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A phone at the doors of an area that people leave and enter again. It scans with a network, or
 * uploads what it scanned up to an hour ago; it repeats what got no answer, and sometimes what did.
 */
public final class Wanderer {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int MAX_TRIES = 6;
  private static final int SECONDS_LATE = 3_600;

  private final String name;
  private final long gate;
  private final Run run;
  private final SplittableRandom random;
  private final EventDefinition definition;
  private final List<CheckinList> doors;
  private final List<String> codes;
  private final List<Told> told = new ArrayList<>();
  private final List<String> asked = new ArrayList<>();

  /**
   * Creates a phone.
   *
   * @param doors lists of one area
   */
  public Wanderer(
      int number,
      Run run,
      SplittableRandom random,
      EventDefinition definition,
      List<CheckinList> doors,
      List<String> codes) {
    this.name = "wanderer-" + number;
    this.gate = number + 1;
    this.run = run;
    this.random = random;
    this.definition = definition;
    this.doors = doors;
    this.codes = codes;
  }

  /** Scans so many times. */
  public void work(int times) {
    for (int i = 0; i < times; i++) {
      run.scheduler().sleep(Duration.ofMillis(1 + random.nextInt(run.paceMillis())));
      CheckinList list = doors.get(random.nextInt(doors.size()));
      String code = codes.get(random.nextInt(codes.size()));
      boolean exit = random.nextInt(5) < 2;
      Instant scannedAt =
          random.nextBoolean()
              ? run.scheduler()
                  .now()
                  .minusMillis(random.nextInt(SECONDS_LATE * 1000))
                  .truncatedTo(ChronoUnit.MILLIS)
              : null;
      asked.add(code);
      scan(list, code, exit, scannedAt, new IdempotencyKey(name + "-" + i, name + "-" + i));
    }
  }

  private void scan(
      CheckinList list, String code, boolean exit, Instant scannedAt, IdempotencyKey key) {
    int enough = random.nextInt(6) == 0 ? 2 : 1;
    for (int tries = 0; tries < MAX_TRIES && enough > 0; tries++) {
      CheckinOutcome outcome = send(list, code, exit, scannedAt, key);
      long passage = passage(outcome);
      run.say(name + " " + code + " " + (exit ? "out" : "in") + ": " + outcome);
      if (passage > 0) {
        Told now = new Told(list.id(), passage, scannedAt, false);
        if (told.stream().noneMatch(each -> each.id() == passage)) {
          told.add(now);
        }
      }
      if (outcome != null && !(outcome instanceof CheckinOutcome.KeyInUse)) {
        enough--;
      }
      run.scheduler().sleep(Duration.ofMillis(1 + random.nextInt(500)));
    }
    if (random.nextInt(5) == 0 && !told.isEmpty()) {
      undo(list);
    }
  }

  /** Returns the id of the passage that was recorded, 0 if there is none. */
  private static long passage(CheckinOutcome outcome) {
    if (outcome instanceof CheckinOutcome.CheckedOut out) {
      return out.passage().id();
    }
    return outcome instanceof CheckinOutcome.Reentered again ? again.passage().id() : 0;
  }

  private CheckinOutcome send(
      CheckinList list, String code, boolean exit, Instant scannedAt, IdempotencyKey key) {
    Stores stores = run.instance(random).stores();
    CheckinCommand command =
        new CheckinCommand(
            Mode.LIVE,
            name,
            name,
            scannedAt == null,
            true,
            scannedAt,
            key,
            run.scheduler().now().plus(PATIENCE),
            gate,
            null);
    try {
      CheckinOutcome outcome =
          exit
              ? stores.passages().exit(definition, list, code, command)
              : stores.checkins().checkInTicket(definition, list, code, command);
      return random.nextInt(12) == 0 ? null : outcome;
    } catch (UnavailableException | Scheduler.Killed e) {
      return null;
    }
  }

  private void undo(CheckinList list) {
    int any = random.nextInt(told.size());
    Told passage = told.get(any);
    if (passage.list() != list.id()) {
      return;
    }
    told.set(any, new Told(passage.list(), passage.id(), passage.scannedAt(), true));
    UndoCommand command =
        new UndoCommand(Mode.LIVE, name, name, Role.FULL, run.scheduler().now().plus(PATIENCE));
    try {
      var outcome =
          run.instance(random).stores().passages().undo(definition, list, passage.id(), command);
      run.say(name + " undoes " + passage.id() + ": " + outcome);
    } catch (UnavailableException | Scheduler.Killed e) {
      run.say(name + " undoes " + passage.id() + " without an answer");
    }
  }

  /** Returns the passages of which this phone was told. */
  public List<Told> told() {
    return List.copyOf(told);
  }

  /** Returns the codes that it scanned, one for each scan. */
  public List<String> asked() {
    return List.copyOf(asked);
  }
}
