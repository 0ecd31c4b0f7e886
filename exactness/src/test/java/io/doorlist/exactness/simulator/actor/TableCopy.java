package io.doorlist.exactness.simulator.actor;

import io.doorlist.door.CopiedCheckin;
import io.doorlist.door.CopiedTicket;
import io.doorlist.door.DoorCopy;
import io.doorlist.exactness.simulator.evening.SimulatedEvent;
import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.testing.WholeTable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A list's tickets and check-ins, either from the rows of the table, read without the stores' code,
 * or from a copy.
 *
 * @param tickets ordinal to ticket id
 * @param types ordinal to ticket type
 * @param checkins ticket id to the time of its check-in
 * @param arrivals ticket id to its type at the check-in; empty if read from a copy
 */
record TableCopy(
    Map<Long, Long> tickets,
    Map<Long, String> types,
    Map<Long, Long> checkins,
    Map<Long, String> arrivals) {
  private static final int MILLIS = 1000;

  private static TableCopy empty() {
    return new TableCopy(new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
  }

  /** Returns whether a copy has the same tickets and check-ins. */
  boolean isSameAs(TableCopy copy) {
    return tickets.equals(copy.tickets)
        && types.equals(copy.types)
        && checkins.equals(copy.checkins);
  }

  static TableCopy of(Engine table, long list) {
    TableCopy copy = empty();
    String prefix = SimulatedEvent.ACCOUNT + "#" + SimulatedEvent.EVENT + "#list#" + list;
    for (Item row : rows(table, prefix + "#tickets#live")) {
      long ordinal = Long.parseLong(row.key().sk());
      copy.tickets.put(ordinal, row.number("id"));
      copy.types.put(ordinal, row.text("type"));
    }
    for (Item row : rows(table, prefix + "#checkins#live")) {
      for (Item ticket : row.items("tickets")) {
        if (!ticket.has("undone")) {
          copy.checkins.put(ticket.number("id"), row.number("at") / MILLIS);
          copy.arrivals.put(ticket.number("id"), ticket.text("type"));
        }
      }
    }
    return copy;
  }

  private static List<Item> rows(Engine table, String pk) {
    return WholeTable.partition(table, pk).stream()
        .filter(item -> Character.isDigit(item.key().sk().charAt(0)))
        .filter(item -> !item.has("units") || item.number("units") != 0)
        .toList();
  }

  static TableCopy of(DoorCopy copy) {
    TableCopy same = empty();
    for (CopiedTicket ticket : copy.whole().tickets()) {
      same.tickets.put(ticket.ordinal(), ticket.id());
      same.types.put(ticket.ordinal(), ticket.type());
    }
    for (CopiedCheckin checkin : copy.whole().checkins()) {
      same.checkins.put(checkin.ticketId(), checkin.epochSecond());
    }
    return same;
  }
}
