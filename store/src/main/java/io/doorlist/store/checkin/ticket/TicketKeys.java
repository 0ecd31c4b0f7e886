package io.doorlist.store.checkin.ticket;

import io.doorlist.domain.order.Correction;
import io.doorlist.domain.order.DeskNote;
import io.doorlist.table.Key;
import java.util.List;

/**
 * Where everything that happens to a ticket is kept.
 *
 * @param note what staff should know about the guest
 * @param marks the item that has the ticket's check-in marks
 * @param refused the items of the ticket, of its code and of its order's code, beside which
 *     refusals are kept
 * @param corrections what staff changed in the ticket and its order, the earliest first
 */
public record TicketKeys(
    long ticketId,
    String reference,
    DeskNote note,
    Key marks,
    List<Key> refused,
    List<Correction> corrections) {
  public TicketKeys {
    refused = List.copyOf(refused);
    corrections = List.copyOf(corrections);
  }
}
