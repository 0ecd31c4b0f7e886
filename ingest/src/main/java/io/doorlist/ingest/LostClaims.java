package io.doorlist.ingest;

import io.doorlist.domain.EventDefinition;
import io.doorlist.domain.Order;
import io.doorlist.domain.Ticket;
import io.doorlist.store.order.OrderItems;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What an open order becomes when other orders took tickets or codes that it had not claimed yet:
 * it gives way, as if its line had come first and theirs had won. Tickets are left to the others,
 * codes are replaced by new ones. Who imports the order settles its line once more, by the orders'
 * times. See ADR 0027.
 */
final class LostClaims {
  private final StoredOrder open;
  private final Order order;
  private final Placement placement;
  private final Set<Key> places = new HashSet<>();

  /**
   * Makes what is left.
   *
   * @param lost keys of the tickets and codes that are others'
   */
  LostClaims(EventDefinition definition, StoredOrder open, Set<Key> lost, OrderCodes codes) {
    OrderClaims claims = new OrderClaims(definition);
    OrderRows names = new OrderRows(definition, open.order().mode());
    Placement old = open.placement();
    List<Ticket> tickets = new ArrayList<>();
    Map<Long, TicketPlace> kept = new TreeMap<>();
    Map<Long, Long> orderLists = new TreeMap<>();
    this.open = open;
    for (Ticket ticket : open.order().tickets()) {
      TicketPlace place = old.of(ticket.id());
      if (lost.contains(claims.ticket(ticket.id()))) {
        place
            .lists()
            .forEach((list, at) -> places.add(TableSchema.row(names.admittedTickets(list), at)));
        continue;
      }
      place = place.without(lost(place.formerCodes(), claims, lost));
      if (lost.contains(claims.code(ticket.qrCodeIdentifier()))) {
        tickets.add(ticket.withQrCodeIdentifier(codes.codeOr(null)));
        place = place.withCodeFrom(null);
      } else {
        tickets.add(ticket);
      }
      kept.put(ticket.id(), place);
      place.lists().keySet().forEach(list -> orderLists.put(list, old.lists().get(list)));
    }
    old.lists()
        .forEach(
            (list, at) -> {
              if (!orderLists.containsKey(list)) {
                places.add(TableSchema.row(names.admittedOrders(list), at));
              }
            });
    String code = open.order().qrCodeIdentifier();
    boolean codeLost = lost.contains(claims.code(code));
    this.order = open.order().with(codeLost ? codes.codeOr(null) : code, tickets);
    List<String> former = new ArrayList<>(old.formerCodes());
    former.removeAll(lost(former, claims, lost));
    this.placement = new Placement(old.ordinal(), orderLists, former, kept);
  }

  private static List<String> lost(Collection<String> digests, OrderClaims claims, Set<Key> lost) {
    return digests.stream().filter(digest -> lost.contains(claims.codeOfDigest(digest))).toList();
  }

  /** Returns the places that rows of the order had and do not have any more. */
  Set<Key> places() {
    return Set.copyOf(places);
  }

  /**
   * Returns the order that is left, open as it was.
   *
   * @param there what is in the {@link #places}: rows of the order are to leave
   */
  StoredOrder without(Map<Key, Item> there) {
    Map<String, List<Long>> leaving = new TreeMap<>(open.leaving());
    there.forEach(
        (key, row) -> {
          if (row.has(OrderItems.ID)) {
            List<Long> ordinals = new ArrayList<>(leaving.getOrDefault(key.pk(), List.of()));
            ordinals.add(Long.valueOf(key.sk()));
            leaving.put(key.pk(), ordinals);
          }
        });
    return new StoredOrder(order, placement, open.version(), true, leaving);
  }
}
