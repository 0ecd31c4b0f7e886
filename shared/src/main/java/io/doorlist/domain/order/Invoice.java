package io.doorlist.domain.order;

import java.util.List;

/**
 * The invoice of an order. Unknown values are {@code null}. Amounts are in cents.
 *
 * @param dueAt a timestamp or a plain date, as it was given
 */
public record Invoice(
    String number,
    String dueAt,
    Boolean paid,
    List<LineItem> lineItems,
    Long subtotal,
    List<Tax> taxes,
    Long discount,
    Long total) {
  public Invoice {
    lineItems = List.copyOf(lineItems);
    taxes = List.copyOf(taxes);
  }

  /** Returns the same invoice without its texts, which may name people. */
  Invoice withoutDescriptions() {
    return new Invoice(
        number,
        dueAt,
        paid,
        lineItems.stream().map(item -> new LineItem(null, item.quantity, item.amount)).toList(),
        subtotal,
        taxes,
        discount,
        total);
  }

  public record LineItem(String description, Long quantity, Long amount) {}

  /** One tax of an invoice; the amount is in cents too. */
  public record Tax(String name, Long amount) {}
}
