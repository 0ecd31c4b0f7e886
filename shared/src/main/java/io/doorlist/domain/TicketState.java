package io.doorlist.domain;

import java.util.Locale;

/** The state of a ticket; a void ticket lets nobody in. */
public enum TicketState {
  VALID,
  VOID;

  /** Returns the word that answers, import lines and stored items carry. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Reads {@link #word()} back.
   *
   * @throws IllegalArgumentException if no constant has this word
   */
  public static TicketState of(String word) {
    return Words.read(TicketState.class, word);
  }
}
