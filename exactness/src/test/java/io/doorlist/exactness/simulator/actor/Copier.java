package io.doorlist.exactness.simulator.actor;

import io.doorlist.domain.Mode;
import io.doorlist.domain.UnavailableException;
import io.doorlist.door.CopiedCheckin;
import io.doorlist.door.CopiedPassage;
import io.doorlist.door.CopiedTicket;
import io.doorlist.door.DoorColumns;
import io.doorlist.door.DoorColumnsReader;
import io.doorlist.door.DoorCopy;
import io.doorlist.door.DoorDelta;
import io.doorlist.exactness.simulator.evening.Run;
import io.doorlist.exactness.simulator.evening.SimulatedEvent;
import io.doorlist.exactness.simulator.schedule.Scheduler;
import io.doorlist.store.checkin.copy.CopyPart;
import io.doorlist.store.checkin.copy.CopyTerms;
import io.doorlist.store.checkin.copy.DoorCopyStore;
import io.doorlist.testing.Stores;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * A phone that keeps a copy of a list up to date by deltas, in small or large portions, although
 * functions die and answers get lost.
 */
public final class Copier {
  static final CopyTerms TERMS = new CopyTerms(new byte[0], true);
  private static final String ACCOUNT = SimulatedEvent.ACCOUNT;
  private static final String EVENT = SimulatedEvent.EVENT;
  private static final int TIMES = 14;
  private static final int MAX_PARTS = 5000;

  private final String name;
  private final Run run;
  private final CopyRegister register;
  private final SplittableRandom random;
  private final long list;
  private final int maxRows;
  private final int few;
  private DoorCopy copy = new DoorCopy();
  private String version;

  public Copier(int number, Run run, CopyRegister register, SplittableRandom random) {
    this.run = run;
    this.register = register;
    this.random = random;
    this.list = random.nextInt(3) == 0 ? SimulatedEvent.EVERYONE : SimulatedEvent.MAIN;
    this.maxRows = 1 + random.nextInt(random.nextBoolean() ? 8 : 400);
    this.few = random.nextInt(2) * 100;
    this.name = "copier " + number + " of list " + list;
  }

  public void work() {
    for (int i = 0; i < TIMES; i++) {
      Stores stores = run.instance(random).stores();
      if (random.nextInt(5) == 0) {
        askIfUnchanged(store(stores));
      } else {
        update(store(stores));
      }
      int longest = random.nextInt(4) == 0 ? 20_000 : run.paceMillis;
      run.scheduler.sleep(Duration.ofMillis(1 + random.nextInt(longest)));
    }
  }

  private DoorCopyStore store(Stores stores) {
    return new DoorCopyStore(stores.forCommand(), few, maxRows);
  }

  private void update(DoorCopyStore store) {
    try {
      for (int parts = 0; step(store) && parts < MAX_PARTS; parts++) {
        if (random.nextInt(6) == 0) {
          run.scheduler.sleep(Duration.ofMillis(1 + random.nextInt(50)));
        }
      }
    } catch (UnavailableException | Scheduler.Killed e) {
      run.say(name + " gets no answer");
    }
  }

  private boolean step(DoorCopyStore store) {
    CopyPart part = store.read(ACCOUNT, EVENT, list, Mode.LIVE, TERMS, version);
    if (random.nextInt(10) == 0) {
      run.say(name + " loses an answer");
      return false;
    }
    if (part.more()) {
      register.part();
    }
    return take(part);
  }

  /** Brings the copy up to date; returns whether there is more. */
  private boolean take(CopyPart part) {
    if (part.have() == null) {
      copy = new DoorCopy();
    }
    applyInAnyOrder(DoorColumnsReader.readAll(DoorColumns.write(part.delta())));
    version = part.version();
    run.say(name + " has " + version);
    if (part.whole()) {
      register.seen(name, version, copy);
    }
    return part.more();
  }

  private void applyInAnyOrder(DoorDelta delta) {
    List<DoorDelta> pieces = new ArrayList<>();
    for (CopiedTicket ticket : delta.tickets()) {
      pieces.add(new DoorDelta(List.of(ticket), List.of(), List.of(), List.of()));
    }
    for (long ordinal : delta.left()) {
      pieces.add(new DoorDelta(List.of(), List.of(ordinal), List.of(), List.of()));
    }
    for (CopiedCheckin checkin : delta.checkins()) {
      pieces.add(new DoorDelta(List.of(), List.of(), List.of(checkin), List.of()));
    }
    for (long place : delta.undone()) {
      pieces.add(new DoorDelta(List.of(), List.of(), List.of(), List.of(place)));
    }
    for (CopiedPassage passage : delta.passages()) {
      pieces.add(
          new DoorDelta(List.of(), List.of(), List.of(), List.of(), List.of(passage), List.of()));
    }
    for (long ordinal : delta.withdrawn()) {
      pieces.add(
          new DoorDelta(List.of(), List.of(), List.of(), List.of(), List.of(), List.of(ordinal)));
    }
    Collections.shuffle(pieces, new Random(random.nextLong()));
    pieces.forEach(copy::apply);
  }

  /** A phone that is told that it is up to date must be so at some moment during its request. */
  private void askIfUnchanged(DoorCopyStore store) {
    if (version == null) {
      return;
    }
    DoorCopy before = fresh().copy();
    Optional<String> now;
    try {
      now = store.version(ACCOUNT, EVENT, list, Mode.LIVE, TERMS);
    } catch (UnavailableException | Scheduler.Killed e) {
      return;
    }
    DoorCopy after = fresh().copy();
    if (now.isPresent() && now.get().equals(version)) {
      run.unchanged();
      if (before.equals(after) && !before.equals(copy)) {
        register.broken(name + " is said to have everything");
      }
    }
  }

  /** A copy and its version. */
  record Fresh(DoorCopy copy, String version) {}

  Fresh fresh() {
    CopyPart part =
        run.truth().stores().doorCopies().read(ACCOUNT, EVENT, list, Mode.LIVE, TERMS, null);
    DoorCopy fresh = new DoorCopy();
    fresh.apply(part.delta());
    if (part.whole()) {
      register.seen("the table", part.version(), fresh);
    }
    return new Fresh(fresh, part.version());
  }

  /** Updates the copy after everything has ended, and compares it. */
  public void finish(Stores stores) {
    DoorCopyStore store = store(stores);
    for (int parts = 0;
        take(store.read(ACCOUNT, EVENT, list, Mode.LIVE, TERMS, version));
        parts++) {
      if (parts == MAX_PARTS) {
        throw new IllegalStateException(name + " does not end");
      }
    }
    Fresh fresh = fresh();
    if (!copy.equals(fresh.copy())) {
      register.broken(
          name + " ends with " + copy.whole() + ", the table has " + fresh.copy().whole());
    }
    TableCopy table = TableCopy.of(run.table, list);
    if (!table.isSameAs(TableCopy.of(fresh.copy()))) {
      register.broken(
          "a fresh copy of list "
              + list
              + " is "
              + TableCopy.of(fresh.copy())
              + ", the rows say "
              + table);
    }
  }
}
