package io.doorlist.domain;

/** The state of a ticket; a void ticket lets nobody in. */
public enum TicketState implements Worded {
  VALID,
  VOID;

  /**
   * Reads {@link #word()} back.
   *
   * @throws IllegalArgumentException if no constant has this word
   */
  public static TicketState of(String word) {
    return Worded.read(TicketState.class, word);
  }
}
