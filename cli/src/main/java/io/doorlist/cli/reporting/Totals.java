package io.doorlist.cli.reporting;

import io.doorlist.domain.checkin.AreaCounts;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.store.checkin.history.History;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What happened, added up by list, hour, ticket type, phone and gate; refusals by reason; who is
 * inside, by area. Phones without a gate are in no gate's sums. Check-ins, entries and exits that
 * were undone are not counted there but as undone. Open are entries that nothing explains, and
 * wrong admissions.
 */
public final class Totals {
  static final List<String> COLUMNS =
      List.of(
          ("by name list_id check_ins entries exits undone_check_ins undone_passages "
                  + "wrong open refused unexplained_entries unexplained_exits inside peak "
                  + "peak_at")
              .split(" "));

  private static final String NOBODY = "(no name)";

  private Totals() {}

  /** Counts of a group. Not thread-safe. */
  private static final class Counts {
    private long checkIns;
    private long entries;
    private long exits;
    private long undoneCheckIns;
    private long undonePassages;
    private long wrong;
    private long open;

    void add(Happening happening) {
      open += happening.isOpen() ? 1 : 0;
      switch (happening.type()) {
        case CHECK_IN -> {
          checkIns += happening.undone() ? 0 : 1;
          undoneCheckIns += happening.undone() ? 1 : 0;
        }
        case ENTRY -> {
          entries += happening.undone() ? 0 : 1;
          undonePassages += happening.undone() ? 1 : 0;
        }
        case EXIT -> {
          exits += happening.undone() ? 0 : 1;
          undonePassages += happening.undone() ? 1 : 0;
        }
        case WRONG -> wrong += happening.undone() ? 0 : 1;
        case UNDO, REFUSAL -> {}
      }
    }

    Map<String, Object> row(String by, Object name, Long list) {
      Map<String, Object> row = empty(by, name, list);
      row.put("check_ins", checkIns);
      row.put("entries", entries);
      row.put("exits", exits);
      row.put("undone_check_ins", undoneCheckIns);
      row.put("undone_passages", undonePassages);
      row.put("wrong", wrong);
      row.put("open", open);
      return row;
    }
  }

  private static Map<String, Object> empty(String by, Object name, Long list) {
    Map<String, Object> row = new LinkedHashMap<>();
    COLUMNS.forEach(column -> row.put(column, null));
    row.put("by", by);
    row.put("name", name);
    row.put("list_id", list);
    return row;
  }

  /**
   * Returns the rows, each with all columns; counts are {@code Long}.
   *
   * @param lists those that are reported, each of which gets a row
   */
  public static List<Map<String, Object>> rows(
      History history, List<CheckinList> lists, ZoneId zone) {
    Map<Long, Counts> byList = new LinkedHashMap<>();
    lists.forEach(list -> byList.put(list.id(), new Counts()));
    Map<Instant, Counts> byHour = new TreeMap<>();
    Map<String, Counts> byType = new TreeMap<>();
    Map<String, Counts> byPhone = new TreeMap<>();
    Map<Long, Counts> byGate = new TreeMap<>();
    for (Happening each : history.happenings()) {
      if (each.type() == Happening.Type.UNDO) {
        continue;
      }
      byList.get(each.list().id()).add(each);
      Instant hour = each.at().atZone(zone).truncatedTo(ChronoUnit.HOURS).toInstant();
      byHour.computeIfAbsent(hour, any -> new Counts()).add(each);
      byType.computeIfAbsent(orNone(each.ticketType()), any -> new Counts()).add(each);
      byPhone.computeIfAbsent(orNone(each.scannedBy()), any -> new Counts()).add(each);
      if (each.gate() != null) {
        byGate.computeIfAbsent(each.gate(), any -> new Counts()).add(each);
      }
    }
    List<Map<String, Object>> rows = new ArrayList<>();
    for (CheckinList list : lists) {
      Map<String, Object> row = byList.get(list.id()).row("list", list.name(), list.id());
      row.put("refused", refused(history, list.id()));
      rows.add(row);
    }
    byHour.forEach((hour, counts) -> rows.add(counts.row("hour", hour, null)));
    byType.forEach((type, counts) -> rows.add(counts.row("ticket_type", type, null)));
    byPhone.forEach((phone, counts) -> rows.add(counts.row("phone", phone, null)));
    byGate.forEach((gate, counts) -> rows.add(counts.row("gate", gate, null)));
    Map<String, Long> reasons = new TreeMap<>();
    history
        .refused()
        .values()
        .forEach(some -> some.forEach((reason, times) -> reasons.merge(reason, times, Long::sum)));
    reasons.forEach(
        (reason, times) -> {
          Map<String, Object> row = empty("refusal", reason, null);
          row.put("refused", times);
          rows.add(row);
        });
    history.areas().forEach(area -> rows.add(area(area)));
    return rows;
  }

  private static long refused(History history, long list) {
    return history.refused().getOrDefault(list, new TreeMap<>()).values().stream()
        .mapToLong(Long::longValue)
        .sum();
  }

  private static Map<String, Object> area(AreaCounts area) {
    Map<String, Object> row = empty("area", area.doors().area().name(), null);
    row.put("entries", area.entries());
    row.put("exits", area.exits());
    row.put("unexplained_entries", area.unexplainedEntries());
    row.put("unexplained_exits", area.unexplainedExits());
    row.put("inside", area.inside());
    row.put("peak", area.peak());
    row.put("peak_at", area.peakAt());
    return row;
  }

  private static String orNone(String name) {
    return name == null ? NOBODY : name;
  }
}
