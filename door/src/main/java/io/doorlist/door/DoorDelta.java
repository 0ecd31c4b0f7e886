package io.doorlist.door;

import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a copy lacks: no ticket and no check-in is in it twice, so the order of its entries does not
 * matter. A whole copy is the delta to an empty one. Entries are ordered by their keys.
 *
 * @param tickets that are new in the copy or have changed
 * @param left ordinals of tickets that the list no longer has
 * @param checkins that are new
 * @param undone places of check-ins that were undone
 * @param passages that are new and no check-ins
 * @param withdrawn ordinals of passages that were undone
 */
public record DoorDelta(
    List<CopiedTicket> tickets,
    List<Long> left,
    List<CopiedCheckin> checkins,
    List<Long> undone,
    List<CopiedPassage> passages,
    List<Long> withdrawn) {
  /** Changes nothing. */
  public static final DoorDelta NONE = new DoorDelta(List.of(), List.of(), List.of(), List.of());

  public DoorDelta {
    tickets = List.copyOf(tickets);
    left = List.copyOf(left);
    checkins = List.copyOf(checkins);
    undone = List.copyOf(undone);
    passages = List.copyOf(passages);
    withdrawn = List.copyOf(withdrawn);
  }

  /** Creates a delta without passages. */
  public DoorDelta(
      List<CopiedTicket> tickets,
      List<Long> left,
      List<CopiedCheckin> checkins,
      List<Long> undone) {
    this(tickets, left, checkins, undone, List.of(), List.of());
  }

  /**
   * Returns a delta with the effect of this one followed by a later one. A phone merges its deltas,
   * so that they take no more room than the list.
   */
  public DoorDelta then(DoorDelta later) {
    TreeMap<Long, CopiedTicket> tickets = new TreeMap<>();
    this.tickets.forEach(ticket -> tickets.put(ticket.ordinal(), ticket));
    later.tickets.forEach(ticket -> tickets.put(ticket.ordinal(), ticket));
    TreeSet<Long> left = new TreeSet<>(this.left);
    later.tickets.forEach(ticket -> left.remove(ticket.ordinal()));
    left.addAll(later.left);
    left.forEach(tickets::remove);

    TreeMap<Long, CopiedCheckin> checkins = new TreeMap<>();
    this.checkins.forEach(checkin -> checkins.put(checkin.place(), checkin));
    later.checkins.forEach(checkin -> checkins.put(checkin.place(), checkin));
    TreeSet<Long> undone = new TreeSet<>(this.undone);
    later.checkins.forEach(checkin -> undone.remove(checkin.place()));
    undone.addAll(later.undone);
    undone.forEach(checkins::remove);

    TreeMap<Long, CopiedPassage> passages = new TreeMap<>();
    this.passages.forEach(passage -> passages.put(passage.ordinal(), passage));
    later.passages.forEach(passage -> passages.put(passage.ordinal(), passage));
    TreeSet<Long> withdrawn = new TreeSet<>(this.withdrawn);
    later.passages.forEach(passage -> withdrawn.remove(passage.ordinal()));
    withdrawn.addAll(later.withdrawn);
    withdrawn.forEach(passages::remove);

    return new DoorDelta(
        List.copyOf(tickets.values()),
        List.copyOf(left),
        List.copyOf(checkins.values()),
        List.copyOf(undone),
        List.copyOf(passages.values()),
        List.copyOf(withdrawn));
  }
}
