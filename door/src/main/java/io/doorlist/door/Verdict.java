package io.doorlist.door;

import io.doorlist.door.rules.UnmetRule;
import java.util.List;

/** A door's decision about a code. */
public sealed interface Verdict {
  record Admissible() implements Verdict {}

  /** The ticket is checked in on this list since this epoch second. */
  record AlreadyIn(long since) implements Verdict {}

  /** The ticket is known but refused, whatever the time. */
  record Refused(Reason reason) implements Verdict {}

  /**
   * The ticket is not let in at this time: it is {@link Reason#TOO_EARLY} or {@link
   * Reason#TOO_LATE} for the window of the list or of the ticket.
   */
  record OutsideWindow(Reason reason, DecidedBy decidedBy, Window window) implements Verdict {}

  /** The shop's rules of the list do not let the ticket in, which misses something. */
  record AgainstRules(List<UnmetRule> unmetRules) implements Verdict {
    public AgainstRules {
      unmetRules = List.copyOf(unmetRules);
    }
  }

  /** No ticket has this code; in a decision by copy, no ticket that the copy's list admits. */
  record Unknown() implements Verdict {}

  enum DecidedBy {
    LIST,
    TICKET
  }
}
