package io.doorlist.exactness.simulator.actor;

import io.doorlist.door.CopiedCheckin;
import io.doorlist.door.CopiedTicket;
import io.doorlist.door.DoorCopy;
import io.doorlist.exactness.fake.FakeTable;
import io.doorlist.exactness.simulator.evening.SimulatedEvent;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

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

  static TableCopy of(FakeTable table, long list) {
    TableCopy copy = empty();
    String prefix = SimulatedEvent.ACCOUNT + "#" + SimulatedEvent.EVENT + "#list#" + list;
    for (Map<String, AttributeValue> row : rows(table, prefix + "#tickets#live")) {
      long ordinal = Long.parseLong(row.get("sk").s());
      copy.tickets.put(ordinal, Long.valueOf(row.get("id").n()));
      copy.types.put(ordinal, row.get("type").s());
    }
    for (Map<String, AttributeValue> row : rows(table, prefix + "#checkins#live")) {
      for (AttributeValue ticket : row.get("tickets").l()) {
        if (!ticket.m().containsKey("undone")) {
          copy.checkins.put(
              Long.valueOf(ticket.m().get("id").n()), Long.parseLong(row.get("at").n()) / MILLIS);
          copy.arrivals.put(Long.valueOf(ticket.m().get("id").n()), ticket.m().get("type").s());
        }
      }
    }
    return copy;
  }

  private static List<Map<String, AttributeValue>> rows(FakeTable table, String pk) {
    return table.partition(pk).stream()
        .filter(item -> Character.isDigit(item.get("sk").s().charAt(0)))
        .filter(item -> !item.containsKey("units") || !item.get("units").n().equals("0"))
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
