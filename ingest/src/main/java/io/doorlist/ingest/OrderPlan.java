package io.doorlist.ingest;

import io.doorlist.domain.CheckinList;
import io.doorlist.domain.EventDefinition;
import io.doorlist.domain.Order;
import io.doorlist.domain.Ticket;
import io.doorlist.store.checkin.Admission;
import io.doorlist.store.order.OrderItems;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.ItemSize;
import io.doorlist.store.table.TableSchema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Where an order shall stand: the rows it keeps, those it still needs ordinals for, and those it
 * leaves. Not thread-safe.
 */
final class OrderPlan {
  private static final long WANTED = 0;

  private final EventDefinition definition;
  private final StoredOrder stored;
  private final Order order;
  private final Map<String, List<Long>> leaving;
  private final Map<String, Long> notes = new TreeMap<>();
  private Placement placement;

  private OrderPlan(
      EventDefinition definition,
      StoredOrder stored,
      Order order,
      Placement placement,
      Map<String, List<Long>> leaving) {
    this.definition = definition;
    this.stored = stored;
    this.order = order;
    this.placement = placement;
    this.leaving = leaving;
  }

  /** Plans from where the order stands to where its lists say. */
  static OrderPlan of(EventDefinition definition, StoredOrder stored, Order order) {
    OrderRows names = new OrderRows(definition, order.mode());
    Placement old = stored.placement();
    Map<String, List<Long>> leaving = new TreeMap<>();
    Map<Long, Map<Long, Long>> ticketLists = new TreeMap<>();
    Set<Long> orderLists = new TreeSet<>();
    for (Ticket ticket : order.tickets()) {
      Set<Long> lists = lists(definition, order, ticket);
      orderLists.addAll(lists);
      ticketLists.put(
          ticket.id(), move(old.listsOf(ticket.id()), lists, leaving, names::admittedTickets));
    }
    Map<Long, Long> lists = move(old.lists(), orderLists, leaving, names::admittedOrders);
    Placement target = new Placement(old.ordinal(), lists, ticketLists, doors(old, order));
    OrderPlan plan = new OrderPlan(definition, stored, order, target, leaving);
    leaving.keySet().forEach(plan::wantNote);
    names.changedInPlace(stored, order, target).keySet().forEach(key -> plan.wantNote(key.pk()));
    return plan;
  }

  /** Door copies learn of what left their tickets, or changed there, from a note. */
  private void wantNote(String sequence) {
    if (TableSchema.isAdmittedTickets(sequence)) {
      notes.put(sequence, WANTED);
    }
  }

  /** Plans nothing new: what an open order already says. */
  static OrderPlan again(EventDefinition definition, StoredOrder open) {
    return new OrderPlan(definition, open, open.order(), open.placement(), open.leaving());
  }

  private static Set<Long> lists(EventDefinition definition, Order order, Ticket ticket) {
    String state = Admission.state(order, ticket);
    Set<Long> lists = new TreeSet<>();
    definition.admitting(ticket.ticketType(), ticket.terms().seriesDate()).stream()
        .filter(list -> Admission.takes(list, state))
        .map(CheckinList::id)
        .forEach(lists::add);
    return lists;
  }

  /** Gives a row's name for a list. */
  private interface Rows {
    String name(long list);
  }

  private static Map<Long, Long> move(
      Map<Long, Long> old, Set<Long> lists, Map<String, List<Long>> leaving, Rows rows) {
    Map<Long, Long> moved = new TreeMap<>();
    for (long list : lists) {
      moved.put(list, old.getOrDefault(list, WANTED));
    }
    old.forEach(
        (list, ordinal) -> {
          if (!lists.contains(list)) {
            leaving.computeIfAbsent(rows.name(list), any -> new ArrayList<>()).add(ordinal);
          }
        });
    return moved;
  }

  private static Map<Long, Integer> doors(Placement old, Order order) {
    Map<Long, Integer> doors = new HashMap<>(old.doors());
    int ownDoors = old.ticketLists().size() - old.doors().size();
    List<Ticket> tickets = order.tickets();
    for (int i = 0; i < tickets.size(); i++) {
      long id = tickets.get(i).id();
      if (!old.ticketLists().containsKey(id)) {
        int door = Admission.doorNumber(i, tickets.size(), ownDoors);
        if (door >= 0) {
          doors.put(id, door);
        }
      }
    }
    return doors;
  }

  /** Returns whether everything is there already. */
  boolean nothingToDo() {
    return stored.order() != null
        && order.equals(stored.order())
        && placement.equals(stored.placement());
  }

  /** Counts the ordinals that are wanted, by sequence. */
  Map<String, Integer> wanted() {
    OrderRows names = new OrderRows(definition, order.mode());
    Map<String, Integer> wanted = new TreeMap<>();
    if (placement.ordinal() == WANTED) {
      wanted.put(names.orders(), 1);
    }
    count(placement.lists(), names::admittedOrders, wanted);
    placement.ticketLists().values().forEach(lists -> count(lists, names::admittedTickets, wanted));
    notes.keySet().forEach(name -> wanted.merge(name, 1, Integer::sum));
    return wanted;
  }

  private static void count(Map<Long, Long> lists, Rows rows, Map<String, Integer> wanted) {
    lists.forEach(
        (list, ordinal) -> {
          if (ordinal == WANTED) {
            wanted.merge(rows.name(list), 1, Integer::sum);
          }
        });
  }

  /** Takes the ordinals that are wanted. */
  void take(Reservations reservations) {
    OrderRows names = new OrderRows(definition, order.mode());
    long ordinal = placement.ordinal();
    if (ordinal == WANTED) {
      ordinal = reservations.take(names.orders());
    }
    Map<Long, Long> lists = fill(placement.lists(), names::admittedOrders, reservations);
    Map<Long, Map<Long, Long>> ticketLists = new TreeMap<>();
    for (Ticket ticket : order.tickets()) {
      ticketLists.put(
          ticket.id(), fill(placement.listsOf(ticket.id()), names::admittedTickets, reservations));
    }
    placement = new Placement(ordinal, lists, ticketLists, placement.doors());
    notes.replaceAll((name, any) -> reservations.takeForNote(name));
  }

  private static Map<Long, Long> fill(Map<Long, Long> lists, Rows rows, Reservations reservations) {
    Map<Long, Long> filled = new TreeMap<>();
    lists.forEach(
        (list, ordinal) ->
            filled.put(list, ordinal == WANTED ? reservations.take(rows.name(list)) : ordinal));
    return filled;
  }

  Order order() {
    return order;
  }

  Placement placement() {
    return placement;
  }

  /** Returns the rows that the order leaves: sequence to ordinals. */
  Map<String, List<Long>> leaving() {
    return Collections.unmodifiableMap(leaving);
  }

  /** Returns the places of notes: sequence to ordinal. */
  Map<String, Long> notes() {
    return Collections.unmodifiableMap(notes);
  }

  /** Returns about how large the order's item is. */
  int itemBytes() {
    return ItemSize.bytes(placement.addTo(OrderItems.order(new Item(), order), order));
  }
}
