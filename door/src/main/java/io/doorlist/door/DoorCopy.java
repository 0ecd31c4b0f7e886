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

/**
 * What a phone knows about a list: which tickets it admits and which of them are checked in. The
 * cost of a delta is in proportion to what it changes. Copies are equal if their contents are. Not
 * thread-safe.
 */
public final class DoorCopy {
  private static final int INDEX_BITS = 6;

  private final Map<Long, CopiedTicket> tickets = new HashMap<>();
  private final Map<Long, CopiedCheckin> checkins = new HashMap<>();
  private final Map<Long, List<CopiedTicket>> byDigest = new HashMap<>();
  private final Map<Long, List<CopiedTicket>> byMain = new HashMap<>();
  private final Map<Long, List<CopiedCheckin>> byTicket = new HashMap<>();
  private final Map<Long, CopiedPassage> passages = new HashMap<>();
  private final Map<Long, List<CopiedPassage>> passagesByTicket = new HashMap<>();

  /** Updates the copy. Applying a delta twice does no harm. */
  public void apply(DoorDelta delta) {
    delta.tickets().forEach(this::put);
    delta.left().forEach(each -> forget(tickets.remove(each)));
    delta.checkins().forEach(this::put);
    delta.undone().forEach(each -> forget(checkins.remove(key(each))));
    delta.passages().forEach(this::put);
    delta.withdrawn().forEach(each -> forget(passages.remove(each)));
  }

  private void put(CopiedPassage passage) {
    forget(passages.put(passage.ordinal(), passage));
    passagesByTicket.merge(passage.ticketId(), List.of(passage), DoorCopy::joined);
  }

  private void forget(CopiedPassage old) {
    if (old != null) {
      passagesByTicket.computeIfPresent(old.ticketId(), (ticket, all) -> without(all, old));
    }
  }

  private void put(CopiedTicket ticket) {
    forget(tickets.put(ticket.ordinal(), ticket));
    byDigest.merge(ticket.digest(), List.of(ticket), DoorCopy::joined);
    if (ticket.main() != null) {
      byMain.merge(ticket.main(), List.of(ticket), DoorCopy::joined);
    }
  }

  private void forget(CopiedTicket old) {
    if (old != null) {
      byDigest.computeIfPresent(old.digest(), (digest, all) -> without(all, old));
      if (old.main() != null) {
        byMain.computeIfPresent(old.main(), (digest, all) -> without(all, old));
      }
    }
  }

  private void put(CopiedCheckin checkin) {
    forget(checkins.put(key(checkin.place()), checkin));
    byTicket.merge(checkin.ticketId(), List.of(checkin), DoorCopy::joined);
  }

  /**
   * Returns what a place is kept under. The index in its row, mostly 0, goes to the high bits: hash
   * maps of compiled pages look at the low ones only.
   */
  private static long key(long place) {
    return Long.rotateRight(place, INDEX_BITS);
  }

  private void forget(CopiedCheckin old) {
    if (old != null) {
      byTicket.computeIfPresent(old.ticketId(), (ticket, all) -> without(all, old));
    }
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

  /** Returns the delta from an empty copy to this one. */
  public DoorDelta whole() {
    return new DoorDelta(
        tickets.values().stream().sorted(Comparator.comparingLong(CopiedTicket::ordinal)).toList(),
        List.of(),
        checkins.values().stream().sorted(Comparator.comparingLong(CopiedCheckin::place)).toList(),
        List.of(),
        passages.values().stream()
            .sorted(Comparator.comparingLong(CopiedPassage::ordinal))
            .toList(),
        List.of());
  }

  /** Finds the ticket that has a code, by the code's digest. */
  public Optional<CopiedTicket> find(long digest) {
    return byDigest.getOrDefault(digest, List.of()).stream()
        .max(Comparator.comparingLong(CopiedTicket::ordinal));
  }

  /** Finds the tickets that a code may stand for: the one that has it, and its add-ons. */
  public List<CopiedTicket> findAll(long digest) {
    List<CopiedTicket> all = new ArrayList<>(find(digest).stream().toList());
    all.addAll(byMain.getOrDefault(digest, List.of()));
    return all;
  }

  /**
   * Returns the epoch second of a ticket's check-in, {@link TicketCode#NOT_IN} if there is none.
   */
  public long inSince(long ticketId) {
    return byTicket.getOrDefault(ticketId, List.of()).stream()
        .mapToLong(CopiedCheckin::epochSecond)
        .max()
        .orElse(TicketCode.NOT_IN);
  }

  /**
   * Returns a ticket's entries and exits at this list, check-ins included, in any order.
   *
   * @param reentry what the list says of re-entry
   */
  public List<Passage> passages(long ticketId, Reentry reentry) {
    List<Passage> all = new ArrayList<>();
    byTicket.getOrDefault(ticketId, List.of()).forEach(each -> all.add(each.passage(reentry)));
    passagesByTicket.getOrDefault(ticketId, List.of()).forEach(each -> all.add(each.passage()));
    return all;
  }

  /** Returns the tickets that have entries or exits at this list. */
  public Set<Long> visitors() {
    Set<Long> all = new HashSet<>(byTicket.keySet());
    all.addAll(passagesByTicket.keySet());
    return all;
  }

  /** Returns how many tickets the list admits. */
  public int admitted() {
    return tickets.size();
  }

  /** Returns how many check-ins the list has. */
  public int checkedIn() {
    return checkins.size();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DoorCopy copy
        && tickets.equals(copy.tickets)
        && checkins.equals(copy.checkins)
        && passages.equals(copy.passages);
  }

  @Override
  public int hashCode() {
    return Objects.hash(tickets, checkins, passages);
  }
}
