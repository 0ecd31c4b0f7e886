package io.doorlist.store.checkin;

import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.AlreadyCheckedIn;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.TicketLook;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.door.Passage;
import io.doorlist.door.PassageFold;
import io.doorlist.store.checkin.ticket.AreaPassages;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.checkin.ticket.ScanAttributes;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Table;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/** Looks at codes without checking anybody in. Thread-safe. */
public final class LookStore {
  private final Table table;
  private final CheckinStore checkins;
  private final TicketReader scanned;

  public LookStore(Table table, CheckinStore checkins) {
    this.table = table;
    this.checkins = checkins;
    this.scanned = new TicketReader(table);
  }

  /**
   * Returns what a code stands for, and what a check-in with it would answer. Nothing is written
   * except the count of unknown codes. Access pattern 37: strongly consistent, 1 read unit. An
   * order costs 1 more for each of its tickets that the list admits.
   *
   * @param party whether to look at a ticket's order, too, which costs more for larger orders
   */
  public TicketLook look(
      EventDefinition definition, CheckinList list, String qrToken, boolean party, Scan scan) {
    ScanRequest request = new ScanRequest(definition, list, scan);
    Map<Key, Item> found = checkins.find(request, qrToken, Optional.empty());
    Item item = checkins.code(request, found, qrToken);
    if (request.standsFor(item, CodeItems.ORDER)) {
      return look(request, item);
    }
    if (!request.standsFor(item, CodeItems.TICKET)) {
      return new TicketLook.Unseen(checkins.unknown(request, item));
    }
    List<StoredTicket> meant = scanned.meant(request, item, request.scanned(table.clock()));
    StoredTicket ticket = meant.getFirst();
    AreaPassages passages = request.passages(ticket, table.clock());
    PassageFold fold = passages.fold();
    return new TicketLook.Seen(
        ticket.ticketId(),
        ticket.reference(),
        ticket.name(),
        ticket.ticketType(),
        ticket.unpaid().orElse(null),
        ticket.note(),
        checkins.refusal(request, meant, ticket).orElse(null),
        fold.presence().at(table.clock().millis(), passages.emptying()).inside(),
        fold.tally().entries(),
        passages.last().map(LookStore::passage).orElse(null),
        party ? scanned.party(request, item).map(all -> look(request, all)).orElse(null) : null);
  }

  /**
   * Returns the id of the ticket for which a desk collects money when it scans a code. For the code
   * of an order, that is its first ticket, as all of its tickets owe together. The result is empty
   * if the scan would find no ticket. Strongly consistent, 1 read unit.
   *
   * @param ofOrder whether the scan is of an order
   * @param party whether a ticket's code counts as the code of its order
   */
  public OptionalLong payer(
      EventDefinition definition,
      CheckinList list,
      String qrToken,
      boolean ofOrder,
      boolean party,
      Scan scan) {
    ScanRequest request = new ScanRequest(definition, list, scan);
    Item code = checkins.code(request, checkins.find(request, qrToken, Optional.empty()), qrToken);
    if (request.standsFor(code, CodeItems.TICKET) && (party || !ofOrder)) {
      return OptionalLong.of(code.number(ScanAttributes.ID));
    }
    return ofOrder && request.standsFor(code, CodeItems.ORDER)
        ? CodeItems.orderTickets(code).stream().mapToLong(CodeItems.OrderTicket::id).findFirst()
        : OptionalLong.empty();
  }

  /** Returns what a scan of an order would find, for those of its tickets that the list admits. */
  private TicketLook.SeenOrder look(ScanRequest request, Item order) {
    List<StoredTicket> tickets = scanned.ofOrder(request, order);
    SortedMap<String, Integer> types = new TreeMap<>();
    SortedMap<String, Integer> remaining = new TreeMap<>();
    SortedMap<String, Integer> inside = new TreeMap<>();
    List<CheckinOutcome> refusals = new ArrayList<>();
    for (StoredTicket ticket : tickets) {
      Optional<CheckinOutcome> refusal = request.refusal(ticket, table.clock());
      refusal.ifPresent(refusals::add);
      types.merge(ticket.ticketType(), 1, Integer::sum);
      remaining.merge(ticket.ticketType(), refusal.isEmpty() ? 1 : 0, Integer::sum);
      inside.merge(ticket.ticketType(), isInside(request, ticket) ? 1 : 0, Integer::sum);
    }
    Collection<String> wanted =
        types.isEmpty()
            ? CodeItems.orderTickets(order).stream().map(CodeItems.OrderTicket::type).toList()
            : types.keySet();
    Optional<CheckinOutcome> refusal = request.refusal(order, wanted, table.clock());
    if (refusal.isEmpty() && refusals.size() == tickets.size()) {
      refusal =
          refusals.stream()
              .filter(AlreadyCheckedIn.class::isInstance)
              .findFirst()
              .or(() -> refusals.stream().findFirst());
    }
    return new TicketLook.SeenOrder(
        order.number(ScanAttributes.ID), types, remaining, inside, refusal.orElse(null));
  }

  private boolean isInside(ScanRequest request, StoredTicket ticket) {
    AreaPassages passages = request.passages(ticket, table.clock());
    return passages.fold().presence().at(table.clock().millis(), passages.emptying()).inside();
  }

  private static TicketLook.LastPassage passage(AreaPassages.At at) {
    Passage passage = at.passage();
    return new TicketLook.LastPassage(
        passage.exit(), Instant.ofEpochMilli(passage.at()), at.list());
  }
}
