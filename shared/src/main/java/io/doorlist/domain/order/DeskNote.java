package io.doorlist.domain.order;

/**
 * What staff should know of one guest.
 *
 * @param text such as "call Anna", or {@code null}
 * @param attention whether they should look at the guest
 */
public record DeskNote(String text, boolean attention) {
  public static final DeskNote NONE = new DeskNote(null, false);

  /** The most characters of a note that a door shows: who is let in waits while it is read. */
  public static final int MAX_AT_DOOR = 500;

  /** Returns whether there is anything that staff should know. */
  public boolean says() {
    return text != null || attention;
  }

  /** Returns the note as a door shows it: a long text is cut. */
  public DeskNote atDoor() {
    return text == null || text.codePointCount(0, text.length()) <= MAX_AT_DOOR
        ? this
        : new DeskNote(
            text.substring(0, text.offsetByCodePoints(0, MAX_AT_DOOR - 1)) + "…", attention);
  }
}
