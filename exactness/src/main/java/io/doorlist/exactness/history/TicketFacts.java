package io.doorlist.exactness.history;

import io.doorlist.exactness.history.Answer.Seen;
import java.util.ArrayList;
import java.util.List;

/** What a history says of one ticket on one list. */
final class TicketFacts {
  static final long NEVER = Long.MAX_VALUE;

  Seen last;

  /** The first answer that let the ticket in, or {@code null}. */
  Operation winner;

  long winnerId;

  /** When the first attempt of the winner began: the winner's effect cannot be earlier. */
  long winnerInvoked = NEVER;

  /** When an answer first showed the ticket as checked in. */
  long knownIn = NEVER;

  /** When the first attempt without a known outcome began. */
  long openInvoked = NEVER;

  final List<Asked> candidates = new ArrayList<>(1);

  /** Returns the earliest time at which the check-in can have happened. */
  long possibleSince() {
    return winner == null ? openInvoked : winnerInvoked;
  }

  void known(long when) {
    knownIn = Math.min(knownIn, when);
  }

  void candidate(Asked asked) {
    if (candidates.size() < 2
        && candidates.stream().noneMatch(other -> other == asked || other.retries(asked))) {
      candidates.add(asked);
    }
  }

  /** Returns whether only this request or its retries can have let the ticket in. */
  boolean onlyBy(Asked asked) {
    if (winner != null) {
      return winner.asked().retries(asked);
    }
    return candidates.size() == 1 && candidates.getFirst().retries(asked);
  }
}
