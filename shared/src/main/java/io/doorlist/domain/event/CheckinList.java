package io.doorlist.domain.event;

import io.doorlist.domain.Ids;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * A check-in list, which stands for a door. It says which tickets the door admits, and when.
 *
 * @param id the organiser's number for it, unique in its event
 * @param number its number among all lists of the account, from 1; part of its check-ins' ids
 * @param allTicketTypes whether every type is admitted, including later ones
 * @param ticketTypes slugs of the admitted types; empty if all are
 */
public record CheckinList(
    long id,
    long number,
    String name,
    boolean allTicketTypes,
    List<String> ticketTypes,
    ListTerms terms,
    Instant createdAt,
    Instant updatedAt) {
  public CheckinList {
    Ids.check(id);
    Objects.requireNonNull(name, "name");
    ticketTypes = List.copyOf(ticketTypes);
    Objects.requireNonNull(createdAt, "createdAt");
    Objects.requireNonNull(updatedAt, "updatedAt");
  }

  /** Returns whether tickets of this type are let in here, possibly for some dates only. */
  public boolean admits(String ticketType) {
    return allTicketTypes || ticketTypes.contains(ticketType);
  }

  public boolean admits(String ticketType, String seriesDate) {
    return admits(ticketType) && terms.admits(seriesDate);
  }
}
