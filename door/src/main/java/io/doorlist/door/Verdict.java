package io.doorlist.door;

/** What a door says to a code. */
public sealed interface Verdict {
  /** Let them in. */
  record Admissible() implements Verdict {}

  /**
   * The ticket is in on this list.
   *
   * @param since epoch second of the check-in
   */
  record AlreadyIn(long since) implements Verdict {}

  /** The ticket is known and not let in, whatever the time. */
  record Refused(Reason reason) implements Verdict {}

  /**
   * The ticket is not let in at this time.
   *
   * @param reason {@link Reason#TOO_EARLY} or {@link Reason#TOO_LATE}
   * @param decidedBy whose window decided
   * @param window the window of the list or of the ticket
   */
  record OutsideWindow(Reason reason, DecidedBy decidedBy, Window window) implements Verdict {}

  /** No ticket has this code; by a copy alone, or none that the copy's list admits. */
  record Unknown() implements Verdict {}

  /** Whose window a scan missed. */
  enum DecidedBy {
    LIST,
    TICKET
  }
}
