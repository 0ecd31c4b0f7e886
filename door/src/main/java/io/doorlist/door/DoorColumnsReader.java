package io.doorlist.door;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Reads {@link DoorColumns}, in pieces if wanted, because a page cannot read a whole list between
 * two frames of the screen. It first finds the beginnings of all columns. Then it reads entry by
 * entry, from several columns at once. Throws an {@link IllegalArgumentException} if the bytes are
 * not columns. Not thread-safe.
 */
public final class DoorColumnsReader {
  private static final List<Reentry> RULES = List.of(Reentry.values());

  private final Entries<CopiedTicket> tickets;
  private final Entries<Long> left;
  private final Entries<CopiedCheckin> checkins;
  private final Entries<Long> undone;
  private Entries<CopiedPassage> passages = new Entries<>(0, null);
  private Entries<Long> withdrawn = new Entries<>(0, null);

  /**
   * For each check-in, the device's time minus the server's time. {@link #devices} has the tie of
   * the device, as in {@link Passage}. Both are {@code null} in columns without passages.
   */
  private Columns.Reader offsets;

  private LongSupplier devices;

  /** Finds the columns. */
  public DoorColumnsReader(byte[] columns) {
    Columns.Reader reader = new Columns.Reader(columns);
    int format = reader.octet();
    if (format < DoorColumns.FORMAT || format > DoorColumns.WITH_ADDONS) {
      throw new IllegalArgumentException("columns of another format");
    }
    tickets = tickets(reader);
    left = ascending(reader);
    checkins = checkins(reader);
    undone = ascending(reader);
    if (format >= DoorColumns.WITH_PASSAGES) {
      passages = passages(reader);
      withdrawn = ascending(reader);
    }
    reader.end();
  }

  public static DoorDelta readAll(byte[] columns) {
    return new DoorColumnsReader(columns).next(Integer.MAX_VALUE);
  }

  public boolean hasNext() {
    return tickets.rest + left.rest + checkins.rest + undone.rest + passages.rest + withdrawn.rest
        > 0;
  }

  /**
   * Returns the next entries, at most as many as {@code most}. The deltas of all calls, applied one
   * after the other, have the same effect as the whole.
   */
  public DoorDelta next(int most) {
    int[] room = {most};
    return new DoorDelta(
        tickets.next(room),
        left.next(room),
        checkins.next(room),
        undone.next(room),
        passages.next(room),
        withdrawn.next(room));
  }

  /** Entries that are read one after the other. */
  private static final class Entries<T> {
    private final Supplier<T> read;
    private int rest;

    Entries(int count, Supplier<T> read) {
      this.rest = count;
      this.read = read;
    }

    /** Returns as many entries as there is room for, and reduces the room by that number. */
    List<T> next(int[] room) {
      int count = Math.min(room[0], rest);
      List<T> some = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        some.add(read.get());
      }
      rest -= count;
      room[0] -= count;
      return some;
    }
  }

  /** Reads a count, and then a column with that many numbers, each larger than the one before. */
  private static Entries<Long> ascending(Columns.Reader reader) {
    int count = reader.count();
    Columns.Reader column = reader.numbers(count);
    long[] last = {0};
    return new Entries<>(count, () -> last[0] += column.number());
  }

  /** Reads a column of numbers, each stored as the difference from the one before. */
  private static LongSupplier running(Columns.Reader reader, int count) {
    Columns.Reader column = reader.numbers(count);
    long[] last = {0};
    return () -> last[0] += column.signed();
  }

  /** What only few tickets have: a window, a main ticket or a flag. */
  private record Conditions(Window window, Long main, boolean unpaid, boolean noted) {
    static final Conditions NONE = new Conditions(Window.ALWAYS, null, false, false);

    static Conditions read(Columns.Reader reader) {
      int bits = reader.octet();
      long from = (bits & DoorColumns.FROM) != 0 ? reader.signed() : Window.OPEN_START;
      long until = (bits & DoorColumns.UNTIL) != 0 ? reader.signed() : Window.OPEN_END;
      Long main = (bits & DoorColumns.MAIN) != 0 ? (Long) reader.word() : null;
      return new Conditions(
          new Window(from, until),
          main,
          (bits & DoorColumns.UNPAID) != 0,
          (bits & DoorColumns.NOTED) != 0);
    }
  }

  private static Entries<CopiedTicket> tickets(Columns.Reader reader) {
    List<String> types = new ArrayList<>();
    for (int rest = reader.count(); rest > 0; rest--) {
      types.add(reader.text());
    }
    Entries<Long> ordinals = ascending(reader);
    LongSupplier ids = running(reader, ordinals.rest);
    Columns.Reader digests = reader.octets((long) ordinals.rest * Long.BYTES);
    Columns.Reader typesOf = reader.numbers(ordinals.rest);
    Map<Integer, Conditions> conditions = new HashMap<>();
    Entries<Long> positions = ascending(reader);
    for (int rest = positions.rest; rest > 0; rest--) {
      conditions.put((int) (long) positions.read.get(), Conditions.read(reader));
    }
    int[] at = {0};
    return new Entries<>(
        ordinals.rest,
        () -> {
          Conditions its = conditions.getOrDefault(at[0]++, Conditions.NONE);
          return new CopiedTicket(
              ordinals.read.get(),
              ids.getAsLong(),
              digests.word(),
              one(types, typesOf.number()),
              its.window,
              its.main,
              its.unpaid,
              its.noted);
        });
  }

  private static <T> T one(List<T> all, long number) {
    if (number < 0 || number >= all.size()) {
      throw new IllegalArgumentException("a type or device that does not exist");
    }
    return all.get((int) number);
  }

  private Entries<CopiedCheckin> checkins(Columns.Reader reader) {
    Entries<Long> places = ascending(reader);
    LongSupplier ids = running(reader, places.rest);
    LongSupplier seconds = running(reader, places.rest);
    return new Entries<>(
        places.rest,
        () -> {
          long place = places.read.get();
          long id = ids.getAsLong();
          long second = seconds.getAsLong();
          return devices == null
              ? new CopiedCheckin(place, id, second)
              : new CopiedCheckin(
                  place,
                  id,
                  second,
                  second * DoorColumns.MILLIS + offsets.signed(),
                  devices.getAsLong());
        });
  }

  /** Reads passages, and also the times and ties that sort check-ins among them. */
  private Entries<CopiedPassage> passages(Columns.Reader reader) {
    List<Long> ties = new ArrayList<>();
    for (int rest = reader.count(); rest > 0; rest--) {
      ties.add(reader.number());
    }
    offsets = reader.numbers(checkins.rest);
    Columns.Reader devicesIn = reader.numbers(checkins.rest);
    devices = () -> one(ties, devicesIn.number());
    Entries<Long> ordinals = ascending(reader);
    LongSupplier ids = running(reader, ordinals.rest);
    LongSupplier times = running(reader, ordinals.rest);
    Columns.Reader devicesOf = reader.numbers(ordinals.rest);
    Columns.Reader bits = reader.octets(ordinals.rest);
    return new Entries<>(
        ordinals.rest,
        () -> {
          long ordinal = ordinals.read.get();
          long id = ids.getAsLong();
          int is = bits.octet();
          Passage passage =
              new Passage(
                  times.getAsLong(),
                  one(ties, devicesOf.number()),
                  (is & DoorColumns.EXIT) != 0,
                  one(RULES, is >> DoorColumns.REENTRY_SHIFT));
          return new CopiedPassage(ordinal, id, passage);
        });
  }
}
