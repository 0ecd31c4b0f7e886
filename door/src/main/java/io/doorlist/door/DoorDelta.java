package io.doorlist.door;

import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;

/**
 * The changes that a copy does not have yet. No ticket and no check-in is in a delta twice, so the
 * order in which they are applied does not matter. A whole copy is a delta to an empty copy.
 * Entries are sorted by their keys.
 *
 * @param left ordinals of tickets that the list no longer has
 * @param undone places of check-ins that were undone
 * @param passages entries and exits that are not check-ins
 * @param withdrawn ordinals of passages that were undone
 */
public record DoorDelta(
    List<CopiedTicket> tickets,
    List<Long> left,
    List<CopiedCheckin> checkins,
    List<Long> undone,
    List<CopiedPassage> passages,
    List<Long> withdrawn) {
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
   * Returns one delta with the effect of this one and then a later one. A phone merges its deltas,
   * so that together they need no more room than the list.
   */
  public DoorDelta then(DoorDelta later) {
    List<Long> allLeft = gone(left, later.left, later.tickets, CopiedTicket::ordinal);
    List<Long> allUndone = gone(undone, later.undone, later.checkins, CopiedCheckin::place);
    List<Long> allWithdrawn =
        gone(withdrawn, later.withdrawn, later.passages, CopiedPassage::ordinal);
    return new DoorDelta(
        there(tickets, later.tickets, allLeft, CopiedTicket::ordinal),
        allLeft,
        there(checkins, later.checkins, allUndone, CopiedCheckin::place),
        allUndone,
        there(passages, later.passages, allWithdrawn, CopiedPassage::ordinal),
        allWithdrawn);
  }

  private static <T> List<Long> gone(
      List<Long> first, List<Long> later, List<T> again, ToLongFunction<T> key) {
    TreeSet<Long> all = new TreeSet<>(first);
    again.forEach(each -> all.remove(key.applyAsLong(each)));
    all.addAll(later);
    return List.copyOf(all);
  }

  private static <T> List<T> there(
      List<T> first, List<T> later, List<Long> gone, ToLongFunction<T> key) {
    TreeMap<Long, T> all = new TreeMap<>();
    first.forEach(each -> all.put(key.applyAsLong(each), each));
    later.forEach(each -> all.put(key.applyAsLong(each), each));
    gone.forEach(all::remove);
    return List.copyOf(all.values());
  }
}
