package io.doorlist.ingest;

import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.ingest.StoredOrder.Placement;
import io.doorlist.ingest.StoredOrder.TicketPlacement;
import io.doorlist.store.order.OrderFacts;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.sequence.SequenceEdits;
import io.doorlist.store.sequence.SequenceNote;
import io.doorlist.store.sequence.SequenceRemovals;
import io.doorlist.store.table.KeyParts;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Table;
import io.doorlist.table.Transaction;
import io.doorlist.table.Write;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finishes orders whose writing takes more than one transaction, or was cut off. An open order
 * contains what is still to be written. Each portion of that may be written twice. See ADR 0009.
 * Thread-safe.
 *
 * @param touched collects the sequences that get rows
 */
record OpenOrders(Table table, Sequence sequence, SequenceEdits edits, Set<String> touched) {
  /** Writes all that an open order still needs, in portions that may be repeated. */
  void finish(EventDefinition definition, StoredOrder open) {
    OrderPlan plan = OrderPlan.again(definition, open);
    OrderWrites writes = new OrderWrites(List.of(plan));
    List<Write> all = writes.everything();
    Set<String> sequences = writes.sequences();
    int done = 0;
    while (done < all.size()) {
      edits.announce(sequences, table.deadline());
      Portion portion = portion(writes, all, done);
      done += portion.writes().size();
      List<Write> some = new ArrayList<>(portion.writes());
      // No reader has seen the rows of a new order yet, so they need no notes.
      if (open.version() > 1) {
        some.addAll(notes(portion));
      }
      // A slow run must not overwrite what others have changed since they finished the order.
      Write unchanged = writes.unchanged();
      some.add(unchanged);
      if (table.transact(some) instanceof Transaction.Rejected rejected) {
        if (!rejected.failed(unchanged)) {
          giveWay(definition, writes, open, portion, rejected);
        }
        return;
      }
    }
    open.leaving().forEach(this::leave);
    table.transact(writes.orders(false));
  }

  /**
   * Some of an order's writes, and the rows among them that need notes, by sequence. One
   * transaction has room for these writes, for a note in each of these sequences, and for one more
   * write.
   */
  private record Portion(List<Write> writes, Map<String, List<Item>> rows) {}

  private static Portion portion(OrderWrites order, List<Write> all, int from) {
    List<Write> writes = new ArrayList<>();
    Map<String, List<Item>> rows = new TreeMap<>();
    for (Write write : all.subList(from, all.size())) {
      if (writes.size() + rows.size() + 2 >= OrderWrites.MAX_WRITES) {
        break;
      }
      writes.add(write);
      order
          .row(write)
          .filter(row -> isNoted(row.key().pk()))
          .ifPresent(
              row -> rows.computeIfAbsent(row.key().pk(), any -> new ArrayList<>()).add(row));
    }
    return new Portion(writes, rows);
  }

  /**
   * Returns whether changed rows of a sequence need a {@link SequenceNote}. Phones with door copies
   * read notes about tickets, and desks read notes about orders.
   */
  private static boolean isNoted(String sequence) {
    return KeyParts.isAdmittedTickets(sequence) || KeyParts.isOrders(sequence);
  }

  /**
   * Returns notes about the rows of a portion, because readers may know any of these rows with
   * other contents.
   */
  private List<Write> notes(Portion portion) {
    List<Write> notes = new ArrayList<>();
    for (Map.Entry<String, List<Item>> each : portion.rows().entrySet()) {
      boolean tickets = KeyParts.isAdmittedTickets(each.getKey());
      List<Item> noted =
          each.getValue().stream()
              .map(row -> tickets ? OrderWrites.noted(row) : OrderWrites.notedOrder(row))
              .toList();
      notes.add(note(each.getKey(), new SequenceNote(List.of(), List.of(), noted)));
    }
    return notes;
  }

  private Write note(String name, SequenceNote note) {
    touched.add(name);
    long place = sequence.reserve(name, 1, table.deadline());
    return Sequence.append(note.row(name, place));
  }

  /** Yields to what others have written; the next run of {@link #finish} goes on from there. */
  private void giveWay(
      EventDefinition definition,
      OrderWrites writes,
      StoredOrder open,
      Portion portion,
      Transaction.Rejected rejected) {
    List<Item> lostRows = new ArrayList<>();
    Set<Key> lostClaims = new HashSet<>();
    for (Write write : rejected.failed().keySet()) {
      // Any other failed write is a note whose ordinal was taken. The next run reserves another
      // one.
      if (portion.writes().contains(write)) {
        writes
            .row(write)
            .ifPresentOrElse(lostRows::add, () -> lostClaims.add(rejected.old(write).key()));
      }
    }
    if (lostClaims.isEmpty()) {
      replaceLostPlaces(writes, lostRows);
    } else {
      dropLostClaims(definition, open, lostClaims);
    }
  }

  /** Gives new ordinals to rows whose ordinals others have closed. */
  private void replaceLostPlaces(OrderWrites writes, List<Item> rows) {
    Map<Key, Long> replacements = new HashMap<>();
    for (Item row : rows) {
      Key lost = row.key();
      touched.add(lost.pk());
      replacements.put(lost, sequence.reserve(lost.pk(), 1, table.deadline()));
    }
    table.transact(List.of(writes.moved(replacements)));
  }

  private void dropLostClaims(EventDefinition definition, StoredOrder open, Set<Key> lost) {
    StoredOrder left = without(new OrderClaims(definition), open, lost);
    OrderRows rows = new OrderRows(definition, open.order().mode());
    Set<Key> places = new HashSet<>(rows.rows(open).keySet());
    places.removeAll(rows.rows(left).keySet());
    Map<Key, Item> there = table.get(places);
    OrderPlan plan = OrderPlan.again(definition, leaving(left, there));
    if (table.transact(List.of(new OrderWrites(List.of(plan)).moved(Map.of()))).written()) {
      for (Key place : places) {
        if (!there.containsKey(place)) {
          touched.add(place.pk());
          sequence.giveUp(place.pk(), Long.parseLong(place.sk()), 1, table.deadline());
        }
      }
    }
  }

  /**
   * Returns an open order without the tickets and codes that other orders took before this order
   * could claim them. Lost tickets are left out, and lost codes are replaced by new ones. The
   * import then handles the order's line again, and {@link Settlement} decides by the times of the
   * orders. See ADR 0027.
   */
  private static StoredOrder without(OrderClaims claims, StoredOrder open, Set<Key> lost) {
    Placement old = open.placement();
    List<Ticket> tickets = new ArrayList<>();
    Map<Long, TicketPlacement> kept = new TreeMap<>();
    Map<Long, Long> lists = new TreeMap<>();
    for (Ticket ticket : open.order().tickets()) {
      if (!lost.contains(claims.ticket(ticket.id()))) {
        TicketPlacement place = old.of(ticket.id());
        place = place.without(lost(place.formerCodes(), claims, lost));
        boolean codeLost = lost.contains(claims.code(ticket.qrCodeIdentifier()));
        tickets.add(codeLost ? ticket.withQrCodeIdentifier(OrderClaims.codeOr(null)) : ticket);
        kept.put(ticket.id(), codeLost ? place.withCodeFrom(null) : place);
        place.lists().keySet().forEach(list -> lists.put(list, old.lists().get(list)));
      }
    }
    String code = open.order().qrCodeIdentifier();
    boolean codeLost = lost.contains(claims.code(code));
    Order order = open.order().with(codeLost ? OrderClaims.codeOr(null) : code, tickets);
    List<String> former = new ArrayList<>(old.formerCodes());
    former.removeAll(lost(former, claims, lost));
    Placement placement = new Placement(old.ordinal(), lists, former, kept);
    return new StoredOrder(order, placement, open.version(), true, open.leaving());
  }

  private static List<String> lost(Collection<String> digests, OrderClaims claims, Set<Key> lost) {
    return digests.stream().filter(digest -> lost.contains(claims.codeOfDigest(digest))).toList();
  }

  /**
   * Returns an open order that also gives up these rows. Rows that only close an ordinal are left
   * out.
   */
  private static StoredOrder leaving(StoredOrder open, Map<Key, Item> rows) {
    Map<String, List<Long>> leaving = new TreeMap<>();
    open.leaving().forEach((name, ordinals) -> leaving.put(name, new ArrayList<>(ordinals)));
    rows.forEach(
        (key, row) -> {
          if (row.has(OrderFacts.ID)) {
            leaving.computeIfAbsent(key.pk(), any -> new ArrayList<>()).add(Long.valueOf(key.sk()));
          }
        });
    return new StoredOrder(open.order(), open.placement(), open.version(), true, leaving);
  }

  /** Removes rows from a sequence if they still exist. */
  private void leave(String name, List<Long> ordinals) {
    List<Key> keys = ordinals.stream().map(ordinal -> TableSchema.row(name, ordinal)).toList();
    List<Long> there =
        table.get(keys).keySet().stream().map(key -> Long.valueOf(key.sk())).sorted().toList();
    if (!there.isEmpty()) {
      sequence.settleThrough(name, there.getLast(), table.deadline());
    }
    int most = OrderWrites.MAX_WRITES / 3 - 1;
    for (int from = 0; from < there.size(); from += most) {
      List<Long> portion = there.subList(from, Math.min(from + most, there.size()));
      List<Write> writes = new ArrayList<>(new SequenceRemovals(table).removeRows(name, portion));
      if (KeyParts.isAdmittedTickets(name)) {
        writes.add(note(name, new SequenceNote(portion, List.of(), List.of())));
      }
      table.transact(writes);
    }
  }
}
