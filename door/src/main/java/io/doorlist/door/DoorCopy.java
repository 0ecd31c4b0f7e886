package io.doorlist.door;

import io.doorlist.door.CodeFacts.TicketCode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * What a phone knows about a list: which tickets it admits, and which of them are checked in. The
 * time to apply a delta depends on its number of entries, not on the size of the copy. Copies are
 * equal if their contents are equal. Not thread-safe.
 */
public final class DoorCopy {
  private static final int INDEX_BITS = 6;

  private final Table<CopiedTicket> tickets =
      new Table<>(CopiedTicket::ordinal, CopiedTicket::digest);
  private final Table<CopiedTicket> addons = new Table<>(CopiedTicket::ordinal, CopiedTicket::main);
  private final Table<CopiedCheckin> checkins =
      new Table<>(each -> key(each.place()), CopiedCheckin::ticketId);
  private final Table<CopiedPassage> passages =
      new Table<>(CopiedPassage::ordinal, CopiedPassage::ticketId);

  /** Rows that are found by their unique key, and by a number that several rows may share. */
  private static final class Table<T> {
    private final Map<Long, T> rows = new HashMap<>();
    private final Map<Long, List<T>> byNumber = new HashMap<>();
    private final ToLongFunction<T> key;
    private final ToLongFunction<T> number;

    Table(ToLongFunction<T> key, ToLongFunction<T> number) {
      this.key = key;
      this.number = number;
    }

    void put(T row) {
      long name = key.applyAsLong(row);
      remove(name);
      rows.put(name, row);
      byNumber.merge(number.applyAsLong(row), List.of(row), Table::joined);
    }

    void remove(long name) {
      T old = rows.remove(name);
      if (old != null) {
        byNumber.computeIfPresent(number.applyAsLong(old), (any, all) -> without(all, old));
      }
    }

    List<T> find(long sought) {
      return byNumber.getOrDefault(sought, List.of());
    }

    List<T> sorted(ToLongFunction<T> by) {
      return rows.values().stream()
          .sorted(Comparator.comparingLong(by))
          .collect(Collectors.toList());
    }

    private static <T> List<T> joined(List<T> some, List<T> more) {
      List<T> all = new ArrayList<>(some);
      all.addAll(more);
      return List.copyOf(all);
    }

    private static <T> List<T> without(List<T> all, T gone) {
      List<T> rest = new ArrayList<>(all);
      rest.remove(gone);
      return rest.isEmpty() ? null : List.copyOf(rest);
    }
  }

  /** Updates the copy. Applying a delta twice does no harm. */
  public void apply(DoorDelta delta) {
    delta.tickets().forEach(this::put);
    delta.left().forEach(tickets::remove);
    delta.left().forEach(addons::remove);
    delta.checkins().forEach(checkins::put);
    delta.undone().forEach(each -> checkins.remove(key(each)));
    delta.passages().forEach(passages::put);
    delta.withdrawn().forEach(passages::remove);
  }

  private void put(CopiedTicket ticket) {
    tickets.put(ticket);
    addons.remove(ticket.ordinal());
    if (ticket.main() != null) {
      addons.put(ticket);
    }
  }

  /**
   * Returns the key in the map for a {@link CopiedCheckin#place}. Its low bits are the index in a
   * row, which is mostly 0, so they become the high bits. Hash maps compiled to JavaScript look
   * only at the low bits, which would otherwise be the same for almost all keys.
   */
  private static long key(long place) {
    return Long.rotateRight(place, INDEX_BITS);
  }

  /** Returns the delta from an empty copy to this one. */
  public DoorDelta whole() {
    return new DoorDelta(
        tickets.sorted(CopiedTicket::ordinal),
        List.of(),
        checkins.sorted(CopiedCheckin::place),
        List.of(),
        passages.sorted(CopiedPassage::ordinal),
        List.of());
  }

  /** Finds the ticket that has a code, by the code's digest. */
  public Optional<CopiedTicket> find(long digest) {
    return tickets.find(digest).stream().max(Comparator.comparingLong(CopiedTicket::ordinal));
  }

  /**
   * Finds the tickets that a code may stand for. These are the ticket that has the code, and its
   * add-ons.
   */
  public List<CopiedTicket> findAll(long digest) {
    List<CopiedTicket> all = new ArrayList<>();
    find(digest).ifPresent(all::add);
    all.addAll(addons.find(digest));
    return all;
  }

  /**
   * Returns the epoch second of a ticket's check-in, or {@link TicketCode#NOT_IN} if it has none.
   */
  public long inSince(long ticketId) {
    return checkins.find(ticketId).stream()
        .mapToLong(CopiedCheckin::epochSecond)
        .max()
        .orElse(TicketCode.NOT_IN);
  }

  /**
   * Returns a ticket's entries and exits at this list, check-ins included, in any order.
   *
   * @param reentry the list's re-entry rule
   */
  public List<Passage> passages(long ticketId, Reentry reentry) {
    List<Passage> all = new ArrayList<>();
    checkins.find(ticketId).forEach(each -> all.add(each.passage(reentry)));
    passages.find(ticketId).forEach(each -> all.add(each.passage()));
    return all;
  }

  /** Returns the tickets that have entries or exits at this list. */
  public Set<Long> visitors() {
    Set<Long> all = new HashSet<>(checkins.byNumber.keySet());
    all.addAll(passages.byNumber.keySet());
    return all;
  }

  public int admitted() {
    return tickets.rows.size();
  }

  public int checkedIn() {
    return checkins.rows.size();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DoorCopy copy
        && tickets.rows.equals(copy.tickets.rows)
        && checkins.rows.equals(copy.checkins.rows)
        && passages.rows.equals(copy.passages.rows);
  }

  @Override
  public int hashCode() {
    return Objects.hash(tickets.rows, checkins.rows, passages.rows);
  }
}
