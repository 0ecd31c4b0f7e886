package io.doorlist.cli.reporting;

import io.doorlist.domain.checkin.AreaCounts;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.desk.Takings;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.store.checkin.history.History;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Sums of what happened, by list, hour, ticket type, phone and gate. Further rows have the guests
 * whom a desk added, refusals by reason, the people inside each area, and the money that each phone
 * of a desk took. Phones without a gate are in no gate's sums. Undone check-ins, entries and exits
 * count only as undone. The column {@code open} counts what staff should look at, because somebody
 * was let in twice or wrongly.
 */
public final class Totals {
  static final List<String> COLUMNS =
      List.of(
          ("by name list_id check_ins entries exits undone_check_ins undone_passages "
                  + "wrong open refused unexplained_entries unexplained_exits inside peak "
                  + "peak_at payments collected currency")
              .split(" "));

  /** The columns from {@code check_ins} to {@code open}. */
  private static final List<String> COUNTED = COLUMNS.subList(3, 10);

  private static final String NOBODY = "(no name)";

  private Totals() {}

  /** Returns a row of a group, with 0 in each counted column. */
  private static Map<String, Object> counted(String by, Object name, Long list) {
    Map<String, Object> row = empty(by, name, list);
    COUNTED.forEach(column -> row.put(column, 0L));
    return row;
  }

  private static Map<String, Object> empty(String by, Object name, Long list) {
    Map<String, Object> row = new LinkedHashMap<>();
    COLUMNS.forEach(column -> row.put(column, null));
    row.put("by", by);
    row.put("name", name);
    row.put("list_id", list);
    return row;
  }

  private static void add(Map<String, Object> row, Happening each) {
    if (each.isOpen()) {
      count(row, "open");
    }
    switch (each.type()) {
      case CHECK_IN -> count(row, each.undone() ? "undone_check_ins" : "check_ins");
      case ENTRY -> count(row, each.undone() ? "undone_passages" : "entries");
      case EXIT -> count(row, each.undone() ? "undone_passages" : "exits");
      case WRONG -> row.merge("wrong", each.undone() ? 0L : 1L, Totals::sum);
      case UNDO, REFUSAL -> {}
    }
  }

  private static void count(Map<String, Object> row, String column) {
    row.merge(column, 1L, Totals::sum);
  }

  private static Object sum(Object one, Object other) {
    return (Long) one + (Long) other;
  }

  /**
   * Returns the rows. Each has all columns, and each list has a row. Counts are {@code Long}.
   *
   * @param added ids of the tickets of guests whom a desk added
   * @param takings the money that desks took
   */
  public static List<Map<String, Object>> rows(
      History history,
      List<CheckinList> lists,
      Set<Long> added,
      List<Takings> takings,
      ZoneId zone) {
    Map<Long, Map<String, Object>> byList = new LinkedHashMap<>();
    for (CheckinList list : lists) {
      Map<String, Object> row = counted("list", list.name(), list.id());
      row.put("refused", refused(history, list.id()));
      byList.put(list.id(), row);
    }
    Map<Instant, Map<String, Object>> byHour = new TreeMap<>();
    Map<String, Map<String, Object>> byType = new TreeMap<>();
    Map<String, Map<String, Object>> byPhone = new TreeMap<>();
    Map<Long, Map<String, Object>> byGate = new TreeMap<>();
    Map<String, Map<String, Object>> byDesk = new TreeMap<>();
    for (Happening each : history.happenings()) {
      if (each.type() != Happening.Type.UNDO) {
        add(byList.get(each.list().id()), each);
        Instant hour = each.at().atZone(zone).truncatedTo(ChronoUnit.HOURS).toInstant();
        addTo(byHour, "hour", hour, each);
        addTo(byType, "ticket_type", orNone(each.ticketType()), each);
        addTo(byPhone, "phone", orNone(each.scannedBy()), each);
        if (each.gate() != null) {
          addTo(byGate, "gate", each.gate(), each);
        }
        if (added.contains(each.ticketId())) {
          addTo(byDesk, "added", "at the door", each);
        }
      }
    }
    List<Map<String, Object>> rows = new ArrayList<>();
    List.of(byList, byHour, byType, byPhone, byGate, byDesk)
        .forEach(group -> rows.addAll(group.values()));
    Map<String, Long> reasons = new TreeMap<>();
    for (Map<String, Long> ofList : history.refused().values()) {
      ofList.forEach((reason, times) -> reasons.merge(reason, times, Long::sum));
    }
    reasons.forEach(
        (reason, times) -> {
          Map<String, Object> row = empty("refusal", reason, null);
          row.put("refused", times);
          rows.add(row);
        });
    history.areas().forEach(area -> rows.add(area(area)));
    takings.forEach(each -> rows.add(takings(each)));
    return rows;
  }

  private static Map<String, Object> takings(Takings takings) {
    Map<String, Object> row = empty("takings", orNone(takings.by()), null);
    row.put("payments", takings.payments());
    row.put("collected", takings.sum());
    row.put("currency", takings.currency());
    return row;
  }

  private static <K> void addTo(
      Map<K, Map<String, Object>> group, String by, K name, Happening each) {
    add(group.computeIfAbsent(name, any -> counted(by, name, null)), each);
  }

  private static long refused(History history, long list) {
    Map<String, Long> reasons = history.refused().getOrDefault(list, new TreeMap<>());
    return reasons.values().stream().mapToLong(Long::longValue).sum();
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
