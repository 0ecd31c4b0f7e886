package io.doorlist.store.checkin;

import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.TicketState;
import io.doorlist.door.AddonMatch;
import io.doorlist.door.CodeFacts.OrderStatus;
import io.doorlist.door.CodeFacts.TicketCode;
import io.doorlist.door.Presence;
import io.doorlist.store.checkin.ticket.AreaPassages;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.checkin.ticket.LogRow;
import io.doorlist.store.checkin.ticket.ScanAttributes;
import io.doorlist.store.order.OrderFacts;
import io.doorlist.store.order.OrderFacts.OfTicket;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Table;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Reads tickets with their marks. Thread-safe. */
public record TicketReader(Table table) {
  /**
   * Returns the tickets of these codes. If tickets share marks, it reads the items with these
   * marks.
   */
  public List<StoredTicket> withMarks(ScanRequest request, List<Item> codes) {
    return withMarks(request.definition(), codes, request.scan().deadline());
  }

  /** Returns the tickets of these codes with their marks, for callers without a request. */
  public List<StoredTicket> withMarks(
      EventDefinition definition, List<Item> codes, Instant deadline) {
    String account = definition.event().account();
    String event = definition.event().slug();
    Set<Key> shared = new LinkedHashSet<>();
    codes.forEach(code -> CodeItems.sharedMarks(code, account, event).ifPresent(shared::add));
    Map<Key, Item> found = table.get(shared, deadline);
    List<StoredTicket> tickets = new ArrayList<>(codes.size());
    for (Item code : codes) {
      tickets.add(
          CodeItems.sharedMarks(code, account, event)
              .map(key -> new StoredTicket(code, found.get(key)))
              .orElseGet(() -> new StoredTicket(code, code)));
    }
    return tickets;
  }

  /**
   * Reads the tickets that a ticket's code stands for at the list. Usually that is the ticket
   * itself. If the list matches add-ons, the code stands for those of the ticket and its add-ons
   * that the list admits. If the list admits none of them, it is the ticket itself. Several tickets
   * mean that the code is ambiguous. Such a list costs a read of the order, by its size, and a read
   * of the tickets.
   */
  public List<StoredTicket> meant(ScanRequest request, Item code, long epochSecond) {
    if (!request.list().terms().addonMatch() || code.flag(CodeItems.REVOKED)) {
      return withMarks(request, List.of(code));
    }
    long id = code.number(ScanAttributes.ID);
    Key order = request.order(CodeItems.orderOf(code));
    List<OfTicket> meant =
        table
            .get(order, request.scan().deadline())
            .map(
                item ->
                    AddonMatch.choose(
                        withAddons(OrderFacts.of(item).tickets(), id),
                        ticket -> facts(request, ticket),
                        epochSecond))
            .orElse(List.of());
    if (meant.isEmpty() || (meant.size() == 1 && meant.getFirst().id() == id)) {
      return withMarks(request, List.of(code));
    }
    List<StoredTicket> found =
        ofCodes(
            request,
            meant.stream().map(ticket -> request.qr(ticket.qr())).toList(),
            CodeItems.orderOf(code));
    return found.isEmpty() ? withMarks(request, List.of(code)) : found;
  }

  /** Returns a ticket of an order, then its add-ons. */
  private static List<OfTicket> withAddons(List<OfTicket> tickets, long main) {
    return tickets.stream()
        .filter(ticket -> ticket.id() == main || isAddon(ticket, main))
        .sorted(Comparator.comparing(ticket -> isAddon(ticket, main)))
        .toList();
  }

  private static TicketCode facts(ScanRequest request, OfTicket ticket) {
    return new TicketCode(
        TicketCode.NOT_IN,
        request.list().admits(ticket.type(), ticket.seriesDate()),
        ticket.state() != TicketState.VALID,
        ticket.blocked(),
        OrderStatus.CONFIRMED,
        CodeItems.window(ticket.validFrom(), ticket.validUntil()),
        null);
  }

  private static boolean isAddon(OfTicket ticket, long main) {
    return ticket.addonTo() != null && ticket.addonTo() == main;
  }

  /**
   * Returns the ticket that leaves. If there are several tickets, which are add-ons of one guest,
   * it is the ticket inside that came in last.
   */
  StoredTicket leaving(ScanRequest request, List<StoredTicket> meant) {
    long now = table.clock().millis();
    StoredTicket leaving = meant.getFirst();
    long since = Long.MIN_VALUE;
    for (StoredTicket each : meant) {
      AreaPassages passages = request.passages(each, table.clock());
      Presence presence = passages.fold().presence().at(now, passages.emptying());
      if (presence.inside() && presence.since() > since) {
        leaving = each;
        since = presence.since();
      }
    }
    return leaving;
  }

  /**
   * Reads a ticket again after a condition on it failed. {@code changed} has the items that the
   * failure returned.
   */
  public StoredTicket again(ScanRequest request, StoredTicket ticket, Map<Key, Item> changed) {
    if (!changed.containsKey(ticket.marksKey())) {
      return ticket;
    }
    Key code = ticket.code().key();
    Item now = changed.get(code);
    Item item = now == null ? table.get(code, request.scan().deadline()).orElseThrow() : now;
    return withMarks(request, List.of(item)).getFirst();
  }

  /**
   * Returns what the code of a ticket's order stands for; empty if the given item is not of a
   * ticket's code, or if that code is revoked.
   */
  Optional<Item> party(ScanRequest request, Item ticket) {
    if (!request.standsFor(ticket, CodeItems.TICKET) || ticket.flag(CodeItems.REVOKED)) {
      return Optional.empty();
    }
    Key order = request.order(CodeItems.orderOf(ticket));
    return table
        .get(order, request.scan().deadline())
        .map(OrderFacts::of)
        .map(CodeItems::orderCode);
  }

  public List<StoredTicket> ofOrder(ScanRequest request, Item order) {
    return ofOrder(
        request, order, ticket -> request.list().admits(ticket.type(), ticket.seriesDate()));
  }

  public List<StoredTicket> allOfOrder(ScanRequest request, Item order) {
    return ofOrder(request, order, ticket -> true);
  }

  private List<StoredTicket> ofOrder(
      ScanRequest request, Item order, Predicate<CodeItems.OrderTicket> which) {
    List<Key> codes =
        CodeItems.orderTickets(order).stream()
            .filter(which)
            .map(ticket -> request.qr(ticket.qr()))
            .toList();
    return ofCodes(request, codes, order.number(ScanAttributes.ID));
  }

  /** Reads tickets by their ids, in the given order, even if their orders or codes have changed. */
  List<StoredTicket> ofTickets(ScanRequest request, List<Long> ids) {
    Instant deadline = request.scan().deadline();
    while (true) {
      Map<Long, Key> orders = new HashMap<>();
      Map<Key, Item> notes = table.get(ids.stream().map(request::ticket).toList(), deadline);
      ids.forEach(
          id -> orders.put(id, request.order(notes.get(request.ticket(id)).number(OrderFacts.ID))));
      Map<Key, Item> found = table.get(Set.copyOf(orders.values()), deadline);
      List<Key> codes =
          ids.stream()
              .flatMap(id -> OrderFacts.ticket(found.get(orders.get(id)), id).stream())
              .map(ticket -> request.qr(ticket.text(OrderFacts.QR_CODE)))
              .toList();
      // A ticket that is moved meanwhile may be in neither order, so everything is read again.
      if (codes.size() == ids.size()) {
        Map<Key, Item> items = table.get(codes, deadline);
        return withMarks(request, codes.stream().map(items::get).toList());
      }
    }
  }

  /**
   * Reads the marks of the tickets that these parts of log rows name. The tickets that it returns
   * have no codes.
   */
  List<StoredTicket> ofParts(List<Item> parts, Instant deadline) {
    Set<Key> keys = parts.stream().map(LogRow::marksKey).collect(Collectors.toSet());
    Map<Key, Item> found = table.get(keys, deadline);
    List<StoredTicket> tickets = new ArrayList<>(parts.size());
    for (Item part : parts) {
      Item code =
          new Item()
              .put(ScanAttributes.ID, part.number(ScanAttributes.TICKET))
              .put(ScanAttributes.REFERENCE, part.text(ScanAttributes.REFERENCE));
      tickets.add(new StoredTicket(code, found.get(LogRow.marksKey(part))));
    }
    return tickets;
  }

  private List<StoredTicket> ofCodes(ScanRequest request, List<Key> codes, long order) {
    Map<Key, Item> found = table.get(codes, request.scan().deadline());
    // A ticket that has moved to another order is let in by the code of that order.
    return withMarks(
        request,
        codes.stream()
            .map(found::get)
            .filter(item -> item != null && CodeItems.orderOf(item) == order)
            .toList());
  }
}
