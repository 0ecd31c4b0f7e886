package io.doorlist.exactness.simulator.check;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.AreaCounts;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.checkin.Happening.Type;
import io.doorlist.domain.checkin.ListPulse;
import io.doorlist.domain.checkin.PulseWindow;
import io.doorlist.domain.event.Area;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.door.Emptying;
import io.doorlist.door.Passage;
import io.doorlist.door.PassageFold;
import io.doorlist.door.Tally;
import io.doorlist.exactness.history.HistoryRule;
import io.doorlist.exactness.history.Violation;
import io.doorlist.exactness.simulator.evening.SimulatedEvent;
import io.doorlist.store.checkin.copy.DoorCopyStore;
import io.doorlist.store.checkin.history.DoorLog;
import io.doorlist.store.checkin.ticket.AreaClock;
import io.doorlist.store.checkin.ticket.AreaPassages;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.ScanAttributes;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Table;
import io.doorlist.testing.Doors;
import io.doorlist.testing.Stores;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.LongStream;

/**
 * Folds the rows of each list's log ticket by ticket, when nothing changes any more, and compares
 * what the rows say by themselves: flags, open entries, counts of areas.
 */
public final class LogCheck {
  private static final int MAX_PART = 30;
  private static final int MINUTES = 90;

  private final Stores stores;
  private final EventDefinition definition;
  private final Instant now;
  private final SplittableRandom random;
  private final Map<CheckinList, List<Happening>> rows = new HashMap<>();
  private final List<Violation> violations = new ArrayList<>();

  private LogCheck(Stores stores, Instant now, SplittableRandom random) {
    this.stores = stores;
    this.definition = new Doors(stores).definition();
    this.now = now;
    this.random = random;
  }

  /**
   * A passage that is not undone, and what its row says of it.
   *
   * @param passage {@code null} of a check-in whose scan was withdrawn, but which other entries
   *     hold
   */
  private record Kept(Passage passage, Happening row) {}

  public static List<Violation> of(Stores stores, Instant now, SplittableRandom random) {
    rest(stores);
    LogCheck check = new LogCheck(stores, now, random);
    check.definition.areas().forEach(check::area);
    check.rows.forEach(check::list);
    check.pulse();
    return check.violations;
  }

  /** Does what writers and the recorder do all the time, so that no reader is behind. */
  private static void rest(Stores stores) {
    Table access = stores.forCommand();
    for (CheckinList list : new Doors(stores).definition().lists()) {
      String log =
          TableSchema.checkins(SimulatedEvent.ACCOUNT, SimulatedEvent.EVENT, list.id(), Mode.LIVE);
      new Sequence(access).closeOpenPlaces(log, access.deadline());
      stores.sums().keepUp(SimulatedEvent.ACCOUNT, SimulatedEvent.EVENT, list.id(), Mode.LIVE);
    }
  }

  /** Reads all of a list's log by cursor, in parts of any size; no place may be open. */
  public static List<Happening> log(
      Stores stores, EventDefinition definition, CheckinList list, SplittableRandom random) {
    return read(
        random, (after, items) -> stores.log().after(definition, list, Mode.LIVE, after, items));
  }

  private static List<Happening> read(
      SplittableRandom random, BiFunction<Long, Integer, DoorLog.Part> part) {
    List<Happening> all = new ArrayList<>();
    Long after = 0L;
    while (after != null) {
      DoorLog.Part next = part.apply(after, 1 + random.nextInt(MAX_PART));
      all.addAll(next.happenings());
      after = next.next();
    }
    return all;
  }

  private void violated(HistoryRule rule, String how) {
    violations.add(new Violation(rule, how));
  }

  private void area(Area.Doors doors) {
    Map<Long, List<Kept>> tickets = new TreeMap<>();
    for (CheckinList list : doors.lists()) {
      List<Happening> all = new ArrayList<>();
      stores
          .log()
          .rows(
              definition,
              list,
              Mode.LIVE,
              row -> {
                for (Happening each : DoorLog.happenings(row, list, Mode.LIVE)) {
                  all.add(each);
                  keep(tickets, row, each);
                }
              });
      rows.put(list, all);
    }
    Emptying emptying = AreaClock.ofCopy(definition.event(), doors.area(), now);
    Tally.Builder walk = new Tally.Builder();
    tickets.forEach((ticket, kept) -> walk.add(ticket(ticket, kept, emptying)));
    counts(doors, walk.build(), emptying);
  }

  private static void keep(Map<Long, List<Kept>> tickets, SequenceRow row, Happening each) {
    boolean passage =
        each.type() == Type.CHECK_IN || each.type() == Type.ENTRY || each.type() == Type.EXIT;
    if (passage && !each.undone()) {
      tickets
          .computeIfAbsent(each.ticketId(), any -> new ArrayList<>())
          .add(new Kept(isHeld(row, each) ? null : passage(row, each), each));
    }
  }

  private static boolean isHeld(SequenceRow row, Happening each) {
    return each.type() == Type.CHECK_IN
        && CheckinMark.of(row).stream()
            .anyMatch(mark -> mark.ticketId() == each.ticketId() && mark.withdrawn());
  }

  private static Passage passage(SequenceRow row, Happening each) {
    return each.type() == Type.CHECK_IN
        ? new Passage(
            each.at().toEpochMilli(),
            AreaPassages.tie(row.item().text(ScanAttributes.BY)),
            false,
            each.list().terms().reentry())
        : DoorCopyStore.copied(row).stream()
            .filter(copied -> copied.ticketId() == each.ticketId())
            .findFirst()
            .orElseThrow()
            .passage();
  }

  /** Checks the flags of a ticket's rows; returns what they add to their area. */
  private Tally ticket(long ticket, List<Kept> all, Emptying emptying) {
    List<Kept> kept = new ArrayList<>(all);
    kept.removeIf(each -> each.passage() == null);
    Collections.shuffle(kept, new Random(random.nextLong()));
    List<Passage> passages = kept.stream().map(Kept::passage).toList();
    List<Boolean> explained = PassageFold.explained(passages, emptying);
    // Of equal passages, it does not matter which is explained.
    Map<Passage, Integer> difference = new TreeMap<>();
    for (int i = 0; i < kept.size(); i++) {
      int folded = explained.get(i) ? 1 : 0;
      int said = kept.get(i).row().explained() ? 1 : 0;
      difference.merge(passages.get(i), folded - said, Integer::sum);
    }
    if (difference.values().stream().anyMatch(each -> each != 0)) {
      violated(
          HistoryRule.OPEN, "of ticket " + ticket + " " + explained + " are explained: " + kept);
    }
    boolean in = all.stream().anyMatch(each -> each.row().type() == Type.CHECK_IN);
    boolean entries = kept.stream().anyMatch(each -> each.row().type() == Type.ENTRY);
    if (!in && entries) {
      violated(HistoryRule.KEPT, "no check-in is left of ticket " + ticket + ": " + kept);
    }
    if (kept.size() < all.size() && !entries) {
      violated(HistoryRule.KEPT, "no entry holds the check-in of ticket " + ticket + ": " + all);
    }
    return PassageFold.of(passages, emptying).tally();
  }

  private void counts(Area.Doors doors, Tally walk, Emptying emptying) {
    AreaCounts area =
        stores.areas().read(definition, Mode.LIVE, MINUTES).stream()
            .filter(each -> each.doors().equals(doors))
            .findFirst()
            .orElseThrow();
    long minute = Tally.minute(now.toEpochMilli());
    List<Object> expected =
        List.of(
            walk.entries(),
            walk.exits(),
            walk.unexplainedEntries(),
            walk.unexplainedExits(),
            walk.inside(minute, emptying),
            walk.peak(minute, emptying).inside(),
            LongStream.rangeClosed(minute - MINUTES + 1, minute)
                .mapToObj(each -> walk.inside(each, emptying))
                .toList());
    List<Object> counted =
        List.of(
            area.entries(),
            area.exits(),
            area.unexplainedEntries(),
            area.unexplainedExits(),
            area.inside(),
            area.peak(),
            area.curve());
    if (!expected.equals(counted)) {
      violated(
          HistoryRule.WALK, "a walk of " + doors + " has " + expected + ", it says " + counted);
    }
  }

  private void list(CheckinList list, List<Happening> all) {
    List<Happening> read = log(stores, definition, list, random);
    if (!read.equals(all)) {
      violated(HistoryRule.LOG_WHOLE, "list " + list.id() + " is read as " + read + ", has " + all);
    }
    List<Happening> open = open(list);
    List<Happening> expected = all.stream().filter(LogCheck::isOpen).toList();
    if (!open.equals(expected)) {
      violated(HistoryRule.OPEN, "list " + list.id() + " has open " + open + ", not " + expected);
    }
  }

  private static boolean isOpen(Happening each) {
    return each.type() != Type.UNDO && each.isOpen();
  }

  private List<Happening> open(CheckinList list) {
    return read(
        random, (after, items) -> stores.log().open(definition, list, Mode.LIVE, after, items));
  }

  private void pulse() {
    List<ListPulse> pulses =
        stores
            .pulses()
            .read(
                SimulatedEvent.ACCOUNT,
                SimulatedEvent.EVENT,
                definition.lists(),
                Mode.LIVE,
                new PulseWindow(1, false))
            .lists();
    for (ListPulse each : pulses) {
      long open = rows.get(each.list()).stream().filter(LogCheck::isOpen).count();
      if (each.doubleAdmissions() != open) {
        violated(HistoryRule.OPEN, each + " counts other open entries than " + open);
      }
    }
  }
}
