package io.doorlist.ingest;

import io.doorlist.domain.QrCode;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.ingest.OrderPlan.Draft;
import io.doorlist.ingest.OrderTable.Incoming;
import io.doorlist.ingest.StoredOrder.Placement;
import io.doorlist.ingest.StoredOrder.TicketPlacement;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.order.OrderFacts;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Settles conflicts between an incoming order and stored ones. The later version decides, so that
 * nothing is refused for ever. A ticket goes to the order with the latest version that contains it.
 * A ticket that its order no longer contains is void until another order has it. A code goes to the
 * ticket whose order has the latest version, and the ticket that had the code gets a new one. See
 * ADR 0027. Not thread-safe.
 */
final class Settlement {
  private final OrderClaims claims;
  private final Map<Key, Item> found;
  private final Order incoming;
  private final Side own;
  private final Map<Long, Side> others = new LinkedHashMap<>();
  private final Set<Long> vanished = new HashSet<>();
  private ImportOutcome refusal;

  Settlement(OrderClaims claims, Incoming read, Order incoming) {
    this.claims = claims;
    this.found = read.claimed();
    this.incoming = incoming;
    this.own = new Side(read.stored());
    read.holders().forEach((id, holder) -> others.put(id, new Side(holder)));
  }

  /** A stored order, with the tickets that it keeps. */
  private record Side(
      StoredOrder stored, Map<Long, Ticket> tickets, Map<Long, TicketPlacement> places) {
    Side(StoredOrder stored) {
      this(stored, OrderClaims.byId(stored.order()), new TreeMap<>(stored.placement().tickets()));
    }

    /** Returns the time of the order's last version that has the ticket. */
    Instant namedAt(long ticket) {
      Instant vanishedAfter = places.get(ticket).vanishedAfter();
      return vanishedAfter == null ? stored.order().updatedAt() : vanishedAfter;
    }

    Draft draft() {
      Order order = stored.order();
      Order changed = order.with(order.qrCodeIdentifier(), List.copyOf(tickets.values()));
      return new Draft(stored, changed, stored.placement().with(places));
    }
  }

  /** Returns the changes of the incoming order and of others, the incoming one first. */
  List<Draft> settle() {
    List<Ticket> tickets = new ArrayList<>();
    for (int i = 0; i < incoming.tickets().size(); i++) {
      Ticket ticket = incoming.tickets().get(i);
      if (own.tickets.containsKey(ticket.id()) || moves(ticket, i)) {
        if (ticket.state() == TicketState.VALID) {
          own.places.computeIfPresent(ticket.id(), (id, place) -> place.vanished(null));
        }
        Ticket old = own.tickets.get(ticket.id());
        tickets.add(old == null ? ticket : ticket.correctedAs(old));
      }
    }
    addVanished(tickets);
    List<Ticket> coded = new ArrayList<>();
    for (int i = 0; i < tickets.size(); i++) {
      coded.add(withCode(tickets.get(i), i, tickets));
    }
    Placement placement = own.stored.placement().with(own.places);
    String code = orderCode();
    if (own.stored.order() != null && !code.equals(own.stored.order().qrCodeIdentifier())) {
      placement = withFormerCode(placement, own.stored.order().qrCodeIdentifier(), code);
    }
    placement = withoutClaimed(placement, coded);
    List<Draft> drafts = new ArrayList<>();
    Order stored = own.stored.order();
    Order order = stored == null ? incoming : incoming.correctedAs(stored);
    drafts.add(new Draft(own.stored, order.with(code, coded), placement));
    others.values().stream().map(Side::draft).filter(Draft::changes).forEach(drafts::add);
    return drafts;
  }

  Optional<ImportOutcome> refusal() {
    return Optional.ofNullable(refusal);
  }

  /** Moves a ticket here, if another order has it; returns false if that order keeps it. */
  private boolean moves(Ticket ticket, int position) {
    Item note = found.get(claims.ticket(ticket.id()));
    Side holder = note == null ? null : others.get(note.number(OrderFacts.ID));
    Ticket there = holder == null ? null : holder.tickets.get(ticket.id());
    if (there == null) {
      return true;
    }
    boolean vanished = holder.places.get(ticket.id()).vanishedAfter() != null;
    int later = incoming.updatedAt().compareTo(holder.namedAt(ticket.id()));
    if (holder.stored.order().mode() != incoming.mode()) {
      refuse("tickets[" + position + "].id", "an order of the other mode has it");
    } else if (later == 0 && !vanished) {
      refuse("tickets[" + position + "].id", "another order, updated at the same time, has it");
    } else if (later >= 0) {
      holder.tickets.remove(ticket.id());
      TicketPlacement place = holder.places.remove(ticket.id());
      own.tickets.put(ticket.id(), there);
      own.places.put(ticket.id(), place.movedFrom(holder.stored.order().id()));
      return true;
    }
    return false;
  }

  /** Adds the tickets that the incoming version leaves out, as void tickets. */
  private void addVanished(List<Ticket> tickets) {
    if (own.stored.order() == null) {
      return;
    }
    for (Ticket old : own.stored.order().tickets()) {
      if (incoming.tickets().stream().noneMatch(ticket -> ticket.id() == old.id())) {
        TicketPlacement place = own.places.get(old.id());
        Instant after = own.namedAt(old.id());
        boolean passedOn =
            incoming.tickets().stream()
                .anyMatch(ticket -> old.qrCodeIdentifier().equals(ticket.qrCodeIdentifier()));
        String code = passedOn ? OrderClaims.codeOr(null) : old.qrCodeIdentifier();
        own.places.put(old.id(), place.vanished(after).withCode(old.qrCodeIdentifier(), code));
        tickets.add(old.voided().withQrCodeIdentifier(code));
        vanished.add(old.id());
      }
    }
  }

  private Ticket withCode(Ticket ticket, int position, List<Ticket> together) {
    Ticket old = own.tickets.get(ticket.id());
    Ticket remembered = old != null && old.forgotten() ? ticket.forget() : ticket;
    String has = old == null ? null : old.qrCodeIdentifier();
    String wanted = ticket.qrCodeIdentifier();
    if (vanished.contains(ticket.id())) {
      return ticket;
    }
    if (wanted == null || wanted.equals(has)) {
      return remembered.withQrCodeIdentifier(OrderClaims.codeOr(has));
    }
    Item holder = found.get(claims.code(wanted));
    boolean ofTicket = holder != null && CodeItems.TICKET.equals(holder.text(CodeItems.KIND));
    Long from = holder == null ? null : (Long) holder.number(OrderFacts.ID);
    if (ofTicket && from == ticket.id()) {
      from = null;
    } else if (holder != null && !(ofTicket && moves(wanted, holder, together))) {
      if (has == null) {
        refuse(
            "tickets[" + position + "].qr_code_identifier",
            "another ticket or order of the event has it, and is not older");
      }
      return remembered.withQrCodeIdentifier(OrderClaims.codeOr(has));
    }
    if (has != null || from != null) {
      TicketPlacement place =
          own.places.getOrDefault(ticket.id(), TicketPlacement.NEW).withCodeFrom(from);
      own.places.put(ticket.id(), has == null ? place : place.withCode(has, wanted));
    }
    return remembered.withQrCodeIdentifier(wanted);
  }

  /** Moves a code from the ticket that has it; returns false if that ticket keeps it. */
  private boolean moves(String code, Item holder, List<Ticket> together) {
    long id = holder.number(OrderFacts.ID);
    return together.stream().anyMatch(each -> each.id() == id)
        ? moveFromOwn(code, id, together)
        : moveFromOther(code, holder);
  }

  /**
   * Moves a code from another order's ticket. That ticket gets a new code, unless the moved code
   * was already revoked there.
   */
  private boolean moveFromOther(String code, Item item) {
    long holder = item.number(OrderFacts.ID);
    boolean revoked = item.flag(CodeItems.REVOKED);
    Side other = others.get(CodeItems.orderOf(item));
    Ticket there = other == null ? null : other.tickets.get(holder);
    if (there == null || !(revoked || incoming.updatedAt().isAfter(other.namedAt(holder)))) {
      return false;
    }
    TicketPlacement place = other.places.get(holder);
    if (!revoked) {
      String fresh = OrderClaims.codeOr(null);
      other.tickets.put(holder, there.withQrCodeIdentifier(fresh));
      place = place.withCode(code, fresh);
    }
    other.places.put(holder, place.without(Set.of(QrCode.digest(code))));
    return true;
  }

  /** Returns whether the incoming version takes the code from another ticket of the same order. */
  private boolean moveFromOwn(String code, long holder, List<Ticket> together) {
    return together.stream()
        .filter(each -> each.id() == holder)
        .map(Ticket::qrCodeIdentifier)
        .map(given -> given == null ? own.tickets.get(holder).qrCodeIdentifier() : given)
        .noneMatch(code::equals);
  }

  private String orderCode() {
    String has = own.stored.order() == null ? null : own.stored.order().qrCodeIdentifier();
    String wanted = incoming.qrCodeIdentifier();
    if (wanted == null || wanted.equals(has)) {
      return OrderClaims.codeOr(has);
    }
    Item item = found.get(claims.code(wanted));
    boolean own =
        item == null
            || (CodeItems.ORDER.equals(item.text(CodeItems.KIND))
                && item.number(OrderFacts.ID) == incoming.id());
    if (!own && has == null) {
      refuse("qr_code_identifier", "another ticket or order of the event has it");
    }
    return own ? wanted : OrderClaims.codeOr(has);
  }

  private static Placement withFormerCode(Placement placement, String old, String code) {
    List<String> former = new ArrayList<>(placement.formerCodes());
    former.remove(QrCode.digest(code));
    former.add(QrCode.digest(old));
    return new Placement(placement.ordinal(), placement.lists(), former, placement.tickets());
  }

  /** Removes present codes from the former codes, as tickets of one order may exchange codes. */
  private static Placement withoutClaimed(Placement placement, List<Ticket> tickets) {
    Set<String> current =
        tickets.stream()
            .map(ticket -> QrCode.digest(ticket.qrCodeIdentifier()))
            .collect(Collectors.toSet());
    Map<Long, TicketPlacement> places = new TreeMap<>(placement.tickets());
    places.replaceAll((id, place) -> place.without(current));
    return placement.with(places);
  }

  private void refuse(String field, String reason) {
    if (refusal == null) {
      refusal = ImportOutcome.refused(field, reason);
    }
  }
}
