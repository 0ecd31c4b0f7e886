package io.doorlist.door;

/**
 * A ticket in a copy: no name, no address, no code that could be shown at a door.
 *
 * @param ordinal its key in the copy
 * @param main digest of the code of the ticket that it is an add-on to, at a list that matches
 *     add-ons; otherwise {@code null}
 * @param unpaid whether it is let in though it is not paid
 * @param noted whether there is a note of its guest, which a desk reads
 */
public record CopiedTicket(
    long ordinal,
    long id,
    long digest,
    String type,
    Window window,
    Long main,
    boolean unpaid,
    boolean noted) {
  /** Creates a ticket that is paid, has no note, and is let in by its own code only. */
  public CopiedTicket(long ordinal, long id, long digest, String type, Window window) {
    this(ordinal, id, digest, type, window, null, false, false);
  }
}
