package io.doorlist.door;

/**
 * What a list's own words decide at its door.
 *
 * @param includePending whether tickets of pending orders are let in
 * @param window when the door is open
 */
public record ListFacts(boolean includePending, Window window) {
  /** A list that is always open and waits for orders to be confirmed. */
  public static final ListFacts PLAIN = new ListFacts(false, Window.ALWAYS);
}
