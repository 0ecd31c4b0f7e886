package io.doorlist.domain;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** What people attend. Its slug is unique in its account; neither slug nor id ever changes. */
public record Event(
    String account, long id, String slug, String title, List<TicketType> ticketTypes) {
  public Event {
    Slug.check(account);
    Ids.check(id);
    if (!Slug.validForEvent(slug)) {
      throw new IllegalArgumentException("not a slug for an event: " + slug);
    }
    Objects.requireNonNull(title, "title");
    ticketTypes = List.copyOf(ticketTypes);
  }

  /** Finds the ticket type with this slug. */
  public Optional<TicketType> ticketType(String slug) {
    for (TicketType type : ticketTypes) {
      if (type.slug().equals(slug)) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }
}
