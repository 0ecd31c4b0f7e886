package io.doorlist.store.checkin.history;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.AreaCounts;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.event.Area;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.door.Tally;
import io.doorlist.store.checkin.area.AreaStore;
import io.doorlist.store.checkin.refusal.Refusals;
import io.doorlist.store.checkin.sum.SumStore;
import io.doorlist.store.checkin.ticket.LogRow;
import io.doorlist.table.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.LongStream;

/**
 * Reads all that happened at an event, for reports. It reads every row once, strongly consistent, a
 * few hundred at a time. The rows add up to the totals of the API. Thread-safe.
 */
public final class HistoryStore {
  private static final Duration REFUSALS_KEPT = Duration.ofDays(400);

  private final Table table;
  private final DoorLog log;

  public HistoryStore(Table table) {
    this.table = table;
    this.log = new DoorLog(table, new SumStore(table));
  }

  /** Reads what happened at one list, or at all lists if {@code only} is {@code null}. */
  public History read(EventDefinition definition, CheckinList only, Mode mode) {
    Event event = definition.event();
    Instant now = table.clock().instant();
    List<Happening> happenings = new ArrayList<>();
    List<AreaCounts> areas = new ArrayList<>();
    for (Area.Doors doors : definition.areas()) {
      if (only == null || doors.lists().stream().anyMatch(list -> list.id() == only.id())) {
        Tally.Builder sum = new Tally.Builder();
        for (CheckinList list : doors.lists()) {
          log.rows(
              definition,
              list,
              mode,
              row -> {
                sum.add(LogRow.tally(row.item()));
                DoorLog.happenings(row, list, mode).forEach(happenings::add);
              });
        }
        areas.add(AreaStore.counts(definition, doors, sum.build(), LongStream.empty(), now));
      }
    }
    if (only != null) {
      happenings.removeIf(each -> each.list().id() != only.id());
    }
    happenings.sort(Comparator.comparing(Happening::at).thenComparing(Happening::createdAt));
    SortedMap<Long, SortedMap<String, Long>> refused =
        new Refusals(table)
            .counts(
                event.account(),
                event.slug(),
                mode,
                now.minus(REFUSALS_KEPT),
                now,
                table.deadline());
    if (only != null) {
      refused.keySet().removeIf(list -> list != only.id());
    }
    return new History(happenings, areas, refused);
  }
}
