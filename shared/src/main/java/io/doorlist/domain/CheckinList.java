package io.doorlist.domain;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * A door, or what stands for one: which ticket types are let in there.
 *
 * @param id the organiser's number for it, unique in its event
 * @param number the account's own count of lists, from 1; check-in ids are made of it
 * @param allTicketTypes whether every type is admitted, also one that is added later
 * @param ticketTypes slugs of the admitted types; empty if all are
 */
public record CheckinList(
    long id,
    long number,
    String name,
    boolean allTicketTypes,
    List<String> ticketTypes,
    Instant createdAt,
    Instant updatedAt) {
  public CheckinList {
    Ids.check(id);
    Objects.requireNonNull(name, "name");
    ticketTypes = List.copyOf(ticketTypes);
    Objects.requireNonNull(createdAt, "createdAt");
    Objects.requireNonNull(updatedAt, "updatedAt");
  }

  /** Tells whether tickets of this type are let in here. */
  public boolean admits(String ticketType) {
    return allTicketTypes || ticketTypes.contains(ticketType);
  }
}
