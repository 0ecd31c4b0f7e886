package io.doorlist.door;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes a {@link DoorDelta} as columns and reads it back. The format is in docs/door.md; gzip
 * compresses columns of similar numbers well.
 */
public final class DoorColumns {
  private static final int FORMAT = 1;
  private static final int BLOCKED = 1;
  private static final int FROM = 2;
  private static final int UNTIL = 4;

  private DoorColumns() {}

  /** Writes a delta. */
  public static byte[] write(DoorDelta delta) {
    Columns.Writer writer = new Columns.Writer();
    writer.octet(FORMAT);
    writeTickets(writer, delta.tickets());
    writeAscending(writer, delta.left());
    writeCheckins(writer, delta.checkins());
    writeAscending(writer, delta.undone());
    return writer.bytes();
  }

  /**
   * Reads a delta.
   *
   * @throws IllegalArgumentException if the bytes are not such columns
   */
  public static DoorDelta read(byte[] bytes) {
    Columns.Reader reader = new Columns.Reader(bytes);
    if (reader.octet() != FORMAT) {
      throw new IllegalArgumentException("columns of another format");
    }
    DoorDelta delta =
        new DoorDelta(
            readTickets(reader),
            readAscending(reader),
            readCheckins(reader),
            readAscending(reader));
    reader.end();
    return delta;
  }

  private static void writeTickets(Columns.Writer writer, List<CopiedTicket> tickets) {
    Map<String, Integer> types = new LinkedHashMap<>();
    tickets.forEach(ticket -> types.putIfAbsent(ticket.type(), types.size()));
    writer.number(types.size());
    types.keySet().forEach(writer::text);
    writeAscending(writer, tickets.stream().map(CopiedTicket::ordinal).toList());
    long id = 0;
    for (CopiedTicket ticket : tickets) {
      writer.signed(ticket.id() - id);
      id = ticket.id();
    }
    tickets.forEach(ticket -> writer.word(ticket.digest()));
    tickets.forEach(ticket -> writer.number(types.get(ticket.type())));
    writeConditions(writer, tickets);
  }

  /** Writes what only few tickets have, with the tickets' positions. */
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
    }
  }

  private static int conditions(CopiedTicket ticket) {
    return (ticket.blocked() ? BLOCKED : 0)
        | (ticket.window().from() == Window.OPEN_START ? 0 : FROM)
        | (ticket.window().until() == Window.OPEN_END ? 0 : UNTIL);
  }

  private static List<CopiedTicket> readTickets(Columns.Reader reader) {
    List<String> types = new ArrayList<>();
    for (int left = reader.count(); left > 0; left--) {
      types.add(reader.text());
    }
    List<Long> ordinals = readAscending(reader);
    int count = ordinals.size();
    long[] ids = new long[count];
    long id = 0;
    for (int i = 0; i < count; i++) {
      id += reader.signed();
      ids[i] = id;
    }
    long[] digests = new long[count];
    for (int i = 0; i < count; i++) {
      digests[i] = reader.word();
    }
    String[] ofTickets = new String[count];
    for (int i = 0; i < count; i++) {
      ofTickets[i] = type(types, reader.number());
    }
    Map<Long, Conditions> conditions = readConditions(reader);
    List<CopiedTicket> tickets = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      Conditions its = conditions.getOrDefault((long) i, Conditions.NONE);
      tickets.add(
          new CopiedTicket(
              ordinals.get(i), ids[i], digests[i], ofTickets[i], its.blocked, its.window));
    }
    return tickets;
  }

  private static String type(List<String> types, long number) {
    if (number < 0 || number >= types.size()) {
      throw new IllegalArgumentException("a ticket of no type");
    }
    return types.get((int) number);
  }

  private record Conditions(boolean blocked, Window window) {
    static final Conditions NONE = new Conditions(false, Window.ALWAYS);
  }

  private static Map<Long, Conditions> readConditions(Columns.Reader reader) {
    Map<Long, Conditions> conditions = new HashMap<>();
    for (long position : readAscending(reader)) {
      int bits = reader.octet();
      long from = (bits & FROM) != 0 ? reader.signed() : Window.OPEN_START;
      long until = (bits & UNTIL) != 0 ? reader.signed() : Window.OPEN_END;
      conditions.put(position, new Conditions((bits & BLOCKED) != 0, new Window(from, until)));
    }
    return conditions;
  }

  private static void writeCheckins(Columns.Writer writer, List<CopiedCheckin> checkins) {
    writeAscending(writer, checkins.stream().map(CopiedCheckin::place).toList());
    long id = 0;
    for (CopiedCheckin checkin : checkins) {
      writer.signed(checkin.ticketId() - id);
      id = checkin.ticketId();
    }
    long second = 0;
    for (CopiedCheckin checkin : checkins) {
      writer.signed(checkin.epochSecond() - second);
      second = checkin.epochSecond();
    }
  }

  private static List<CopiedCheckin> readCheckins(Columns.Reader reader) {
    List<Long> places = readAscending(reader);
    long[] ids = new long[places.size()];
    long id = 0;
    for (int i = 0; i < ids.length; i++) {
      id += reader.signed();
      ids[i] = id;
    }
    List<CopiedCheckin> checkins = new ArrayList<>(ids.length);
    long second = 0;
    for (int i = 0; i < ids.length; i++) {
      second += reader.signed();
      checkins.add(new CopiedCheckin(places.get(i), ids[i], second));
    }
    return checkins;
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

  private static List<Long> readAscending(Columns.Reader reader) {
    int count = reader.count();
    List<Long> numbers = new ArrayList<>(count);
    long last = 0;
    for (int i = 0; i < count; i++) {
      last += reader.number();
      numbers.add(last);
    }
    return numbers;
  }
}
