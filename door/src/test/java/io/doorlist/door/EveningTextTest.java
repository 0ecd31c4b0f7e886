package io.doorlist.door;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.testing.EveningText;
import io.doorlist.testing.EveningText.Area;
import io.doorlist.testing.EveningText.GroupRow;
import io.doorlist.testing.EveningText.Named;
import io.doorlist.testing.EveningText.Result;
import io.doorlist.testing.EveningText.Row;
import io.doorlist.testing.EveningText.ScanRow;
import io.doorlist.testing.EveningText.UndoRow;
import io.doorlist.testing.EveningText.Way;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The evenings by the rule and the fold alone. */
class EveningTextTest {
  private static final List<String> ALL = List.of("A", "B", "C");

  /** What is known of a ticket in an area, by when it was scanned. */
  private final Map<String, SequencedMap<LocalTime, Passage>> known = new LinkedHashMap<>();

  private final Map<Named, Result> answers = new HashMap<>();
  private final Map<Named, Result> withdrawals = new HashMap<>();
  private final Map<Named, SortedMap<String, Result>> groups = new HashMap<>();

  static List<EveningText> evenings() {
    return EveningText.all();
  }

  @ParameterizedTest
  @MethodSource("evenings")
  void evening_goesAsItsRowsSay(EveningText evening) {
    for (Row row : evening.rows()) {
      switch (row) {
        case ScanRow scan -> assertEquals(scan.result(), happens(scan), row::toString);
        case UndoRow undo -> assertEquals(undo.result(), happens(undo), row::toString);
        case GroupRow group ->
            assertEquals(
                group.results(),
                groups.computeIfAbsent(group.named(), any -> happens(group)),
                row::toString);
      }
    }
    assertEquals(evening.areas(), areas());
  }

  /** Who can pass goes first, in the order of the tickets. */
  private SortedMap<String, Result> happens(GroupRow group) {
    Map<Boolean, List<String>> passing =
        ALL.stream().collect(Collectors.partitioningBy(each -> canPass(group, each)));
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
    return result(passages(scan).values(), passage(scan)) == Result.PASSES;
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
    return passages(scan).remove(scan.time()) == null ? Result.NOTHING : Result.UNDONE;
  }

  private Map<LocalTime, Passage> passages(ScanRow scan) {
    String area = scan.door().equals("bar") ? "bar" : "gates";
    return known.computeIfAbsent(area + " " + scan.ticket(), any -> new LinkedHashMap<>());
  }

  private Result passes(ScanRow scan) {
    Map<LocalTime, Passage> passages = passages(scan);
    Passage passage = passage(scan);
    Result result = result(passages.values(), passage);
    if (result != Result.ALREADY_IN || scan.way() == Way.TOLD) {
      passages.put(scan.time(), passage);
    }
    return result;
  }

  private static Passage passage(ScanRow scan) {
    return new Passage(scan.time().toSecondOfDay() * 1000L, 0, scan.exit(), reentry(scan.door()));
  }

  private static Result result(Collection<Passage> passages, Passage next) {
    if (next.exit()) {
      return PassageFold.before(passages, next, Emptying.NEVER).inside()
          ? Result.PASSES
          : Result.NOT_INSIDE;
    }
    return PassageFold.admits(passages, next, Emptying.NEVER) ? Result.PASSES : Result.ALREADY_IN;
  }

  /** An undone check-in would leave passages of somebody who never came in. */
  private Result happens(UndoRow undo) {
    SequencedMap<LocalTime, Passage> passages = known.get("gates " + undo.ticket());
    boolean checkin = passages.firstEntry().getKey().equals(undo.of());
    if (checkin && passages.size() > 1) {
      return Result.KEPT;
    }
    passages.remove(undo.of());
    return Result.UNDONE;
  }

  private SortedMap<String, Area> areas() {
    Map<String, List<PassageFold>> folds = new TreeMap<>();
    known.forEach(
        (name, passages) ->
            folds
                .computeIfAbsent(name.split(" ")[0], any -> new ArrayList<>())
                .add(fold(passages.values())));
    return folds.entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey, each -> area(each.getValue()), (a, b) -> a, TreeMap::new));
  }

  private static Area area(List<PassageFold> folds) {
    Function<Function<Tally, Long>, Long> sum =
        count -> folds.stream().map(PassageFold::tally).mapToLong(count::apply).sum();
    return new Area(
        folds.stream().filter(fold -> fold.presence().inside()).count(),
        sum.apply(Tally::entries),
        sum.apply(Tally::exits),
        sum.apply(Tally::unexplainedEntries),
        sum.apply(Tally::unexplainedExits));
  }

  private static PassageFold fold(Collection<Passage> passages) {
    return PassageFold.of(passages, Emptying.NEVER);
  }

  private static Reentry reentry(String door) {
    return switch (door) {
      case "gate1", "gate2" -> Reentry.AFTER_EXIT;
      case "once" -> Reentry.NEVER;
      case "bar" -> Reentry.ALWAYS;
      default -> throw new IllegalArgumentException("no door " + door);
    };
  }
}
