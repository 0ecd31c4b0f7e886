package io.doorlist.store.checkin.area;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.AreaCounts;
import io.doorlist.domain.checkin.Evening;
import io.doorlist.domain.event.Area;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.door.Emptying;
import io.doorlist.door.Tally;
import io.doorlist.store.checkin.sum.ListSum;
import io.doorlist.store.checkin.sum.SumStore;
import io.doorlist.store.checkin.ticket.AreaClock;
import io.doorlist.table.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/**
 * Reads how many are inside the areas of an event, from the sums of its lists' logs. Thread-safe.
 */
public final class AreaStore {
  private final Table table;
  private final SumStore sums;

  public AreaStore(Table table, SumStore sums) {
    this.table = table;
    this.sums = sums;
  }

  /**
   * Returns the counts of an event's areas in their order, then the counts of each list that names
   * no area. Their curves show the last {@code minutes} minutes. Access pattern 46: strongly
   * consistent.
   */
  public List<AreaCounts> read(EventDefinition definition, Mode mode, int minutes) {
    return read(definition, definition.areas(), mode, last(minutes));
  }

  /**
   * Returns the same for the areas that people may leave and enter again. If an evening is given,
   * the curves show its quarters of an hour instead of minutes.
   */
  public List<AreaCounts> readTracked(
      EventDefinition definition, Mode mode, int minutes, Evening evening) {
    LongFunction<LongStream> curve =
        evening == null
            ? last(minutes)
            : now -> evening.lastMinutes().map(minute -> Math.min(minute, now));
    List<Area.Doors> tracked =
        definition.areas().stream()
            .filter(doors -> doors.lists().stream().anyMatch(list -> list.terms().tracked()))
            .toList();
    return tracked.isEmpty() ? List.of() : read(definition, tracked, mode, curve);
  }

  private static LongFunction<LongStream> last(int minutes) {
    return now -> LongStream.rangeClosed(now - minutes + 1, now);
  }

  /**
   * Reads the counts of areas. {@code curve} takes the current minute, and returns the minutes that
   * curves show.
   */
  private List<AreaCounts> read(
      EventDefinition definition,
      List<Area.Doors> areas,
      Mode mode,
      LongFunction<LongStream> curve) {
    Instant deadline = table.deadline();
    Instant now = table.clock().instant();
    List<CheckinList> lists = areas.stream().flatMap(doors -> doors.lists().stream()).toList();
    Map<Long, ListSum> byList = sums.whole(definition, lists, mode, deadline);
    List<AreaCounts> counts = new ArrayList<>();
    for (Area.Doors doors : areas) {
      Tally.Builder sum = new Tally.Builder();
      doors.lists().forEach(list -> sum.add(byList.get(list.id()).tally()));
      LongStream minutes = curve.apply(Tally.minute(now.toEpochMilli()));
      counts.add(counts(definition, doors, sum.build(), minutes, now));
    }
    return counts;
  }

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
}
