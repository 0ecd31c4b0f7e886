package io.doorlist.door;

import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a copy lacks: no ticket and no check-in stands in it twice, so it does not matter in which
 * order it is applied. A whole copy is the delta to nothing. Entries are ordered by what names
 * them.
 *
 * @param tickets that are new in the copy or have changed
 * @param left ordinals of tickets that the list no longer has
 * @param checkins that are new
 * @param undone places of check-ins that were undone
 */
public record DoorDelta(
    List<CopiedTicket> tickets, List<Long> left, List<CopiedCheckin> checkins, List<Long> undone) {
  /** Changes nothing. */
  public static final DoorDelta NONE = new DoorDelta(List.of(), List.of(), List.of(), List.of());

  public DoorDelta {
    tickets = List.copyOf(tickets);
    left = List.copyOf(left);
    checkins = List.copyOf(checkins);
    undone = List.copyOf(undone);
  }

  /** Returns whether a copy stays as it is. */
  public boolean isEmpty() {
    return equals(NONE);
  }

  /**
   * Returns the one delta that does what this one and a later one do. A phone merges its deltas, so
   * that they take no more room than the list.
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

    return new DoorDelta(
        List.copyOf(tickets.values()),
        List.copyOf(left),
        List.copyOf(checkins.values()),
        List.copyOf(undone));
  }
}
