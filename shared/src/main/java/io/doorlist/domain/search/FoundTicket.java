package io.doorlist.domain.search;

import io.doorlist.domain.order.TicketState;
import java.time.Instant;
import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A ticket in the result of a search.
 *
 * @param name the attendee's, or {@code null}
 * @param ticketType slug of its type
 * @param checkedIn where it is in: check-in list ids, and since when
 */
public record FoundTicket(
    long id,
    String reference,
    String orderReference,
    String name,
    String ticketType,
    TicketState state,
    String qrCodeIdentifier,
    SortedMap<Long, Instant> checkedIn) {
  public FoundTicket {
    Objects.requireNonNull(reference, "reference");
    Objects.requireNonNull(orderReference, "orderReference");
    Objects.requireNonNull(ticketType, "ticketType");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(qrCodeIdentifier, "qrCodeIdentifier");
    checkedIn = Collections.unmodifiableSortedMap(new TreeMap<>(checkedIn));
  }
}
