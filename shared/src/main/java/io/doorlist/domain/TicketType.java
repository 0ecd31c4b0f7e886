package io.doorlist.domain;

import java.util.Objects;

/** A kind of ticket of one event, such as "Adult"; forms and lists name it by its slug. */
public record TicketType(long id, String slug, String name) {
  public TicketType {
    Ids.check(id);
    Slug.check(slug);
    Objects.requireNonNull(name, "name");
  }
}
