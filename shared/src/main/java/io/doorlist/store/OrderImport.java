package io.doorlist.store;

import io.doorlist.domain.EventDefinition;
import io.doorlist.domain.ImportOutcome;
import io.doorlist.domain.Order;
import io.doorlist.domain.Ticket;
import io.doorlist.domain.UnavailableException;
import io.doorlist.store.TableSchema.Key;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

/**
 * Takes orders of one event in, many at a time: they are read in one go, take their places in the
 * order in which they come, and are written side by side. Thread-safe.
 */
final class OrderImport {
  /** DynamoDB's limit on an item, less room for keys and marks. */
  private static final int MOST_ITEM_BYTES = 390_000;

  private static final int WRITERS = 16;
  private static final int MOST_TRIES = 50;

  private final Dynamo dynamo;
  private final OrderWriter writer;
  private final OrderCodes codes = new OrderCodes();
  private final boolean dryRun;

  OrderImport(Dynamo dynamo, OrderWriter writer, boolean dryRun) {
    this.dynamo = dynamo;
    this.writer = writer;
    this.dryRun = dryRun;
  }

  /** Adds or changes orders; the outcomes are in the same order. */
  List<ImportOutcome> put(EventDefinition definition, List<Order> orders) {
    List<ImportOutcome> outcomes = new ArrayList<>(orders.size());
    int from = 0;
    while (from < orders.size()) {
      int to = from + independent(definition, orders.subList(from, orders.size()));
      outcomes.addAll(putIndependent(definition, orders.subList(from, to)));
      from = to;
    }
    return outcomes;
  }

  /**
   * Returns how many orders from the first on name no order, ticket or code that one before them
   * names.
   */
  private static int independent(EventDefinition definition, List<Order> orders) {
    Set<Object> named = new HashSet<>();
    int count = 0;
    for (Order order : orders) {
      Set<Object> names = new HashSet<>(claims(definition, order, order.tickets()).keySet());
      names.add(order.id());
      if (!Collections.disjoint(named, names)) {
        break;
      }
      named.addAll(names);
      count++;
    }
    return count;
  }

  private List<ImportOutcome> putIndependent(EventDefinition definition, List<Order> orders) {
    List<ImportOutcome> outcomes = new ArrayList<>(Collections.nCopies(orders.size(), null));
    List<Integer> open = new ArrayList<>();
    for (int i = 0; i < orders.size(); i++) {
      outcomes.set(i, OrderRules.check(definition.event(), orders.get(i)).orElse(null));
      if (outcomes.get(i) == null) {
        open.add(i);
      }
    }
    for (int tries = 0; !open.isEmpty(); tries++) {
      if (tries == MOST_TRIES) {
        throw new IllegalStateException("orders change too often to be written");
      }
      List<Order> some = open.stream().map(orders::get).toList();
      List<Optional<ImportOutcome>> done = tryOnce(definition, some);
      List<Integer> again = new ArrayList<>();
      for (int i = 0; i < done.size(); i++) {
        outcomes.set(open.get(i), done.get(i).orElse(null));
        if (done.get(i).isEmpty()) {
          again.add(open.get(i));
        }
      }
      open = again;
    }
    return outcomes;
  }

  /** An order on its way: the outcome if it is known, else the plan. */
  private record Step(StoredOrder stored, ImportOutcome outcome, OrderPlan plan) {}

  /** Tries each order once; those that met a change of others have no outcome. */
  private List<Optional<ImportOutcome>> tryOnce(EventDefinition definition, List<Order> orders) {
    List<StoredOrder> stored = writer.read(definition, orders.stream().map(Order::id).toList());
    Map<Key, Item> taken = readClaims(definition, orders, stored);
    List<Step> steps = new ArrayList<>(orders.size());
    for (int i = 0; i < orders.size(); i++) {
      Step step = step(definition, orders.get(i), stored.get(i), taken);
      if (step.plan() != null && !dryRun) {
        writer.prepare(step.plan());
      }
      steps.add(step);
    }
    return write(definition, steps);
  }

  private Step step(
      EventDefinition definition, Order given, StoredOrder stored, Map<Key, Item> taken) {
    Order old = stored.order();
    if (old != null && given.updatedAt().isBefore(old.updatedAt())) {
      return new Step(stored, ImportOutcome.UNCHANGED, null);
    }
    Order incoming = stayForgotten(old, given);
    Optional<ImportOutcome> refusal =
        old == null ? Optional.empty() : OrderRules.checkChange(old, incoming);
    if (refusal.isEmpty()) {
      refusal = taken(claims(definition, incoming, newTickets(old, incoming)), taken, incoming);
    }
    if (refusal.isPresent()) {
      return new Step(stored, refusal.get(), null);
    }
    OrderPlan plan = OrderPlan.of(definition, stored, codes.fill(old, incoming));
    if (plan.nothingToDo()) {
      return new Step(stored, ImportOutcome.UNCHANGED, null);
    }
    return plan.itemBytes() > MOST_ITEM_BYTES
        ? new Step(
            stored,
            ImportOutcome.refused("tickets", "the order is larger than an item of 400 KB can be"),
            null)
        : new Step(stored, null, plan);
  }

  /** Keeps out whose data was erased, however new the line is: see ADR 0019. */
  private static Order stayForgotten(Order old, Order incoming) {
    if (old == null) {
      return incoming;
    }
    return old.forgotten() ? incoming.forget() : incoming.forget(old.forgottenTickets());
  }

  private List<Optional<ImportOutcome>> write(EventDefinition definition, List<Step> steps) {
    try (var writers = Executors.newFixedThreadPool(WRITERS, Thread.ofVirtual().factory())) {
      List<Future<Optional<ImportOutcome>>> running = new ArrayList<>(steps.size());
      for (Step step : steps) {
        running.add(writers.submit(() -> write(definition, step)));
      }
      List<Optional<ImportOutcome>> done = new ArrayList<>(steps.size());
      for (Future<Optional<ImportOutcome>> result : running) {
        done.add(await(result));
      }
      return done;
    }
  }

  private Optional<ImportOutcome> write(EventDefinition definition, Step step) {
    if (step.outcome() != null) {
      return Optional.of(step.outcome());
    }
    try {
      if (!dryRun && !writer.write(definition, step.stored(), step.plan())) {
        return Optional.empty();
      }
    } catch (UnavailableException e) {
      return Optional.of(ImportOutcome.BUSY);
    }
    return Optional.of(
        step.stored().order() == null ? ImportOutcome.CREATED : ImportOutcome.CHANGED);
  }

  private static Optional<ImportOutcome> await(Future<Optional<ImportOutcome>> result) {
    try {
      return result.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException fault
          ? fault
          : new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Reads what is there of all that the orders newly claim. */
  private Map<Key, Item> readClaims(
      EventDefinition definition, List<Order> orders, List<StoredOrder> stored) {
    Set<Key> keys = new HashSet<>();
    for (int i = 0; i < orders.size(); i++) {
      Order incoming = orders.get(i);
      List<Ticket> tickets = newTickets(stored.get(i).order(), incoming);
      if (stored.get(i).order() == null || !tickets.isEmpty()) {
        keys.addAll(claims(definition, incoming, tickets).keySet());
      }
    }
    return keys.isEmpty() ? Map.of() : dynamo.get(keys, dynamo.deadline());
  }

  /** Returns what only one order of the event may have, with the member that says so. */
  private static Map<Key, String> claims(
      EventDefinition definition, Order incoming, List<Ticket> tickets) {
    String account = definition.event().account();
    String event = definition.event().slug();
    Map<Key, String> claims = new LinkedHashMap<>();
    if (incoming.qrCodeIdentifier() != null) {
      claims.put(TableSchema.qr(account, event, incoming.qrCodeIdentifier()), "qr_code_identifier");
    }
    for (Ticket ticket : tickets) {
      String field = "tickets[" + incoming.tickets().indexOf(ticket) + "].";
      claims.put(TableSchema.ticket(account, event, ticket.id()), field + "id");
      if (ticket.qrCodeIdentifier() != null) {
        claims.put(
            TableSchema.qr(account, event, ticket.qrCodeIdentifier()),
            field + "qr_code_identifier");
      }
    }
    return claims;
  }

  private static Optional<ImportOutcome> taken(
      Map<Key, String> claims, Map<Key, Item> found, Order incoming) {
    for (var claim : claims.entrySet()) {
      Item item = found.get(claim.getKey());
      if (item != null && !ownCode(item, incoming)) {
        return Optional.of(
            ImportOutcome.refused(claim.getValue(), "another ticket or order of the event has it"));
      }
    }
    return Optional.empty();
  }

  /** Tells whether what is there is this order's: another run may be bringing in the same order. */
  private static boolean ownCode(Item item, Order incoming) {
    return Admission.TICKET.equals(item.text(Admission.KIND))
        ? item.number("order") == incoming.id()
        : item.number(OrderItems.ID) == incoming.id();
  }

  private static List<Ticket> newTickets(Order stored, Order incoming) {
    if (stored == null) {
      return incoming.tickets();
    }
    Set<Long> known = stored.tickets().stream().map(Ticket::id).collect(Collectors.toSet());
    return incoming.tickets().stream().filter(ticket -> !known.contains(ticket.id())).toList();
  }
}
