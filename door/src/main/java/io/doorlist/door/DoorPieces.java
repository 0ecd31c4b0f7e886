package io.doorlist.door;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads {@link DoorColumns}, also a piece at a time, as a page cannot wait for a whole list between
 * two pictures. The beginnings of all columns are found first; then one entry of each is read after
 * the other. Not thread-safe.
 */
public final class DoorPieces {
  private final Tickets tickets;
  private final Ascending left;
  private final Checkins checkins;
  private final Ascending undone;
  private final Passages passages;
  private final Ascending withdrawn;

  /**
   * Finds the columns.
   *
   * @throws IllegalArgumentException if the bytes are not columns
   */
  public DoorPieces(byte[] columns) {
    Columns.Reader reader = new Columns.Reader(columns);
    int format = reader.octet();
    if (format < DoorColumns.FORMAT || format > DoorColumns.WITH_ADDONS) {
      throw new IllegalArgumentException("columns of another format");
    }
    boolean withPassages = format >= DoorColumns.WITH_PASSAGES;
    tickets = new Tickets(reader);
    left = new Ascending(reader);
    checkins = new Checkins(reader);
    undone = new Ascending(reader);
    passages = withPassages ? new Passages(reader, checkins) : null;
    withdrawn = withPassages ? new Ascending(reader) : null;
    reader.end();
  }

  /**
   * Reads columns whole.
   *
   * @throws IllegalArgumentException if the bytes are not columns
   */
  public static DoorDelta readAll(byte[] columns) {
    return new DoorPieces(columns).next(Integer.MAX_VALUE);
  }

  public boolean hasNext() {
    return tickets.rest > 0
        || left.rest > 0
        || checkins.rest > 0
        || undone.rest > 0
        || (passages != null && (passages.rest > 0 || withdrawn.rest > 0));
  }

  /**
   * Returns the next entries. Applied one after the other, these deltas do what the whole does.
   *
   * @param most how many entries at most
   * @throws IllegalArgumentException if the bytes are not columns
   */
  public DoorDelta next(int most) {
    List<CopiedTicket> someTickets = tickets.next(most);
    int rest = most - someTickets.size();
    List<Long> someLeft = left.next(rest);
    rest -= someLeft.size();
    List<CopiedCheckin> someCheckins = checkins.next(rest);
    rest -= someCheckins.size();
    List<Long> someUndone = undone.next(rest);
    rest -= someUndone.size();
    List<CopiedPassage> somePassages = passages == null ? List.of() : passages.next(rest);
    rest -= somePassages.size();
    List<Long> someWithdrawn = withdrawn == null ? List.of() : withdrawn.next(rest);
    return new DoorDelta(
        someTickets, someLeft, someCheckins, someUndone, somePassages, someWithdrawn);
  }

  /** What is read one after the other. */
  private abstract static class Entries<T> {
    int rest;

    abstract T read();

    List<T> next(int most) {
      List<T> some = new ArrayList<>(Math.min(most, rest));
      while (rest > 0 && some.size() < most) {
        rest--;
        some.add(read());
      }
      return some;
    }
  }

  /** A column of numbers, each larger than the one before, after their count. */
  private static final class Ascending extends Entries<Long> {
    private final Columns.Reader column;
    private long last;

    Ascending(Columns.Reader reader) {
      rest = reader.count();
      column = reader.numbers(rest);
    }

    @Override
    Long read() {
      last += column.number();
      return last;
    }
  }

  /** A column of how much each number differs from the one before. */
  private static final class Running {
    private final Columns.Reader column;
    private long last;

    Running(Columns.Reader reader, int count) {
      column = reader.numbers(count);
    }

    long read() {
      last += column.signed();
      return last;
    }
  }

  private static final class Tickets extends Entries<CopiedTicket> {
    private final List<String> types = new ArrayList<>();
    private final Ascending ordinals;
    private final Running ids;
    private final Columns.Reader digests;
    private final Columns.Reader typesOf;
    private final Map<Integer, Conditions> conditions;
    private int at;

    private record Conditions(boolean blocked, Window window, Long main, boolean unpaid) {
      static final Conditions NONE = new Conditions(false, Window.ALWAYS, null, false);
    }

    Tickets(Columns.Reader reader) {
      for (int left = reader.count(); left > 0; left--) {
        types.add(reader.text());
      }
      ordinals = new Ascending(reader);
      rest = ordinals.rest;
      ids = new Running(reader, rest);
      digests = reader.octets((long) rest * Long.BYTES);
      typesOf = reader.numbers(rest);
      conditions = conditions(reader);
    }

    /** Reads what only few tickets have, by the tickets' positions. */
    private static Map<Integer, Conditions> conditions(Columns.Reader reader) {
      Map<Integer, Conditions> conditions = new HashMap<>();
      Ascending positions = new Ascending(reader);
      while (positions.rest > 0) {
        positions.rest--;
        int position = (int) (long) positions.read();
        int bits = reader.octet();
        long from = (bits & DoorColumns.FROM) != 0 ? reader.signed() : Window.OPEN_START;
        long until = (bits & DoorColumns.UNTIL) != 0 ? reader.signed() : Window.OPEN_END;
        Long main = (bits & DoorColumns.MAIN) != 0 ? (Long) reader.word() : null;
        boolean blocked = (bits & DoorColumns.BLOCKED) != 0;
        boolean unpaid = (bits & DoorColumns.UNPAID) != 0;
        conditions.put(position, new Conditions(blocked, new Window(from, until), main, unpaid));
      }
      return conditions;
    }

    @Override
    CopiedTicket read() {
      Conditions its = conditions.getOrDefault(at++, Conditions.NONE);
      return new CopiedTicket(
          ordinals.read(),
          ids.read(),
          digests.word(),
          type(typesOf.number()),
          its.blocked,
          its.window,
          its.main,
          its.unpaid);
    }

    private String type(long number) {
      if (number < 0 || number >= types.size()) {
        throw new IllegalArgumentException("a ticket of no type");
      }
      return types.get((int) number);
    }
  }

  private static final class Checkins extends Entries<CopiedCheckin> {
    private final Ascending places;
    private final Running ids;
    private final Running seconds;

    /** How long before the server each device let in, and which device; none in plain columns. */
    private Columns.Reader offsets;

    private Devices devices;

    Checkins(Columns.Reader reader) {
      places = new Ascending(reader);
      rest = places.rest;
      ids = new Running(reader, rest);
      seconds = new Running(reader, rest);
    }

    @Override
    CopiedCheckin read() {
      long place = places.read();
      long id = ids.read();
      long second = seconds.read();
      return devices == null
          ? new CopiedCheckin(place, id, second)
          : new CopiedCheckin(
              place, id, second, second * DoorColumns.MILLIS + offsets.signed(), devices.read());
    }
  }

  /** A column of which device each is of. */
  private record Devices(List<Long> ties, Columns.Reader column) {
    long read() {
      long number = column.number();
      if (number < 0 || number >= ties.size()) {
        throw new IllegalArgumentException("a passage of no device");
      }
      return ties.get((int) number);
    }
  }

  private static final class Passages extends Entries<CopiedPassage> {
    private final Ascending ordinals;
    private final Running ids;
    private final Running times;
    private final Devices devices;
    private final Columns.Reader bits;

    /** Reads what places check-ins among passages, too. */
    Passages(Columns.Reader reader, Checkins checkins) {
      List<Long> ties = new ArrayList<>();
      for (int left = reader.count(); left > 0; left--) {
        ties.add(reader.number());
      }
      checkins.offsets = reader.numbers(checkins.rest);
      checkins.devices = new Devices(ties, reader.numbers(checkins.rest));
      ordinals = new Ascending(reader);
      rest = ordinals.rest;
      ids = new Running(reader, rest);
      times = new Running(reader, rest);
      devices = new Devices(ties, reader.numbers(rest));
      bits = reader.octets(rest);
    }

    @Override
    CopiedPassage read() {
      long ordinal = ordinals.read();
      long id = ids.read();
      int is = bits.octet();
      Passage passage =
          new Passage(
              times.read(),
              devices.read(),
              (is & DoorColumns.EXIT) != 0,
              reentry(is >> DoorColumns.REENTRY_SHIFT));
      return new CopiedPassage(ordinal, id, passage);
    }

    private static Reentry reentry(int number) {
      if (number >= Reentry.values().length) {
        throw new IllegalArgumentException("a rule of re-entry that does not exist");
      }
      return Reentry.values()[number];
    }
  }
}
