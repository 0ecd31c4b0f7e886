package io.doorlist.exactness.simulator.check;

import io.doorlist.domain.Mode;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.door.Emptying;
import io.doorlist.exactness.fake.FakeTable;
import io.doorlist.exactness.simulator.check.TicketTrace.Scanned;
import io.doorlist.exactness.simulator.check.TicketTrace.Seen;
import io.doorlist.exactness.simulator.evening.SimulatedEvent;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Looks at a table after each transaction and keeps what changed about each ticket of an area. It
 * reads stored bytes by itself, not by the code that wrote them.
 */
public final class TableTrace {
  private static final int PASSAGE_BYTES = 18;
  private static final int EXIT = 0x80;
  private static final long MINUTE = 60_000;

  private final FakeTable table;
  private final Map<Long, CheckinList> byNumber = new HashMap<>();
  private final List<CheckinList> doors;
  private final Map<Long, List<Seen>> seen = new TreeMap<>();

  /**
   * Creates a trace.
   *
   * @param doors all lists of the area
   */
  public TableTrace(FakeTable table, List<CheckinList> doors) {
    this.table = table;
    this.doors = List.copyOf(doors);
    doors.forEach(list -> byNumber.put(list.number(), list));
  }

  /** Keeps what is new. */
  public void look() {
    Map<Long, Seen> now = new TreeMap<>();
    table.forEach((pk, attributes) -> door(new Item(attributes), now));
    for (CheckinList list : doors) {
      String account = SimulatedEvent.ACCOUNT;
      String event = SimulatedEvent.EVENT;
      rows(TableSchema.checkins(account, event, list.id(), Mode.LIVE))
          .forEach(row -> checkins(row, now));
      rows(TableSchema.passages(account, event, list.id(), Mode.LIVE))
          .forEach(row -> passage(row, now));
    }
    now.forEach(
        (ticket, state) -> {
          List<Seen> states = seen.computeIfAbsent(ticket, any -> new ArrayList<>());
          if (states.isEmpty() || !states.getLast().equals(state)) {
            states.add(state);
          }
        });
  }

  /** Returns the traces of all tickets that can be told in the model's words. */
  public List<TicketTrace> tickets(String name, Emptying emptying) {
    List<TicketTrace> traces = new ArrayList<>();
    seen.forEach(
        (ticket, states) ->
            TicketTrace.of(name + " ticket " + ticket, states, emptying).ifPresent(traces::add));
    return traces;
  }

  private List<Item> rows(String sequence) {
    return table.partition(sequence).stream()
        .map(Item::new)
        .filter(item -> Character.isDigit(item.key().sk().charAt(0)))
        .toList();
  }

  private static Seen of(long ticket, Map<Long, Seen> now) {
    return now.computeIfAbsent(ticket, any -> new Seen());
  }

  /** Reads which passages a ticket's door has. */
  private void door(Item item, Map<Long, Seen> now) {
    for (String name : item.names()) {
      if (name.matches("p[0-9]+")) {
        long ticket = Long.parseLong(name.substring(1));
        ByteBuffer bytes = ByteBuffer.wrap(item.map(name).bytes("set"));
        while (bytes.remaining() >= PASSAGE_BYTES) {
          long at = (bytes.getShort() & 0xffffL) << 32 | bytes.getInt() & 0xffffffffL;
          bytes.getInt();
          boolean exit = (bytes.get() & EXIT) != 0;
          long number = (bytes.get() & 0xffL) << 16 | bytes.getShort() & 0xffffL;
          long ordinal = bytes.getInt() & 0xffffffffL;
          CheckinList list = byNumber.get(number);
          if (list != null) {
            of(ticket, now).door().add(Scanned.of(at, exit, number + "/" + ordinal, list));
          }
        }
      }
    }
    if (item.has(CodeItems.MARKS)) {
      Item marks = item.map(CodeItems.MARKS);
      for (String name : marks.names()) {
        Optional<CheckinList> list =
            doors.stream().filter(each -> each.id() == CodeItems.listOf(name)).findFirst();
        if (list.isPresent()) {
          of(CodeItems.ticketOf(name), now)
              .door()
              .add(
                  Scanned.of(
                      doorTime(marks.map(name)), false, "in " + list.get().id(), list.get()));
        }
      }
    }
  }

  private static long doorTime(Item item) {
    return item.number(item.has("door_at") ? "door_at" : "at");
  }

  /** Reads by how much a row of check-ins changed the counts. */
  private static void checkins(Item row, Map<Long, Seen> now) {
    for (Item ticket : row.items(CheckinMark.TICKETS, Function.<Item>identity())) {
      Seen counts = of(ticket.number("id"), now);
      long minute = doorTime(row) / MINUTE;
      if (ticket.has("tally")) {
        counts.add(ticket.map("tally"));
      } else {
        counts.addEntry(minute, 1);
      }
      if (ticket.has("undone_tally")) {
        counts.add(ticket.map("undone_tally"));
      } else if (ticket.flag("undone")) {
        counts.addEntry(minute, -1);
      }
    }
  }

  /** Reads by how much another passage did. */
  private static void passage(Item row, Map<Long, Seen> now) {
    if (row.has("ticket")) {
      Seen counts = of(row.number("ticket"), now);
      counts.add(row.map("tally"));
      counts.add(row.map("undone_tally"));
    }
  }
}
