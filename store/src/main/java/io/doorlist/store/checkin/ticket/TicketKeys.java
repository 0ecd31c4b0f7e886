package io.doorlist.store.checkin.ticket;

import io.doorlist.domain.order.DeskNote;
import io.doorlist.table.Key;
import java.util.List;

/**
 * Where all is kept that happens to a ticket.
 *
 * @param note what staff should know of its guest
 * @param marks the item that has its marks
 * @param refused the items beside which refusals are kept: the ticket's own, its code's and its
 *     order's code's
 */
public record TicketKeys(
    long ticketId, String reference, DeskNote note, Key marks, List<Key> refused) {
  public TicketKeys {
    refused = List.copyOf(refused);
  }
}
