package io.doorlist.door;

/**
 * What the definition of a list decides at its door.
 *
 * @param includePending whether tickets of pending orders are let in
 * @param window when the door is open
 */
public record ListFacts(boolean includePending, Window window) {
  /** A list that is always open and admits confirmed orders only. */
  public static final ListFacts PLAIN = new ListFacts(false, Window.ALWAYS);
}
