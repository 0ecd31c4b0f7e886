package io.doorlist.domain.search;

import java.util.List;

/** The outcome of a search for tickets. */
public sealed interface SearchOutcome {
  /**
   * The tickets that were found.
   *
   * @param more whether there are more
   */
  record Found(List<FoundTicket> tickets, boolean more) implements SearchOutcome {
    public Found {
      tickets = List.copyOf(tickets);
    }
  }

  /** The token searched too often. */
  record TooManySearches(long retryAfterSeconds) implements SearchOutcome {}
}
