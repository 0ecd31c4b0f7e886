package io.doorlist.door;

/**
 * A ticket in a {@link DoorCopy}. It has no name, no address and no code that could be shown at a
 * door.
 *
 * @param ordinal its key in the copy
 * @param main for an add-on at a list that matches add-ons (see {@link AddonMatch}), the digest of
 *     the code of the ticket that it belongs to; otherwise {@code null}
 * @param unpaid whether the list admits it although it has not been paid
 * @param noted whether there is a note about its guest, which desks can read
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
  /** Creates a ticket that has been paid, has no note, and is let in only by its own code. */
  public CopiedTicket(long ordinal, long id, long digest, String type, Window window) {
    this(ordinal, id, digest, type, window, null, false, false);
  }
}
