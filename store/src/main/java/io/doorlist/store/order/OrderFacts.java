package io.doorlist.store.order;

import io.doorlist.domain.Worded;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.TicketState;
import io.doorlist.table.Item;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a door needs to know of an order, from the order's item.
 *
 * @param letsIn whether its tickets are valid although the order is pending
 * @param due what desks must collect before the tickets are valid, in cents, or {@code null}
 */
public record OrderFacts(
    long id,
    String mode,
    OrderState state,
    boolean letsIn,
    Long due,
    String currency,
    List<OfTicket> tickets) {
  /** The id of the order or ticket that an item or row is about. */
  public static final String ID = "id";

  static final String MODE = "mode";
  static final String STATE = "state";
  static final String VALID_IF_PENDING = "valid_if_pending";

  /**
   * Whether desks took the money that the shop did not get for a pending order. It can be derived
   * from the other attributes.
   */
  static final String PAID_AT_DESK = "paid_at_desk";

  /** What is due for a pending order, in cents. It can be derived from the other attributes. */
  static final String DUE = "due";

  static final String CURRENCY = "currency";
  static final String TICKETS = "tickets";
  static final String TICKET_TYPE = "ticket_type";
  public static final String QR_CODE = "qr_code_identifier";
  static final String VALID_FROM = "valid_from";
  static final String VALID_UNTIL = "valid_until";
  static final String BLOCKED = "blocked";
  static final String SERIES_DATE = "series_date";
  static final String ADDON_TO = "addon_to";

  public OrderFacts {
    tickets = List.copyOf(tickets);
  }

  /** A ticket of the order, as {@link io.doorlist.domain.order.Ticket} describes it. */
  public record OfTicket(
      long id,
      TicketState state,
      String type,
      String seriesDate,
      Instant validFrom,
      Instant validUntil,
      boolean blocked,
      Long addonTo,
      String qr) {}

  public static OrderFacts of(Item order) {
    return new OrderFacts(
        order.number(ID),
        order.text(MODE),
        Worded.read(OrderState.class, order.text(STATE)),
        order.flag(VALID_IF_PENDING) || order.flag(PAID_AT_DESK),
        order.numberOrNull(DUE),
        order.text(CURRENCY),
        order.items(TICKETS, OrderFacts::ticket));
  }

  /** Finds the item of a ticket in the item of its order. */
  public static Optional<Item> ticket(Item order, long id) {
    return order.items(TICKETS).stream().filter(each -> each.number(ID) == id).findFirst();
  }

  private static OfTicket ticket(Item ticket) {
    return new OfTicket(
        ticket.number(ID),
        Worded.read(TicketState.class, ticket.text(STATE)),
        ticket.text(TICKET_TYPE),
        ticket.text(SERIES_DATE),
        ticket.time(VALID_FROM),
        ticket.time(VALID_UNTIL),
        ticket.has(BLOCKED),
        ticket.numberOrNull(ADDON_TO),
        ticket.text(QR_CODE));
  }
}
