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
  private static final int WITH_PASSAGES = 2;
  private static final int WITH_ADDONS = 3;
  private static final int EXIT = 1;
  private static final int REENTRY_SHIFT = 1;
  private static final long MILLIS = 1000;
  private static final int BLOCKED = 1;
  private static final int FROM = 2;
  private static final int UNTIL = 4;
  private static final int MAIN = 8;

  private DoorColumns() {}

  /** Writes a delta. */
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

  /**
   * Reads a delta.
   *
   * @throws IllegalArgumentException if the bytes are not such columns
   */
  public static DoorDelta read(byte[] bytes) {
    Columns.Reader reader = new Columns.Reader(bytes);
    int format = reader.octet();
    if (format < FORMAT || format > WITH_ADDONS) {
      throw new IllegalArgumentException("columns of another format");
    }
    DoorDelta delta =
        new DoorDelta(
            readTickets(reader),
            readAscending(reader),
            readCheckins(reader),
            readAscending(reader));
    if (format >= WITH_PASSAGES) {
      delta = readPassages(reader, delta);
    }
    reader.end();
    return delta;
  }

  /** Writes passages, and of check-ins what places them among passages. */
  private static void writePassages(Columns.Writer writer, DoorDelta delta) {
    Map<Long, Integer> ties = new LinkedHashMap<>();
    delta.checkins().forEach(each -> ties.putIfAbsent(each.tie(), ties.size()));
    delta.passages().forEach(each -> ties.putIfAbsent(each.passage().tie(), ties.size()));
    writer.number(ties.size());
    ties.keySet().forEach(writer::number);
    delta.checkins().forEach(each -> writer.signed(each.doorTime() - each.epochSecond() * MILLIS));
    delta.checkins().forEach(each -> writer.number(ties.get(each.tie())));
    List<CopiedPassage> passages = delta.passages();
    writeAscending(writer, passages.stream().map(CopiedPassage::ordinal).toList());
    long id = 0;
    for (CopiedPassage each : passages) {
      writer.signed(each.ticketId() - id);
      id = each.ticketId();
    }
    long at = 0;
    for (CopiedPassage each : passages) {
      writer.signed(each.passage().at() - at);
      at = each.passage().at();
    }
    passages.forEach(each -> writer.number(ties.get(each.passage().tie())));
    passages.forEach(
        each ->
            writer.octet(
                (each.passage().exit() ? EXIT : 0)
                    | each.passage().reentry().ordinal() << REENTRY_SHIFT));
    writeAscending(writer, delta.withdrawn());
  }

  private static DoorDelta readPassages(Columns.Reader reader, DoorDelta plain) {
    List<Long> ties = new ArrayList<>();
    for (int left = reader.count(); left > 0; left--) {
      ties.add(reader.number());
    }
    List<CopiedCheckin> plainCheckins = plain.checkins();
    long[] doorTimes = new long[plainCheckins.size()];
    for (int i = 0; i < doorTimes.length; i++) {
      doorTimes[i] = plainCheckins.get(i).epochSecond() * MILLIS + reader.signed();
    }
    List<CopiedCheckin> checkins = new ArrayList<>(doorTimes.length);
    for (int i = 0; i < doorTimes.length; i++) {
      CopiedCheckin each = plainCheckins.get(i);
      checkins.add(
          new CopiedCheckin(
              each.place(),
              each.ticketId(),
              each.epochSecond(),
              doorTimes[i],
              tie(ties, reader.number())));
    }
    List<Long> ordinals = readAscending(reader);
    int count = ordinals.size();
    long[] ids = new long[count];
    long id = 0;
    for (int i = 0; i < count; i++) {
      id += reader.signed();
      ids[i] = id;
    }
    long[] times = new long[count];
    long at = 0;
    for (int i = 0; i < count; i++) {
      at += reader.signed();
      times[i] = at;
    }
    long[] tiesOf = new long[count];
    for (int i = 0; i < count; i++) {
      tiesOf[i] = tie(ties, reader.number());
    }
    List<CopiedPassage> passages = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int bits = reader.octet();
      Passage passage =
          new Passage(times[i], tiesOf[i], (bits & EXIT) != 0, reentry(bits >> REENTRY_SHIFT));
      passages.add(new CopiedPassage(ordinals.get(i), ids[i], passage));
    }
    return new DoorDelta(
        plain.tickets(), plain.left(), checkins, plain.undone(), passages, readAscending(reader));
  }

  private static long tie(List<Long> ties, long number) {
    if (number < 0 || number >= ties.size()) {
      throw new IllegalArgumentException("a passage of no device");
    }
    return ties.get((int) number);
  }

  private static Reentry reentry(int number) {
    if (number >= Reentry.values().length) {
      throw new IllegalArgumentException("a rule of re-entry that does not exist");
    }
    return Reentry.values()[number];
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
      if ((conditions & MAIN) != 0) {
        writer.word(ticket.main());
      }
    }
  }

  private static int conditions(CopiedTicket ticket) {
    return (ticket.blocked() ? BLOCKED : 0)
        | (ticket.window().from() == Window.OPEN_START ? 0 : FROM)
        | (ticket.window().until() == Window.OPEN_END ? 0 : UNTIL)
        | (ticket.main() == null ? 0 : MAIN);
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
              ordinals.get(i),
              ids[i],
              digests[i],
              ofTickets[i],
              its.blocked,
              its.window,
              its.main));
    }
    return tickets;
  }

  private static String type(List<String> types, long number) {
    if (number < 0 || number >= types.size()) {
      throw new IllegalArgumentException("a ticket of no type");
    }
    return types.get((int) number);
  }

  private record Conditions(boolean blocked, Window window, Long main) {
    static final Conditions NONE = new Conditions(false, Window.ALWAYS, null);
  }

  private static Map<Long, Conditions> readConditions(Columns.Reader reader) {
    Map<Long, Conditions> conditions = new HashMap<>();
    for (long position : readAscending(reader)) {
      int bits = reader.octet();
      long from = (bits & FROM) != 0 ? reader.signed() : Window.OPEN_START;
      long until = (bits & UNTIL) != 0 ? reader.signed() : Window.OPEN_END;
      Long main = (bits & MAIN) != 0 ? (Long) reader.word() : null;
      conditions.put(
          position, new Conditions((bits & BLOCKED) != 0, new Window(from, until), main));
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
