package io.doorlist.domain.search;

import io.doorlist.domain.order.DeskNote;
import io.doorlist.domain.order.TicketState;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The outcome of a search for tickets. */
public sealed interface SearchOutcome {
  record Found(List<FoundTicket> tickets, boolean more) implements SearchOutcome {
    public Found {
      tickets = List.copyOf(tickets);
    }
  }

  record TooManySearches(long retryAfterSeconds) implements SearchOutcome {}

  /**
   * A ticket in the result of a search.
   *
   * @param name the attendee's name, or {@code null}
   * @param checkedIn ids of the lists on which the ticket is checked in, and since when
   * @param note what staff should know about the guest
   */
  record FoundTicket(
      long id,
      String reference,
      String orderReference,
      String name,
      String ticketType,
      TicketState state,
      String qrCodeIdentifier,
      SortedMap<Long, Instant> checkedIn,
      DeskNote note) {
    public FoundTicket {
      checkedIn = Collections.unmodifiableSortedMap(new TreeMap<>(checkedIn));
    }
  }
}
