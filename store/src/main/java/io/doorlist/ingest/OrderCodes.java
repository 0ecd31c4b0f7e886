package io.doorlist.ingest;

import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.domain.order.TicketTerms;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.checkin.ticket.ScanAttributes;
import io.doorlist.store.order.NoteItems;
import io.doorlist.store.order.OrderFacts;
import io.doorlist.store.order.OrderItems;
import io.doorlist.table.Item;
import java.util.List;

/** Fills the items that say what the codes of an order and of its tickets stand for. */
final class OrderCodes {
  /**
   * Up to this many tickets, every ticket of an order keeps its check-in marks in the item of its
   * own code.
   */
  private static final int OWN_MARKS = 64;

  /**
   * In how many items further tickets of an order share their marks, if earlier tickets keep their
   * own.
   */
  private static final int LATER_MARKS = 16;

  private OrderCodes() {}

  /**
   * Returns the number of the shared item that keeps the marks of a new ticket, or -1 if the item
   * of the ticket's own code keeps them.
   */
  static int marksNumber(int position, int tickets, int ownMarks) {
    if (tickets <= OWN_MARKS) {
      return -1;
    }
    return position % (ownMarks == 0 ? OWN_MARKS : LATER_MARKS);
  }

  /** Returns the state by which a door decides about a ticket of an order. */
  static String state(Order order, Ticket ticket) {
    if (ticket.state() == TicketState.VOID) {
      return CodeItems.VOID;
    }
    return ticket.terms().isBlocked() ? CodeItems.BLOCKED : state(order);
  }

  /** Returns the state by which a door decides about an order. */
  static String state(Order order) {
    return CodeItems.state(order.state(), order.validIfPending() || order.isPaidAtDesk());
  }

  /** Returns whether a list admits tickets and orders of this state. */
  static boolean admits(CheckinList list, String state) {
    return state.equals(CodeItems.VALID)
        || (state.equals(CodeItems.PENDING) && list.terms().includePending());
  }

  /** Puts everything by which a door decides about a ticket, and the attendee's name and note. */
  static Item putFacts(Item item, Order order, Ticket ticket) {
    TicketTerms terms = ticket.terms();
    NoteItems.put(item, ticket.note().atDoor());
    return item.put(ScanAttributes.TYPE, ticket.ticketType())
        .put(CodeItems.STATE, state(order, ticket))
        .put(CodeItems.DUE, isDue(order, ticket) ? (Long) order.due() : null)
        .put(CodeItems.CURRENCY, isDue(order, ticket) ? order.currency() : null)
        .put(CodeItems.SERIES_DATE, terms.seriesDate())
        .put(CodeItems.FROM, OrderItems.seconds(terms.validFrom()))
        .put(CodeItems.UNTIL, OrderItems.seconds(terms.validUntil()))
        .put(CodeItems.NAME, ticket.name());
  }

  private static boolean isDue(Order order, Ticket ticket) {
    return order.due() > 0 && state(order, ticket).equals(CodeItems.PENDING);
  }

  static List<String> optionalFacts() {
    return List.of(
        CodeItems.DUE,
        CodeItems.CURRENCY,
        CodeItems.SERIES_DATE,
        CodeItems.FROM,
        CodeItems.UNTIL,
        CodeItems.NAME,
        NoteItems.NOTE,
        NoteItems.ATTENTION,
        NoteItems.SHOWN);
  }

  /** Puts which ticket a code stands for, without the facts by which a door decides. */
  static Item putTicket(Item code, Order order, Ticket ticket) {
    return code.put(CodeItems.KIND, CodeItems.TICKET)
        .put(OrderFacts.ID, ticket.id())
        .put(CodeItems.ORDER_ID, order.id())
        .put(CodeItems.MODE, order.mode().word())
        .put(ScanAttributes.REFERENCE, ticket.reference())
        .put(CodeItems.PARTY, order.tickets().size() > 1 ? true : null)
        .put(CodeItems.ADDED, order.isAdded() ? true : null);
  }

  /** Returns what an order's code stands for, including its tickets. */
  static Item of(Order order) {
    Item item = OrderItems.order(new Item(), order);
    return CodeItems.orderCode(
        OrderFacts.of(item.put(StoredOrder.TICKETS, order.tickets(), OrderItems::ticket)));
  }

  static Item former(Order order) {
    return new Item()
        .put(CodeItems.KIND, CodeItems.ORDER)
        .put(OrderFacts.ID, order.id())
        .put(CodeItems.MODE, order.mode().word())
        .put(CodeItems.REVOKED, true);
  }
}
