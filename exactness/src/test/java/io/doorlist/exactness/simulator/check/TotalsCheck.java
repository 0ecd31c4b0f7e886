package io.doorlist.exactness.simulator.check;

import io.doorlist.cli.reporting.Totals;
import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.AreaCounts;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.checkin.Happening.Type;
import io.doorlist.domain.checkin.ListPulse;
import io.doorlist.domain.checkin.PulseWindow;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.exactness.simulator.evening.SimulatedEvent;
import io.doorlist.store.Stores;
import io.doorlist.store.checkin.pulse.Pulse;
import io.doorlist.testing.Doors;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Compares the totals of a report with what the API counts, when nothing changes any more. */
public final class TotalsCheck {
  private static final List<String> COUNTED =
      List.of(
          "check_ins", "entries", "exits", "undone_check_ins", "undone_passages", "wrong", "open");

  private final Stores stores;
  private final EventDefinition definition;
  private final List<Map<String, Object>> totals;
  private final List<String> differences = new ArrayList<>();

  private TotalsCheck(Stores stores) {
    this.stores = stores;
    this.definition = new Doors(stores).definition();
    this.totals =
        Totals.rows(
            stores.history().read(definition, null, Mode.LIVE),
            definition.lists(),
            definition.event().zone());
  }

  /** Returns where they differ. */
  public static List<String> of(Stores stores) {
    LogCheck.rest(stores);
    TotalsCheck check = new TotalsCheck(stores);
    check.lists();
    check.groups();
    check.areas();
    return check.differences;
  }

  private void compare(String what, Object counted, Object total) {
    if (!counted.equals(total)) {
      differences.add(what + ": the API has " + counted + ", the report " + total);
    }
  }

  private void lists() {
    Pulse pulse =
        stores
            .pulses()
            .read(
                SimulatedEvent.ACCOUNT,
                SimulatedEvent.EVENT,
                definition.lists(),
                Mode.LIVE,
                new PulseWindow(1, true));
    Map<String, Long> types = new HashMap<>();
    Map<String, Long> gates = new HashMap<>();
    for (ListPulse each : pulse.lists()) {
      CheckinList list = each.list();
      Map<String, Object> row =
          rows("list").stream()
              .filter(one -> one.get("list_id").equals(list.id()))
              .toList()
              .getFirst();
      List<Happening> log = LogCheck.log(stores, definition, list, new SplittableRandom(list.id()));
      compare(
          "list " + list.id(),
          List.of(
              each.checkedIn(),
              standing(log, Type.ENTRY),
              standing(log, Type.EXIT),
              undone(log, Type.CHECK_IN),
              undone(log, Type.ENTRY) + undone(log, Type.EXIT),
              standing(log, Type.WRONG),
              each.doubleAdmissions()),
          COUNTED.stream().map(row::get).toList());
      each.byType().forEach((type, count) -> types.merge(type, count, Long::sum));
      each.byGate().forEach((gate, count) -> gates.merge(gate, count, Long::sum));
    }
    compare("check-ins by type", types, checkIns("ticket_type"));
    compare("check-ins by gate", gates, checkIns("gate"));
  }

  private Map<String, Long> checkIns(String by) {
    Map<String, Long> counts = new HashMap<>();
    rows(by).stream()
        .filter(row -> (long) row.get("check_ins") > 0)
        .forEach(row -> counts.put(row.get("name").toString(), (long) row.get("check_ins")));
    return counts;
  }

  private static long standing(List<Happening> log, Type type) {
    return log.stream().filter(each -> each.type() == type && !each.undone()).count();
  }

  /** Returns how many undos of something there are. */
  private static long undone(List<Happening> log, Type type) {
    return log.stream()
        .filter(each -> each.type() == Type.UNDO && each.undoes().type() == type)
        .count();
  }

  /** Whatever it is added up by, it is the same in all. */
  private void groups() {
    for (String column : COUNTED) {
      for (String by : List.of("hour", "ticket_type", "phone", "gate")) {
        // Gates are only those of the phones that have one.
        if (!by.equals("gate") || !rows(by).isEmpty()) {
          compare(column + " by " + by, sum("list", column), sum(by, column));
        }
      }
    }
  }

  private long sum(String by, String column) {
    return rows(by).stream().mapToLong(row -> (long) row.get(column)).sum();
  }

  private List<Map<String, Object>> rows(String by) {
    return totals.stream().filter(row -> row.get("by").equals(by)).toList();
  }

  private void areas() {
    List<List<Object>> counted = new ArrayList<>();
    for (AreaCounts area : stores.areas().read(definition, Mode.LIVE, 0)) {
      counted.add(
          List.of(
              area.entries(),
              area.exits(),
              area.unexplainedEntries(),
              area.unexplainedExits(),
              area.inside(),
              area.peak(),
              String.valueOf(area.peakAt())));
    }
    List<List<Object>> totalled = new ArrayList<>();
    for (Map<String, Object> row : rows("area")) {
      totalled.add(
          List.of(
              row.get("entries"),
              row.get("exits"),
              row.get("unexplained_entries"),
              row.get("unexplained_exits"),
              row.get("inside"),
              row.get("peak"),
              String.valueOf(row.get("peak_at"))));
    }
    compare("areas", counted, totalled);
  }
}
