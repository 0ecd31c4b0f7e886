package io.doorlist.phone;

import java.util.List;
import java.util.Map;

/**
 * What to tell a guest.
 *
 * @param kind what to show
 * @param reason why somebody is refused, or why the service has no verdict, in the words of the
 *     API. It is {@code not_inside} if somebody leaves whose ticket is not known to be inside.
 *     Otherwise it is empty
 * @param detail the reason as an English sentence; empty if the service sent none
 * @param byCopy whether the phone itself decided, by its copy
 * @param scan what to pass to undo; its key is empty if there is nothing to take back
 * @param guest what is known about the guest
 * @param since when the ticket came in, in epoch milliseconds; 0 if that is not known
 * @param again whether the ticket has come in here before
 * @param doors names of the lists that let the ticket in instead
 * @param counts for an order, how many of each ticket type can still come in
 * @param inside for an order, how many of each ticket type are inside; empty for a ticket, or if
 *     that is not known
 */
public record DoorVerdict(
    Kind kind,
    String reason,
    String detail,
    boolean byCopy,
    DoorScan scan,
    Guest guest,
    long since,
    boolean again,
    List<String> doors,
    Map<String, Integer> counts,
    Map<String, Integer> inside) {
  /** What to show. */
  public enum Kind {
    /** The guest comes in. */
    IN,

    /** The guest has left, at an exit. */
    OUT,

    /**
     * The guest does not come in, because the ticket has been in since {@link DoorVerdict#since}.
     */
    ALREADY_IN,

    /** The guest does not come in, for the {@link DoorVerdict#reason}. */
    REFUSED,

    /**
     * The guest does not come in, because no ticket has the code. If a copy decided, the code may
     * be newer than the copy.
     */
    UNKNOWN,

    /**
     * The code is an order's. Ask how many come in ({@link DoorVerdict#counts}), then scan it as an
     * order.
     */
    ORDER,

    /** Nobody came in, and the phone does not know whether the guest may. Scan again. */
    NO_ANSWER,

    /** Nobody came in, because the phone cannot store what it would have to tell the service. */
    NOT_KEPT,

    /** Nobody came in, because the scan was taken back before there was an answer. */
    TAKEN_BACK
  }

  /**
   * What is known about a guest. A copy knows only the ticket type. Unknown members are empty.
   *
   * @param note what staff should know: the note of the ticket type, and the note about the guest
   *     if the token may read it
   * @param attention whether staff should look closely
   * @param hasNote whether there is a note about the guest that only a desk shows
   * @param shown values that every door shows with the guest, such as the table
   */
  public record Guest(
      String name,
      String reference,
      String type,
      String note,
      boolean attention,
      boolean hasNote,
      List<Shown> shown) {
    public static final Guest UNKNOWN = new Guest("", "", "", "", false, false, List.of());

    public Guest {
      shown = List.copyOf(shown);
    }

    /** Leaves the name out, so that no log has it. */
    @Override
    public String toString() {
      return "Guest[" + type + "]";
    }
  }

  /** A value that every door shows, with its title. */
  public record Shown(String title, String value) {}

  public DoorVerdict {
    doors = List.copyOf(doors);
    counts = Map.copyOf(counts);
    inside = Map.copyOf(inside);
  }

  static DoorVerdict of(Kind kind, DoorScan scan) {
    return new DoorVerdict(
        kind, "", "", false, scan, Guest.UNKNOWN, 0, false, List.of(), Map.of(), Map.of());
  }

  /** Returns the same verdict with nothing to take back. */
  DoorVerdict undone() {
    return new DoorVerdict(
        kind, reason, detail, byCopy, scan.undone(), guest, since, again, doors, counts, inside);
  }

  DoorVerdict detailed(String more) {
    return new DoorVerdict(
        kind, reason, more, byCopy, scan, guest, since, again, doors, counts, inside);
  }

  /** Returns whether somebody comes in or leaves. */
  public boolean passes() {
    return kind == Kind.IN || kind == Kind.OUT;
  }
}
