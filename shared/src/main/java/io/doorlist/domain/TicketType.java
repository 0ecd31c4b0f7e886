package io.doorlist.domain;

import java.util.Objects;

/**
 * A kind of ticket of one event, such as "Adult"; forms and lists name it by its slug.
 *
 * @param note for the staff at the door, such as "check ID", or {@code null}
 * @param attention whether the staff must look twice
 */
public record TicketType(long id, String slug, String name, String note, boolean attention) {
  public TicketType {
    Ids.check(id);
    Slug.check(slug);
    Objects.requireNonNull(name, "name");
  }

  /** Creates a type without a note for the staff. */
  public TicketType(long id, String slug, String name) {
    this(id, slug, name, null, false);
  }
}
