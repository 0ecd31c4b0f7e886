package io.doorlist.domain.checkin;

import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.order.DeskNote;
import java.time.Instant;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** The outcome of looking at a code without checking in. */
public sealed interface TicketLook {
  /**
   * A ticket.
   *
   * @param name the attendee's name, or {@code null}
   * @param unpaid what the staff should collect, or {@code null}
   * @param note what staff should know of the guest
   * @param refusal the refusal that a check-in would get, or {@code null} if the ticket may come in
   */
  record Seen(
      long ticketId,
      String ticketReference,
      String name,
      String ticketType,
      CheckinOutcome.Unpaid unpaid,
      DeskNote note,
      CheckinOutcome refusal,
      boolean inside,
      long entries,
      LastPassage last,
      SeenOrder order)
      implements TicketLook {}

  /**
   * A ticket that somebody named by its reference. A reference is no secret, so it lets nobody in.
   *
   * @param code the ticket's code, which lets somebody in
   */
  record SeenByReference(Seen ticket, String code) implements TicketLook {}

  record LastPassage(boolean exit, Instant at, CheckinList list) {}

  /**
   * An order, whose code a group shows at the door.
   *
   * @param ticketTypes how many tickets the order has of each type that the list admits, by its
   *     slug
   * @param remaining how many of these can still be let in here, by type
   * @param inside how many of these are inside, by type
   * @param refusal the refusal that a check-in of every ticket would get, or {@code null} if some
   *     may come in
   */
  record SeenOrder(
      long orderId,
      SortedMap<String, Integer> ticketTypes,
      SortedMap<String, Integer> remaining,
      SortedMap<String, Integer> inside,
      CheckinOutcome refusal)
      implements TicketLook {
    public SeenOrder {
      ticketTypes = Collections.unmodifiableSortedMap(new TreeMap<>(ticketTypes));
      remaining = Collections.unmodifiableSortedMap(new TreeMap<>(remaining));
      inside = Collections.unmodifiableSortedMap(new TreeMap<>(inside));
    }
  }

  /** There is no ticket to show. The outcome is the one that a check-in would have. */
  record Unseen(CheckinOutcome outcome) implements TicketLook {}
}
