package io.doorlist.store.checkin.area;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.AreaCounts;
import io.doorlist.domain.checkin.Evening;
import io.doorlist.domain.event.Area;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.door.Emptying;
import io.doorlist.door.Tally;
import io.doorlist.store.checkin.ticket.AreaClock;
import io.doorlist.store.sequence.SequenceChanges;
import io.doorlist.store.table.Condition;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import io.doorlist.store.table.Write;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/**
 * Reads who is inside the areas of an event.
 *
 * <p>Implementation notes. What an area's rows of check-ins and passages changed adds up to its
 * counts. The sum of each list is stored with marks of how far it goes, as for the pulse (ADR
 * 0023); a reader adds what came since.
 *
 * <p>Thread-safe.
 */
public final class AreaStore {
  /** From this many new rows on, the new sum is worth a write. */
  private static final int WORTH_KEEPING = 24;

  private static final int MAX_ROWS = 800;
  private static final int MAX_ROUNDS = 50;

  private final Dynamo dynamo;
  private final SequenceChanges changes;
  private final int worthKeeping;

  public AreaStore(Dynamo dynamo) {
    this(dynamo, SequenceChanges.FEW, WORTH_KEEPING);
  }

  /**
   * Creates the areas of a table.
   *
   * @param few up to how many settled rows are read strongly at once
   * @param worthKeeping from how many new rows on the new sum is worth a write
   */
  public AreaStore(Dynamo dynamo, int few, int worthKeeping) {
    this.dynamo = dynamo;
    this.changes = new SequenceChanges(dynamo, few);
    this.worthKeeping = worthKeeping;
  }

  /** The sequences of a list from which its sum is made, and the sum's key. */
  private record Keys(String checkins, String passages, Key sum) {
    static Keys of(String account, String event, long list, Mode mode) {
      return new Keys(
          TableSchema.checkins(account, event, list, mode),
          TableSchema.passages(account, event, list, mode),
          TableSchema.tally(account, event, list, mode));
    }

    List<Key> all() {
      return List.of(TableSchema.head(checkins), TableSchema.head(passages), sum);
    }
  }

  /**
   * Returns the areas of an event in their order, then those of lists that name none. Access
   * pattern 46: strongly consistent; 3 read units a list, 1 per 4 KB of its sum beyond the first,
   * and 1 per 4 KB of rows not added up yet.
   *
   * @param minutes how many minutes of the curve to return
   */
  public List<AreaCounts> read(EventDefinition definition, Mode mode, int minutes) {
    return read(definition, definition.areas(), mode, last(minutes));
  }

  /**
   * Returns the same of the areas that people may leave and enter again: those that lists name, and
   * lists with re-entry.
   */
  public List<AreaCounts> readTracked(EventDefinition definition, Mode mode, int minutes) {
    return readTracked(definition, mode, last(minutes));
  }

  /** Returns the same, with the curve of an evening's quarters. */
  public List<AreaCounts> readTracked(EventDefinition definition, Mode mode, Evening evening) {
    return readTracked(
        definition, mode, now -> evening.lastMinutes().map(minute -> Math.min(minute, now)));
  }

  private List<AreaCounts> readTracked(
      EventDefinition definition, Mode mode, LongFunction<LongStream> curve) {
    List<Area.Doors> tracked =
        definition.areas().stream()
            .filter(doors -> doors.lists().stream().anyMatch(list -> list.terms().tracked()))
            .toList();
    return tracked.isEmpty() ? List.of() : read(definition, tracked, mode, curve);
  }

  private static LongFunction<LongStream> last(int minutes) {
    return now -> LongStream.rangeClosed(now - minutes + 1, now);
  }

  /** Reads areas; the function returns the minutes of their curves, given the current one. */
  private List<AreaCounts> read(
      EventDefinition definition,
      List<Area.Doors> areas,
      Mode mode,
      LongFunction<LongStream> curve) {
    Instant deadline = dynamo.deadline();
    Instant now = dynamo.clock().instant();
    String account = definition.event().account();
    String event = definition.event().slug();
    Map<Long, Keys> places = new LinkedHashMap<>();
    for (Area.Doors doors : areas) {
      doors
          .lists()
          .forEach(list -> places.put(list.id(), Keys.of(account, event, list.id(), mode)));
    }
    Map<Key, Item> found =
        dynamo.get(
            places.values().stream().flatMap(keys -> keys.all().stream()).toList(), deadline);
    Map<Long, Tally> byList = new HashMap<>();
    places.forEach((list, keys) -> byList.put(list, catchUp(keys, found, deadline).tally()));
    List<AreaCounts> counts = new ArrayList<>();
    for (Area.Doors doors : areas) {
      Tally tally = Tally.NONE;
      for (CheckinList list : doors.lists()) {
        tally = tally.plus(byList.get(list.id()));
      }
      LongStream minutes = curve.apply(Tally.minute(now.toEpochMilli()));
      counts.add(counts(definition, doors, tally, minutes, now));
    }
    return counts;
  }

  /** Returns the counts of an area as they are now. */
  public static AreaCounts counts(
      EventDefinition definition, Area.Doors doors, Tally tally, LongStream minutes, Instant now) {
    long current = Tally.minute(now.toEpochMilli());
    Instant first =
        tally.curve().isEmpty()
            ? now
            : Instant.EPOCH.plus(Duration.ofMinutes(tally.curve().firstKey()));
    Emptying emptying = AreaClock.between(definition.event(), doors.area(), first, now);
    Tally.Peak peak = tally.peak(current, emptying);
    return new AreaCounts(
        doors,
        tally.inside(current, emptying),
        peak.inside(),
        peak.inside() == 0 ? null : Instant.EPOCH.plus(Duration.ofMinutes(peak.minute())),
        tally.entries(),
        tally.exits(),
        tally.unexplainedEntries(),
        tally.unexplainedExits(),
        minutes.mapToObj(minute -> tally.inside(minute, emptying)).toList());
  }

  /** Adds up a list's new rows for later readers. */
  public void keepUp(String account, String event, long list, Mode mode) {
    Instant deadline = dynamo.deadline();
    Keys keys = Keys.of(account, event, list, mode);
    catchUp(keys, dynamo.get(keys.all(), deadline), deadline);
  }

  /** Adds all rows since the sum was stored. */
  private AreaSum catchUp(Keys keys, Map<Key, Item> found, Instant deadline) {
    Advance advance = advance(keys, found, deadline);
    for (int round = 1; advance.more() && round < MAX_ROUNDS; round++) {
      advance = advance(keys, dynamo.get(keys.all(), deadline), deadline);
    }
    return advance.sum();
  }

  private record Advance(AreaSum sum, boolean more) {}

  /** Adds the rows since the sum was stored, or as many as one read may cost. */
  private Advance advance(Keys keys, Map<Key, Item> found, Instant deadline) {
    AreaSum sum = AreaSum.of(found.getOrDefault(keys.sum(), new Item()));
    AreaSum.Rows checkins = new AreaSum.Rows();
    SequenceChanges.Seen in =
        changes.since(
            keys.checkins(),
            head(keys.checkins(), found),
            sum.checkins(),
            MAX_ROWS,
            checkins::add,
            deadline);
    AreaSum.Rows passages = new AreaSum.Rows();
    SequenceChanges.Seen moved =
        changes.since(
            keys.passages(),
            head(keys.passages(), found),
            sum.passages(),
            MAX_ROWS,
            passages::add,
            deadline);
    sum.addCheckins(checkins, undone(checkins.placesLeft(), keys.checkins(), deadline));
    sum.addPassages(passages, undone(passages.left(), keys.passages(), deadline));
    sum.seen(in.mark(), moved.mark());
    if (checkins.size() + passages.size() >= worthKeeping) {
      dynamo.write(
          Write.put(sum.item(keys.sum()))
              .require(Condition.unchanged(AreaSum.VERSION, sum.version())),
          deadline);
    }
    return new Advance(sum, in.more() || moved.more());
  }

  private Map<Key, Item> undone(List<Long> ordinals, String sequence, Instant deadline) {
    return dynamo.get(
        ordinals.stream().map(ordinal -> TableSchema.row(sequence, ordinal)).distinct().toList(),
        deadline);
  }

  private static Item head(String sequence, Map<Key, Item> found) {
    return found.getOrDefault(TableSchema.head(sequence), new Item());
  }
}
