package io.doorlist.door;

import java.util.List;

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
}
