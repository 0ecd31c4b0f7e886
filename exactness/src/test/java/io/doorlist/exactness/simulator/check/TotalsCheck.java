package io.doorlist.exactness.simulator.check;

import io.doorlist.cli.reporting.Totals;
import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.AreaCounts;
import io.doorlist.domain.checkin.ListPulse;
import io.doorlist.domain.checkin.PulseWindow;
import io.doorlist.domain.checkin.TicketPassage;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.exactness.simulator.evening.SimulatedEvent;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.Stores;
import io.doorlist.store.checkin.pulse.Pulse;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.Pace;
import io.doorlist.store.table.TableSchema;
import io.doorlist.testing.Doors;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Compares the totals of a report with what the API counts, when nothing changes any more. */
public final class TotalsCheck {
  private static final PageRequest PAGE = new PageRequest(1, 250);

  /** So many places of dead writers, far more than an evening has, keep a sum back. */
  private static final int MANY_OPEN = 2_000;

  private static final List<String> COUNTED =
      List.of(
          "check_ins",
          "entries",
          "exits",
          "undone_check_ins",
          "undone_passages",
          "double_admissions");

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
    TotalsCheck check = new TotalsCheck(stores);
    check.rest();
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

  /** Does what writers and the recorder do all the time, so that no sum is behind its rows. */
  private void rest() {
    Dynamo dynamo = stores.forCommand(Pace.FREE);
    for (CheckinList list : definition.lists()) {
      String checkins =
          TableSchema.checkins(SimulatedEvent.ACCOUNT, SimulatedEvent.EVENT, list.id(), Mode.LIVE);
      Item head = dynamo.get(TableSchema.head(checkins), dynamo.deadline()).orElseGet(Item::new);
      if (head.number("next") - head.number("settled") > MANY_OPEN) {
        new Sequence(dynamo).closeOpenPlaces(checkins, dynamo.deadline());
      }
      stores.pulses().keepUp(SimulatedEvent.ACCOUNT, SimulatedEvent.EVENT, list.id(), Mode.LIVE);
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
      List<TicketPassage> passages = passages(list);
      compare(
          "list " + list.id(),
          List.of(
              each.checkedIn(),
              passages.stream().filter(one -> !one.undone() && !one.exit()).count(),
              passages.stream().filter(one -> !one.undone() && one.exit()).count(),
              stores
                  .undos()
                  .list(SimulatedEvent.ACCOUNT, SimulatedEvent.EVENT, list, Mode.LIVE, PAGE)
                  .count(),
              passages.stream().filter(TicketPassage::undone).count(),
              each.doubleAdmissions()),
          List.of(
              row.get("check_ins"),
              row.get("entries"),
              row.get("exits"),
              row.get("undone_check_ins"),
              row.get("undone_passages"),
              row.get("double_admissions")));
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

  private List<TicketPassage> passages(CheckinList list) {
    Page<TicketPassage.Shown> page = stores.passages().list(definition, list, Mode.LIVE, PAGE);
    if (page.count() > page.items().size()) {
      throw new IllegalStateException("more passages than on a page");
    }
    return page.items().stream().map(TicketPassage.Shown::passage).toList();
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
