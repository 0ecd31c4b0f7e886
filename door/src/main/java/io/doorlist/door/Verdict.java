package io.doorlist.door;

import io.doorlist.door.rules.UnmetRule;
import java.util.List;

/** A door's decision about a code. */
public sealed interface Verdict {
  record Admissible() implements Verdict {}

  /** The ticket has been checked in on this list since this epoch second. */
  record AlreadyIn(long since) implements Verdict {}

  /** The ticket is known but refused, for a reason that does not depend on the time. */
  record Refused(Reason reason) implements Verdict {}

  /**
   * The ticket is not let in at this time. It is {@link Reason#TOO_EARLY} or {@link
   * Reason#TOO_LATE} for the window of the list or of the ticket.
   */
  record OutsideWindow(Reason reason, DecidedBy decidedBy, Window window) implements Verdict {}

  /**
   * The shop's rules of the list do not let the ticket in. {@code unmetRules} says which of them
   * the ticket does not meet.
   */
  record AgainstRules(List<UnmetRule> unmetRules) implements Verdict {
    public AgainstRules {
      unmetRules = List.copyOf(unmetRules);
    }
  }

  /**
   * No ticket has this code. If a copy decided, it means only that no copied list admits a ticket
   * with this code.
   */
  record Unknown() implements Verdict {}

  enum DecidedBy {
    LIST,
    TICKET
  }
}
