package io.doorlist.store.checkin;

import io.doorlist.store.order.OrderItems;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema.Key;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads tickets with their marks. Thread-safe. */
record ScannedTickets(Dynamo dynamo) {
  /**
   * Reads the items in which the tickets share marks, if any.
   *
   * @param codes items of the tickets' codes
   */
  List<ScannedTicket> withMarks(CheckinRequest request, List<Item> codes) {
    String account = request.definition().event().account();
    String event = request.definition().event().slug();
    Set<Key> shared = new LinkedHashSet<>();
    codes.forEach(code -> CodeItems.sharedMarks(code, account, event).ifPresent(shared::add));
    Map<Key, Item> found =
        shared.isEmpty() ? Map.of() : dynamo.get(shared, request.command().deadline());
    List<ScannedTicket> tickets = new ArrayList<>(codes.size());
    for (Item code : codes) {
      tickets.add(
          CodeItems.sharedMarks(code, account, event)
              .map(key -> new ScannedTicket(code, found.get(key)))
              .orElseGet(() -> ScannedTicket.own(code)));
    }
    return tickets;
  }

  /**
   * Reads a code's ticket again after a condition on it failed.
   *
   * @param changed items as they were found then
   */
  ScannedTicket again(
      CheckinRequest request, Key code, ScannedTicket ticket, Map<Key, Item> changed) {
    if (!changed.containsKey(ticket.marksKey())) {
      return ticket;
    }
    Item now = changed.get(code);
    Item item = now == null ? dynamo.get(code, request.command().deadline()).orElseThrow() : now;
    return withMarks(request, List.of(item)).getFirst();
  }

  /** Reads the tickets that the list admits, in the order in which their order has them. */
  List<ScannedTicket> ofOrder(CheckinRequest request, Item order) {
    List<Key> codes =
        CodeItems.orderTickets(order).stream()
            .filter(ticket -> request.list().admits(ticket.type(), ticket.seriesDate()))
            .map(ticket -> request.qr(ticket.qr()))
            .toList();
    Map<Key, Item> found = dynamo.get(codes, request.command().deadline());
    // A ticket that has moved to another order is let in by that one.
    return withMarks(
        request,
        codes.stream()
            .map(found::get)
            .filter(item -> item != null && CodeItems.orderOf(item) == order.number(OrderItems.ID))
            .toList());
  }
}
