package io.doorlist.domain.event;

import io.doorlist.domain.Ids;
import io.doorlist.domain.Slug;
import java.util.Objects;

/**
 * A kind of ticket of one event, such as "Adult". Requests and lists name it by its slug.
 *
 * @param note for the staff at the door, such as "check ID", or {@code null}
 * @param attention whether the staff must look twice
 * @param product the number by which rules name it; this is the shop's number, or else the type's
 *     id
 * @param variation the shop's number if the type is a variation of the product, or {@code null}
 * @param price what a guest pays at a desk, in cents of the event's currency, or {@code null} if
 *     nobody said it
 */
public record TicketType(
    long id,
    String slug,
    String name,
    String note,
    boolean attention,
    long product,
    Long variation,
    Long price) {
  public TicketType {
    Ids.check(id);
    Slug.check(slug);
    Objects.requireNonNull(name, "name");
    if (price != null && price < 0) {
      throw new IllegalArgumentException("a price of " + price);
    }
  }

  public TicketType withNote(String other) {
    return new TicketType(id, slug, name, other, attention, product, variation, price);
  }

  public TicketType withPrice(Long cents) {
    return new TicketType(id, slug, name, note, attention, product, variation, cents);
  }

  /** Creates a type without a price. */
  public TicketType(
      long id,
      String slug,
      String name,
      String note,
      boolean attention,
      long product,
      Long variation) {
    this(id, slug, name, note, attention, product, variation, null);
  }

  public TicketType(long id, String slug, String name, String note, boolean attention) {
    this(id, slug, name, note, attention, id, null);
  }

  public TicketType(long id, String slug, String name) {
    this(id, slug, name, null, false);
  }
}
