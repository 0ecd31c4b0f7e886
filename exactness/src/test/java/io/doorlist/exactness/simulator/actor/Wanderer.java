package io.doorlist.exactness.simulator.actor;

import io.doorlist.domain.Mode;
import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.IdempotencyKey;
import io.doorlist.domain.checkin.TicketPassage;
import io.doorlist.domain.checkin.UndoCommand;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.token.Role;
import io.doorlist.exactness.history.Rule;
import io.doorlist.exactness.history.Violation;
import io.doorlist.exactness.simulator.check.PassageCheck.Told;
import io.doorlist.exactness.simulator.evening.Run;
import io.doorlist.exactness.simulator.schedule.Scheduler;
import io.doorlist.store.Stores;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A phone at the doors of an area that people leave and enter again. It scans with a network, or
 * uploads what it scanned up to an hour ago; it repeats what got no answer, and sometimes what did.
 * Its clock may be years off: then it says its time with each request.
 */
public final class Wanderer {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int MAX_TRIES = 6;
  private static final int SECONDS_LATE = 3_600;
  private static final int MAX_SECONDS_OFF = 3 * 3_600;
  private static final int MAX_DAYS_OFF = 9_000;

  /** By how much a door time may be later than the time of the request. */
  private static final Duration MAX_AHEAD = Duration.ofSeconds(1);

  private final String name;
  private final long gate;
  private final Run run;
  private final SplittableRandom random;
  private final EventDefinition definition;
  private final List<CheckinList> doors;
  private final List<String> codes;
  private final Duration pace;
  private final Duration clock;
  private final boolean saysTime;
  private final List<Told> told = new ArrayList<>();
  private final List<CheckedIn> checkins = new ArrayList<>();
  private final Map<Long, TicketPassage> passages = new HashMap<>();
  private final List<String> asked = new ArrayList<>();
  private final List<Violation> violations = new ArrayList<>();

  /** A check-in of which this phone was told. */
  private record CheckedIn(CheckinList list, Checkin checkin) {}

  /**
   * Creates a phone.
   *
   * @param doors lists of one area
   * @param pace how long it waits between two scans at most
   */
  public Wanderer(
      int number,
      Run run,
      SplittableRandom random,
      EventDefinition definition,
      List<CheckinList> doors,
      List<String> codes,
      Duration pace) {
    this.name = "wanderer-" + number;
    this.gate = number + 1;
    this.run = run;
    this.random = random;
    this.definition = definition;
    this.doors = doors;
    this.codes = codes;
    this.pace = pace;
    this.clock = clock(random);
    this.saysTime = !clock.isZero() || random.nextBoolean();
  }

  /** Draws by how much a phone's clock is off: not at all, by hours or by years. */
  private static Duration clock(SplittableRandom random) {
    return switch (random.nextInt(4)) {
      case 0 -> Duration.ofSeconds(random.nextInt(-MAX_SECONDS_OFF, MAX_SECONDS_OFF));
      case 1 -> Duration.ofDays(random.nextInt(-MAX_DAYS_OFF, MAX_DAYS_OFF));
      default -> Duration.ZERO;
    };
  }

  /** Scans so many times. */
  public void work(int times) {
    for (int i = 0; i < times; i++) {
      run.scheduler().sleep(Duration.ofMillis(1 + random.nextInt((int) pace.toMillis())));
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
    Duration longest = Duration.ZERO;
    for (int tries = 0; tries < MAX_TRIES && enough > 0; tries++) {
      Instant begun = run.scheduler().now();
      CheckinOutcome outcome = send(list, code, exit, scannedAt, key);
      Duration took = Duration.between(begun, run.scheduler().now());
      longest = took.compareTo(longest) > 0 ? took : longest;
      run.say(name + " " + code + " " + (exit ? "out" : "in") + ": " + outcome);
      heard(list, outcome, scannedAt, longest);
      if (outcome != null && !(outcome instanceof CheckinOutcome.KeyInUse)) {
        enough--;
      }
      run.scheduler().sleep(Duration.ofMillis(1 + random.nextInt(500)));
    }
    if (random.nextInt(5) == 0 && !told.isEmpty()) {
      undo(list);
    }
    if (random.nextInt(6) == 0 && !checkins.isEmpty()) {
      undoCheckin();
    }
  }

  /** Notes what the answer says was recorded. */
  private void heard(
      CheckinList list, CheckinOutcome outcome, Instant scannedAt, Duration longest) {
    if (outcome instanceof CheckinOutcome.CheckedOut out) {
      heard(list, out.passage(), scannedAt, longest);
    } else if (outcome instanceof CheckinOutcome.Reentered again) {
      heard(list, again.passage(), scannedAt, longest);
    } else if (outcome instanceof CheckinOutcome.CheckedIn in) {
      checkins.add(new CheckedIn(list, in.checkin()));
    }
  }

  private void heard(CheckinList list, TicketPassage passage, Instant scannedAt, Duration longest) {
    if (passages.put(passage.id(), passage) == null) {
      told.add(new Told(list.id(), passage.id(), scannedAt, longest, false));
    }
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
            scannedAt == null ? null : scannedAt.plus(clock),
            key,
            run.scheduler().now().plus(PATIENCE),
            gate,
            saysTime ? run.scheduler().now().plus(clock) : null);
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
    told.set(any, passage.undo());
    UndoCommand command =
        new UndoCommand(Mode.LIVE, name, name, Role.FULL, run.scheduler().now().plus(PATIENCE));
    try {
      UndoOutcome outcome =
          run.instance(random).stores().passages().undo(definition, list, passage.id(), command);
      run.say(name + " undoes " + passage.id() + ": " + outcome);
    } catch (UnavailableException | Scheduler.Killed e) {
      run.say(name + " undoes " + passage.id() + " without an answer");
    }
  }

  /** Undoes a check-in; it must stay while there is a passage of the ticket after it. */
  private void undoCheckin() {
    CheckedIn in = checkins.get(random.nextInt(checkins.size()));
    Checkin checkin = in.checkin();
    UndoCommand command =
        new UndoCommand(Mode.LIVE, name, name, Role.FULL, run.scheduler().now().plus(PATIENCE));
    List<Told> later =
        told.stream().filter(each -> !each.undone() && isAfter(each, checkin)).toList();
    try {
      UndoOutcome outcome =
          run.instance(random).stores().undos().undo(definition, in.list(), checkin.id(), command);
      run.say(name + " undoes check-in " + checkin.id() + ": " + outcome);
      if (outcome == UndoOutcome.UNDONE && !later.isEmpty()) {
        violations.add(new Violation(Rule.KEPT, checkin + " is undone before " + later));
      }
    } catch (UnavailableException | Scheduler.Killed e) {
      run.say(name + " undoes check-in " + checkin.id() + " without an answer");
    }
  }

  private boolean isAfter(Told each, Checkin checkin) {
    TicketPassage passage = passages.get(each.id());
    return passage.ticketId() == checkin.ticketId()
        && passage.at().isAfter(checkin.createdAt().plus(MAX_AHEAD));
  }

  /** Returns what is wrong with answers. */
  public List<Violation> violations() {
    return List.copyOf(violations);
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
