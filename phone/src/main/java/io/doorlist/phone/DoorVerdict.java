package io.doorlist.phone;

import java.util.List;
import java.util.Map;

/**
 * What to tell a guest.
 *
 * @param kind what to show
 * @param reason why somebody is refused, or why the service has no verdict, in the words of the
 *     API. {@code not_inside} if somebody leaves whom nobody saw come in. Otherwise empty
 * @param detail the same in English; empty if the service did not say it
 * @param byCopy whether the phone decided by itself, by its copy
 * @param scan to take back what was done; its key is empty if nothing was done
 * @param guest who it is, as far as it is known
 * @param since when the ticket came in, in epoch milliseconds; 0 if that is not known
 * @param again whether the ticket was in here before
 * @param doors names of the lists that let the ticket in instead
 * @param counts how many of which ticket type are left, of an order
 * @param inside how many of which ticket type of an order are inside; empty if it is no order's
 *     code, or if nobody knows
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
    /** They come in. */
    IN,

    /** They have left, at an exit. */
    OUT,

    /** They do not come in: the ticket is in already, {@link DoorVerdict#since}. */
    ALREADY_IN,

    /** They do not come in, for a {@link DoorVerdict#reason}. */
    REFUSED,

    /**
     * They do not come in: nobody has the code. If a copy says so, the code may be newer than the
     * copy.
     */
    UNKNOWN,

    /** Ask how many come in ({@link DoorVerdict#counts}), and scan the order: it is its code. */
    ORDER,

    /** Nobody came in, and nobody knows whether they may: scan again. */
    NO_ANSWER,

    /** Nobody came in: the phone cannot keep what it would have to tell the service. */
    NOT_KEPT,

    /** Nobody came in: it was taken back before there was an answer. */
    TAKEN_BACK
  }

  /**
   * Who a ticket is for; a copy knows the type only. Members are empty if they are not known.
   *
   * @param note what staff should know: by the ticket's type, and of the guest if the token may
   *     read that
   * @param attention whether staff should look closely
   * @param hasNote whether there is a note of the guest that only a desk shows
   * @param shown what every door shows of the guest, such as the table
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

    /** Shows no name. */
    @Override
    public String toString() {
      return "Guest[" + type + "]";
    }
  }

  /** A value that every door shows, and what it is. */
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

  /** Returns a verdict that leaves nothing to take back. */
  DoorVerdict undone() {
    return new DoorVerdict(
        kind, reason, detail, byCopy, scan.undone(), guest, since, again, doors, counts, inside);
  }

  DoorVerdict detailed(String more) {
    return new DoorVerdict(
        kind, reason, more, byCopy, scan, guest, since, again, doors, counts, inside);
  }

  /** Returns whether somebody passes. */
  public boolean passes() {
    return kind == Kind.IN || kind == Kind.OUT;
  }
}
