package io.doorlist.ingest;

import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.ListTerms;
import java.time.Instant;
import java.util.List;

/**
 * What an organiser says of a check-in list.
 *
 * @param ticketTypes slugs of the types that it admits, or {@code null} for all
 */
public record ListDefinition(long id, String name, List<String> ticketTypes, ListTerms terms) {
  public ListDefinition {
    ticketTypes = ticketTypes == null ? null : List.copyOf(ticketTypes);
  }

  public CheckinList list(long number, Instant createdAt, Instant updatedAt) {
    List<String> types = ticketTypes == null ? List.of() : ticketTypes;
    return new CheckinList(
        id, number, name, ticketTypes == null, types, terms, createdAt, updatedAt);
  }
}
