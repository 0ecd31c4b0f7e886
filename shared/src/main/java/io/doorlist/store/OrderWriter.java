package io.doorlist.store;

import io.doorlist.domain.EventDefinition;
import io.doorlist.domain.ImportOutcome;
import io.doorlist.domain.Order;
import io.doorlist.domain.Ticket;
import io.doorlist.store.TableSchema.Key;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * Writes an order, its tickets and their rows in every sequence that shows them.
 *
 * <p>Implementation notes. Most orders are one transaction. One that needs more than {@link #MOST_WRITES} writes is first
 * written whole, marked open, with the places that its rows will have; then the writes follow in portions, each of which
 * may happen twice; then the mark is taken off. A run that was cut off in between leaves an open order, which the next
 * one finishes before anything else. See ADR 0009. Thread-safe.
 */
final class OrderWriter {
  /** DynamoDB's limit on the writes of one transaction. */
  private static final int MOST_WRITES = 100;

  /** DynamoDB's limit on an item, less room for keys and marks. */
  private static final int MOST_ITEM_BYTES = 390_000;

  private static final int QR_BYTES = 20;
  private static final int MOST_TRIES = 50;

  private final Dynamo dynamo;
  private final Sequence sequence;
  private final Reservations reservations;
  private final Set<String> touched;
  private final boolean dryRun;
  private final SecureRandom random = new SecureRandom();

  /**
   * Makes a writer.
   *
   * @param touched gathers the sequences that get rows
   */
  OrderWriter(
      Dynamo dynamo,
      Sequence sequence,
      Reservations reservations,
      Set<String> touched,
      boolean dryRun) {
    this.dynamo = dynamo;
    this.sequence = sequence;
    this.reservations = reservations;
    this.touched = touched;
    this.dryRun = dryRun;
  }

  /** Adds or changes an order. */
  ImportOutcome put(EventDefinition definition, Order incoming) {
    Optional<ImportOutcome> refusal = OrderRules.check(definition.event(), incoming);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      StoredOrder stored = read(definition, incoming.id());
      if (stored.order() == null) {
        refusal = taken(definition, incoming, incoming.tickets());
      } else {
        if (incoming.updatedAt().isBefore(stored.order().updatedAt())) {
          return ImportOutcome.UNCHANGED;
        }
        refusal = OrderRules.checkChange(stored.order(), incoming);
        if (refusal.isEmpty()) {
          refusal = taken(definition, incoming, newTickets(stored, incoming));
        }
      }
      if (refusal.isPresent()) {
        return refusal.get();
      }
      Order order = withCodes(stored.order(), incoming);
      OrderPlan plan = OrderPlan.of(definition, stored, order);
      if (plan.nothingToDo()) {
        return ImportOutcome.UNCHANGED;
      }
      if (plan.itemBytes() > MOST_ITEM_BYTES) {
        return ImportOutcome.refused("tickets", "the order is larger than an item of 400 KB can be");
      }
      if (dryRun || write(definition, stored, plan)) {
        return stored.order() == null ? ImportOutcome.CREATED : ImportOutcome.CHANGED;
      }
    }
    throw new IllegalStateException("order " + incoming.id() + " changes too often to be written");
  }

  /** Puts an order where the event's lists now say. */
  void place(EventDefinition definition, long id) {
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      StoredOrder stored = read(definition, id);
      OrderPlan plan = OrderPlan.of(definition, stored, stored.order());
      if (plan.nothingToDo() || write(definition, stored, plan)) {
        return;
      }
    }
    throw new IllegalStateException("order " + id + " changes too often to be placed");
  }

  /** Reads the order as it is, after finishing what a cut-off run may have left. */
  private StoredOrder read(EventDefinition definition, long id) {
    Key key = TableSchema.order(definition.event().account(), definition.event().slug(), id);
    while (true) {
      StoredOrder stored = StoredOrder.of(dynamo.get(key, dynamo.deadline()));
      if (!stored.open() || dryRun) {
        return stored;
      }
      finish(definition, stored);
    }
  }

  /** Tells whether the order was written; if not, something changed meanwhile. */
  private boolean write(EventDefinition definition, StoredOrder stored, OrderPlan plan) {
    Instant deadline = dynamo.deadline();
    settleBeforeLeaving(plan.leaving(), deadline);
    plan.reserve(reservations, touched, deadline);
    OrderWrites writes = new OrderWrites(dynamo.table(), definition, plan);
    List<TransactWriteItem> all = new ArrayList<>();
    all.add(writes.order(stored.version(), false));
    all.addAll(writes.changes(stored));
    plan.leaving().forEach((name, ordinals) -> all.addAll(sequence.remove(name, ordinals)));
    if (all.size() <= MOST_WRITES) {
      Optional<Dynamo.Rejection> rejection = transact(all, deadline);
      rejection.ifPresent(lost -> forgetClosed(all, lost));
      return rejection.isEmpty();
    }
    if (transact(List.of(writes.order(stored.version(), true)), deadline).isPresent()) {
      return false;
    }
    read(definition, plan.order().id());
    return true;
  }

  /** Forgets reservations that others have closed: the next try takes new ones. */
  private void forgetClosed(List<TransactWriteItem> writes, Dynamo.Rejection rejection) {
    for (int position : rejection.failed().keySet()) {
      Put put = writes.get(position).put();
      if (put != null) {
        reservations.forget(new Item(put.item()).key().pk());
      }
    }
  }

  /** Does all that an open order still needs, in portions that may be done again. */
  private void finish(EventDefinition definition, StoredOrder open) {
    OrderPlan plan = OrderPlan.again(definition, open);
    OrderWrites writes = new OrderWrites(dynamo.table(), definition, plan);
    Instant deadline = dynamo.deadline();
    List<TransactWriteItem> all = writes.everything();
    for (int from = 0; from < all.size(); from += MOST_WRITES) {
      List<TransactWriteItem> portion = all.subList(from, Math.min(from + MOST_WRITES, all.size()));
      Optional<Dynamo.Rejection> rejection = transact(portion, dynamo.deadline());
      if (rejection.isPresent()) {
        replaceLostPlaces(writes, open, portion, rejection.get());
        return;
      }
    }
    for (var leaving : open.leaving().entrySet()) {
      leave(leaving.getKey(), leaving.getValue());
    }
    transact(List.of(writes.closed(open.version())), deadline);
  }

  /** Gives rows whose ordinals were closed by others new ones; the next run of {@link #finish} writes them. */
  private void replaceLostPlaces(
      OrderWrites writes,
      StoredOrder open,
      List<TransactWriteItem> portion,
      Dynamo.Rejection rejection) {
    Map<Key, Long> replacements = new HashMap<>();
    for (int position : rejection.failed().keySet()) {
      Put row = portion.get(position).put();
      if (row == null) {
        throw new IllegalStateException(
            "order " + open.order().id() + " has a ticket or code that another order took meanwhile");
      }
      Key lost = new Item(row.item()).key();
      touched.add(lost.pk());
      reservations.forget(lost.pk());
      replacements.put(lost, sequence.reserve(lost.pk(), 1, dynamo.deadline()));
    }
    transact(List.of(writes.moved(open.version(), replacements)), dynamo.deadline());
  }

  /** Takes rows out of a sequence, those that are still there. */
  private void leave(String name, List<Long> ordinals) {
    List<Key> keys = ordinals.stream().map(ordinal -> TableSchema.row(name, ordinal)).toList();
    List<Long> there =
        dynamo.get(keys, dynamo.deadline()).keySet().stream()
            .map(key -> Long.valueOf(key.sk()))
            .sorted()
            .toList();
    settleBeforeLeaving(Map.of(name, there), dynamo.deadline());
    int most = MOST_WRITES / 3;
    for (int from = 0; from < there.size(); from += most) {
      List<Long> portion = there.subList(from, Math.min(from + most, there.size()));
      transact(sequence.remove(name, portion), dynamo.deadline());
    }
  }

  private void settleBeforeLeaving(Map<String, List<Long>> leaving, Instant deadline) {
    leaving.forEach(
        (name, ordinals) -> {
          if (!ordinals.isEmpty()) {
            sequence.settleThrough(name, Collections.max(ordinals), deadline);
          }
        });
  }

  private Optional<Dynamo.Rejection> transact(List<TransactWriteItem> writes, Instant deadline) {
    return dynamo.transact(writes, deadline);
  }

  /** Refuses tickets and codes that other orders of the event have. */
  private Optional<ImportOutcome> taken(
      EventDefinition definition, Order incoming, List<Ticket> tickets) {
    String account = definition.event().account();
    String event = definition.event().slug();
    Map<Key, String> asked = new LinkedHashMap<>();
    if (incoming.qrCodeIdentifier() != null) {
      asked.put(TableSchema.qr(account, event, incoming.qrCodeIdentifier()), "qr_code_identifier");
    }
    for (Ticket ticket : tickets) {
      String field = "tickets[" + incoming.tickets().indexOf(ticket) + "].";
      asked.put(TableSchema.ticket(account, event, ticket.id()), field + "id");
      if (ticket.qrCodeIdentifier() != null) {
        asked.put(
            TableSchema.qr(account, event, ticket.qrCodeIdentifier()),
            field + "qr_code_identifier");
      }
    }
    Map<Key, Item> found = dynamo.get(asked.keySet(), dynamo.deadline());
    for (var field : asked.entrySet()) {
      Item item = found.get(field.getKey());
      if (item != null && !ownCode(item, incoming)) {
        return Optional.of(
            ImportOutcome.refused(field.getValue(), "another ticket or order of the event has it"));
      }
    }
    return Optional.empty();
  }

  private static boolean ownCode(Item item, Order incoming) {
    return Admission.ORDER.equals(item.text(Admission.KIND))
        && item.number(OrderItems.ID) == incoming.id();
  }

  private static List<Ticket> newTickets(StoredOrder stored, Order incoming) {
    Set<Long> known =
        stored.order().tickets().stream().map(Ticket::id).collect(Collectors.toSet());
    return incoming.tickets().stream().filter(ticket -> !known.contains(ticket.id())).toList();
  }

  /** Fills in the QR code identifiers: those that are there stay, missing ones are made. */
  private Order withCodes(Order stored, Order incoming) {
    Map<Long, String> codes = new HashMap<>();
    if (stored != null) {
      stored.tickets().forEach(ticket -> codes.put(ticket.id(), ticket.qrCodeIdentifier()));
    }
    List<Ticket> tickets = new ArrayList<>(incoming.tickets().size());
    for (Ticket ticket : incoming.tickets()) {
      tickets.add(withCode(ticket, code(codes.get(ticket.id()), ticket.qrCodeIdentifier())));
    }
    String code =
        code(stored == null ? null : stored.qrCodeIdentifier(), incoming.qrCodeIdentifier());
    return new Order(
        incoming.id(),
        incoming.reference(),
        incoming.mode(),
        incoming.state(),
        incoming.paymentState(),
        incoming.customer(),
        incoming.createdAt(),
        incoming.updatedAt(),
        incoming.currency(),
        incoming.amount(),
        incoming.amountRefunded(),
        incoming.invoice(),
        incoming.responses(),
        code,
        tickets);
  }

  private static Ticket withCode(Ticket ticket, String code) {
    return new Ticket(
        ticket.id(),
        ticket.reference(),
        ticket.state(),
        ticket.name(),
        ticket.email(),
        ticket.phoneNumber(),
        ticket.ticketType(),
        ticket.responses(),
        code,
        ticket.createdAt(),
        ticket.updatedAt());
  }

  private String code(String stored, String given) {
    if (stored != null) {
      return stored;
    }
    if (given != null) {
      return given;
    }
    byte[] bytes = new byte[QR_BYTES];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Names a number attribute's value. */
  static AttributeValue number(long number) {
    return AttributeValue.fromN(Long.toString(number));
  }
}
