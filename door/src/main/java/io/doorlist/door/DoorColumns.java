package io.doorlist.door;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * Writes a {@link DoorDelta} as columns. The format is in docs/door.md. It has columns because gzip
 * compresses similar numbers well if they follow one another.
 */
public final class DoorColumns {
  static final int FORMAT = 1;
  static final int WITH_PASSAGES = 2;
  static final int WITH_ADDONS = 3;
  static final int EXIT = 1;
  static final int REENTRY_SHIFT = 1;
  static final long MILLIS = 1000;
  static final int FROM = 2;
  static final int UNTIL = 4;
  static final int MAIN = 8;
  static final int UNPAID = 16;
  static final int NOTED = 32;

  private DoorColumns() {}

  public static byte[] write(DoorDelta delta) {
    Columns.Writer writer = new Columns.Writer();
    boolean withAddons = delta.tickets().stream().anyMatch(each -> each.main() != null);
    boolean withPassages =
        withAddons
            || !delta.passages().isEmpty()
            || !delta.withdrawn().isEmpty()
            || delta.checkins().stream().anyMatch(each -> !each.isPlain());
    writer.octet(withAddons ? WITH_ADDONS : withPassages ? WITH_PASSAGES : FORMAT);
    writeTickets(writer, delta.tickets());
    writeAscending(writer, delta.left());
    writeCheckins(writer, delta.checkins());
    writeAscending(writer, delta.undone());
    if (withPassages) {
      writePassages(writer, delta);
    }
    return writer.bytes();
  }

  /** Writes passages, and for check-ins the times and ties that sort them among passages. */
  private static void writePassages(Columns.Writer writer, DoorDelta delta) {
    Map<Long, Integer> ties = new LinkedHashMap<>();
    delta.checkins().forEach(each -> ties.putIfAbsent(each.tie(), ties.size()));
    delta.passages().forEach(each -> ties.putIfAbsent(each.passage().tie(), ties.size()));
    writer.number(ties.size());
    ties.keySet().forEach(writer::number);
    delta.checkins().forEach(each -> writer.signed(each.doorTime() - each.epochSecond() * MILLIS));
    delta.checkins().forEach(each -> writer.number(ties.get(each.tie())));
    List<CopiedPassage> passages = delta.passages();
    writeAscending(
        writer, passages.stream().map(CopiedPassage::ordinal).collect(Collectors.toList()));
    writeRunning(writer, passages, CopiedPassage::ticketId);
    writeRunning(writer, passages, each -> each.passage().at());
    passages.forEach(each -> writer.number(ties.get(each.passage().tie())));
    passages.forEach(
        each ->
            writer.octet(
                (each.passage().exit() ? EXIT : 0)
                    | each.passage().reentry().ordinal() << REENTRY_SHIFT));
    writeAscending(writer, delta.withdrawn());
  }

  private static void writeTickets(Columns.Writer writer, List<CopiedTicket> tickets) {
    Map<String, Integer> types = new LinkedHashMap<>();
    tickets.forEach(ticket -> types.putIfAbsent(ticket.type(), types.size()));
    writer.number(types.size());
    types.keySet().forEach(writer::text);
    writeAscending(
        writer, tickets.stream().map(CopiedTicket::ordinal).collect(Collectors.toList()));
    writeRunning(writer, tickets, CopiedTicket::id);
    tickets.forEach(ticket -> writer.word(ticket.digest()));
    tickets.forEach(ticket -> writer.number(types.get(ticket.type())));
    writeConditions(writer, tickets);
  }

  /** Writes what only few tickets have, such as a window, with the positions of these tickets. */
  private static void writeConditions(Columns.Writer writer, List<CopiedTicket> tickets) {
    List<Long> positions = new ArrayList<>();
    for (int i = 0; i < tickets.size(); i++) {
      if (conditions(tickets.get(i)) != 0) {
        positions.add((long) i);
      }
    }
    writeAscending(writer, positions);
    for (long position : positions) {
      CopiedTicket ticket = tickets.get((int) position);
      int conditions = conditions(ticket);
      writer.octet(conditions);
      if ((conditions & FROM) != 0) {
        writer.signed(ticket.window().from());
      }
      if ((conditions & UNTIL) != 0) {
        writer.signed(ticket.window().until());
      }
      if ((conditions & MAIN) != 0) {
        writer.word(ticket.main());
      }
    }
  }

  private static int conditions(CopiedTicket ticket) {
    return (ticket.window().from() == Window.OPEN_START ? 0 : FROM)
        | (ticket.window().until() == Window.OPEN_END ? 0 : UNTIL)
        | (ticket.main() == null ? 0 : MAIN)
        | (ticket.unpaid() ? UNPAID : 0)
        | (ticket.noted() ? NOTED : 0);
  }

  private static void writeCheckins(Columns.Writer writer, List<CopiedCheckin> checkins) {
    writeAscending(
        writer, checkins.stream().map(CopiedCheckin::place).collect(Collectors.toList()));
    writeRunning(writer, checkins, CopiedCheckin::ticketId);
    writeRunning(writer, checkins, CopiedCheckin::epochSecond);
  }

  /** Writes by how much each entry's number differs from that of the previous entry. */
  private static <T> void writeRunning(
      Columns.Writer writer, List<T> entries, ToLongFunction<T> number) {
    long last = 0;
    for (T each : entries) {
      long next = number.applyAsLong(each);
      writer.signed(next - last);
      last = next;
    }
  }

  /** Writes how many numbers there are, and how much larger each is than the previous one. */
  private static void writeAscending(Columns.Writer writer, List<Long> numbers) {
    writer.number(numbers.size());
    long last = 0;
    for (long number : numbers) {
      writer.number(number - last);
      last = number;
    }
  }
}
