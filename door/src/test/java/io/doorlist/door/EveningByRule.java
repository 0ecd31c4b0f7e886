package io.doorlist.door;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.testing.EveningText;
import io.doorlist.testing.EveningText.GroupRow;
import io.doorlist.testing.EveningText.Named;
import io.doorlist.testing.EveningText.Result;
import io.doorlist.testing.EveningText.Row;
import io.doorlist.testing.EveningText.ScanRow;
import io.doorlist.testing.EveningText.UndoRow;
import io.doorlist.testing.EveningText.Way;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Plays an evening's rows by the rule and the fold alone. */
final class EveningByRule {
  /** When all has arrived, in epoch milliseconds. */
  static final long NOW = millis(LocalTime.NOON);

  private static final List<String> TICKETS = List.of("A", "B", "C");
  private static final List<String> DOORS = List.of("gate1", "gate2", "once", "bar");

  private final SequencedMap<Guest, SequencedMap<Named, Passage>> known = new LinkedHashMap<>();
  private final Map<Named, Result> answers = new HashMap<>();
  private final Map<Named, Result> withdrawals = new HashMap<>();
  private final Map<Named, SortedMap<String, Result>> groups = new HashMap<>();

  /** A ticket in an area. */
  record Guest(String area, String ticket) {
    Emptying emptying() {
      return area.equals("gates")
          ? new Emptying(List.of(millis(LocalTime.of(4, 0)) / 1000))
          : Emptying.NEVER;
    }
  }

  private EveningByRule() {}

  /** Returns what is on record in the end, in the order in which it arrived. */
  static SequencedMap<Guest, List<Passage>> play(EveningText evening) {
    EveningByRule played = new EveningByRule();
    for (Row row : evening.rows()) {
      switch (row) {
        case ScanRow scan -> assertEquals(scan.result(), played.happens(scan), row::toString);
        case UndoRow undo -> assertEquals(undo.result(), played.happens(undo), row::toString);
        case GroupRow group -> assertEquals(group.results(), played.happens(group), row::toString);
      }
    }
    SequencedMap<Guest, List<Passage>> recorded = new LinkedHashMap<>();
    played.known.forEach((guest, passages) -> recorded.put(guest, List.copyOf(passages.values())));
    return recorded;
  }

  private SortedMap<String, Result> happens(GroupRow group) {
    return groups.computeIfAbsent(group.named(), any -> pass(group));
  }

  /** Who can pass goes first, in the order of the tickets. */
  private SortedMap<String, Result> pass(GroupRow group) {
    Map<Boolean, List<String>> passing =
        TICKETS.stream().collect(Collectors.partitioningBy(each -> canPass(group, each)));
    List<String> chosen = new ArrayList<>(passing.get(true));
    if (group.exit() && (group.count() != null || chosen.isEmpty())) {
      chosen.addAll(passing.get(false));
    }
    int count = group.count() != null ? group.count() : Math.max(1, passing.get(true).size());
    if (count > chosen.size()) {
      return new TreeMap<>();
    }
    return chosen.stream()
        .limit(count)
        .collect(
            Collectors.toMap(
                each -> each, each -> passes(alone(group, each)), (a, b) -> a, TreeMap::new));
  }

  private boolean canPass(GroupRow group, String ticket) {
    ScanRow scan = alone(group, ticket);
    return result(scan) == Result.PASSES;
  }

  private static ScanRow alone(GroupRow group, String ticket) {
    Named named = new Named(group.time(), group.door(), ticket, group.exit());
    return new ScanRow(named, group.way(), Result.PASSES);
  }

  private Result happens(ScanRow scan) {
    if (scan.way() == Way.WITHDRAWN) {
      return withdrawals.computeIfAbsent(scan.named(), any -> withdrawn(scan));
    }
    return withdrawals.containsKey(scan.named())
        ? Result.WITHDRAWN
        : answers.computeIfAbsent(scan.named(), any -> passes(scan));
  }

  private Result withdrawn(ScanRow scan) {
    return passages(guest(scan)).remove(scan.named()) == null ? Result.NOTHING : Result.UNDONE;
  }

  private Result passes(ScanRow scan) {
    Result result = result(scan);
    if (result != Result.ALREADY_IN || scan.way() == Way.TOLD) {
      passages(guest(scan)).put(scan.named(), passage(scan));
    }
    return result;
  }

  private Result result(ScanRow scan) {
    Collection<Passage> passages = passages(guest(scan)).values();
    Passage next = passage(scan);
    Emptying emptying = guest(scan).emptying();
    if (next.exit()) {
      Presence before = PassageFold.before(passages, next, emptying).at(next.at(), emptying);
      return before.inside() ? Result.PASSES : Result.NOT_INSIDE;
    }
    return PassageFold.admits(passages, next, emptying) ? Result.PASSES : Result.ALREADY_IN;
  }

  /** An undone check-in would leave passages of somebody who never came in. */
  private Result happens(UndoRow undo) {
    SequencedMap<Named, Passage> passages = passages(new Guest("gates", undo.ticket()));
    boolean checkin = passages.firstEntry().getKey().time().equals(undo.of());
    if (checkin && passages.size() > 1) {
      return Result.KEPT;
    }
    passages.keySet().removeIf(each -> each.time().equals(undo.of()));
    return Result.UNDONE;
  }

  private SequencedMap<Named, Passage> passages(Guest guest) {
    return known.computeIfAbsent(guest, any -> new LinkedHashMap<>());
  }

  private static Guest guest(ScanRow scan) {
    return new Guest(scan.door().equals("bar") ? "bar" : "gates", scan.ticket());
  }

  /** Each door has its own phone, and phones have ties in their order. */
  private static Passage passage(ScanRow scan) {
    int phone = 1 + DOORS.indexOf(scan.door());
    return new Passage(millis(scan.time()), phone, scan.exit(), reentry(scan.door()));
  }

  private static Reentry reentry(String door) {
    return switch (door) {
      case "gate1", "gate2" -> Reentry.AFTER_EXIT;
      case "once" -> Reentry.NEVER;
      case "bar" -> Reentry.ALWAYS;
      default -> throw new IllegalArgumentException("no door " + door);
    };
  }

  private static long millis(LocalTime time) {
    return LocalDate.of(2026, 12, 5).atTime(time).toInstant(ZoneOffset.UTC).toEpochMilli();
  }
}
