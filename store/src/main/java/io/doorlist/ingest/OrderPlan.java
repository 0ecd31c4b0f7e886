package io.doorlist.ingest;

import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.ingest.StoredOrder.Placement;
import io.doorlist.ingest.StoredOrder.TicketPlacement;
import io.doorlist.store.checkin.ticket.MarksKey;
import io.doorlist.store.table.KeyParts;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Sizes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What an order is to become. A plan knows the order's rows in all sequences: which ones it keeps,
 * which ones still need ordinals, and which ones it gives up. Not thread-safe.
 */
final class OrderPlan {
  /** DynamoDB's limit on an item (400 KB), minus room for keys and marks. */
  static final int MAX_ITEM_BYTES = 390_000;

  private static final long WANTED = 0;

  private final OrderRows rows;
  private final StoredOrder stored;
  private final Map<Key, Item> changed;
  private final Map<String, Long> notes = new TreeMap<>();
  private StoredOrder target;

  private OrderPlan(
      OrderRows rows, StoredOrder stored, StoredOrder target, Map<Key, Item> changed) {
    this.rows = rows;
    this.stored = stored;
    this.target = target;
    this.changed = changed;
  }

  /**
   * A change of an order, before it is known which lists admit its tickets. Tickets that come from
   * other orders bring their placements along.
   */
  record Draft(StoredOrder stored, Order order, Placement placement) {
    boolean changes() {
      return !order.equals(stored.order()) || !placement.equals(stored.placement());
    }
  }

  /** Plans how a stored order becomes the given one, with its rows in the lists that admit it. */
  static OrderPlan of(EventDefinition definition, StoredOrder stored, Order order) {
    return of(definition, List.of(new Draft(stored, order, stored.placement()))).getFirst();
  }

  /** Plans orders that change together, because tickets and codes may move between them. */
  static List<OrderPlan> of(EventDefinition definition, List<Draft> drafts) {
    return drafts.stream().map(draft -> of(definition, draft, drafts)).toList();
  }

  private static OrderPlan of(EventDefinition definition, Draft draft, List<Draft> together) {
    Order order = draft.order();
    OrderRows rows = new OrderRows(definition, order.mode());
    Placement old = draft.placement();
    Map<String, List<Long>> leaving = new TreeMap<>();
    Map<Long, TicketPlacement> tickets = new TreeMap<>();
    Set<Long> orderLists = new TreeSet<>();
    List<MarksKey> marks = marks(draft);
    for (int i = 0; i < order.tickets().size(); i++) {
      Ticket ticket = order.tickets().get(i);
      TicketPlacement place = old.of(ticket.id());
      Set<Long> lists = lists(definition, order, ticket);
      orderLists.addAll(lists);
      tickets.put(
          ticket.id(),
          place.with(
              marks.get(i),
              move(place.lists(), lists, leaving, rows::admittedTickets),
              byMain(definition, ticket, lists)));
    }
    Map<Long, Long> lists = move(old.lists(), orderLists, leaving, rows::admittedOrders);
    Placement placement = new Placement(old.ordinal(), lists, old.formerCodes(), tickets);
    StoredOrder target =
        new StoredOrder(order, placement, draft.stored().version(), false, leaving);
    Map<Key, Item> changed =
        rows.changedInPlace(together.stream().map(Draft::stored).toList(), target);
    OrderPlan plan = new OrderPlan(rows, draft.stored(), target, changed);
    // Door copies learn from a note which tickets left or changed.
    Stream.concat(leaving.keySet().stream(), changed.keySet().stream().map(Key::pk))
        .filter(KeyParts::isAdmittedTickets)
        .forEach(sequence -> plan.notes.put(sequence, WANTED));
    Order before = draft.stored().order();
    if (before != null && !before.equals(order)) {
      // Desks learn from a note which orders changed.
      plan.notes.put(rows.orders(), WANTED);
    }
    return plan;
  }

  /** Returns the plan that an open order already contains. */
  static OrderPlan again(EventDefinition definition, StoredOrder open) {
    OrderRows rows = new OrderRows(definition, open.order().mode());
    return new OrderPlan(rows, open, open, Map.of());
  }

  private static Set<Long> lists(EventDefinition definition, Order order, Ticket ticket) {
    String state = OrderCodes.state(order, ticket);
    Set<Long> lists = new TreeSet<>();
    definition.admitting(ticket.ticketType(), ticket.terms().seriesDate()).stream()
        .filter(list -> OrderCodes.admits(list, state))
        .map(CheckinList::id)
        .forEach(lists::add);
    return lists;
  }

  /** Returns the lists that also admit an add-on when the code of its main ticket is scanned. */
  private static Set<Long> byMain(EventDefinition definition, Ticket ticket, Set<Long> lists) {
    return ticket.terms().addonTo() == null
        ? Set.of()
        : definition.lists().stream()
            .filter(list -> list.terms().addonMatch() && lists.contains(list.id()))
            .map(CheckinList::id)
            .collect(Collectors.toSet());
  }

  private static Map<Long, Long> move(
      Map<Long, Long> old,
      Set<Long> lists,
      Map<String, List<Long>> leaving,
      LongFunction<String> sequence) {
    Map<Long, Long> moved = new TreeMap<>();
    lists.forEach(list -> moved.put(list, old.getOrDefault(list, WANTED)));
    old.forEach(
        (list, ordinal) -> {
          if (!lists.contains(list)) {
            leaving.computeIfAbsent(sequence.apply(list), any -> new ArrayList<>()).add(ordinal);
          }
        });
    return moved;
  }

  /**
   * Returns, for each ticket of the order, which item has its check-in marks. The marks of known
   * tickets stay where they were.
   */
  private static List<MarksKey> marks(Draft draft) {
    Placement old = draft.placement();
    Set<Long> known = new HashSet<>(draft.stored().placement().tickets().keySet());
    old.tickets()
        .forEach((id, place) -> known.addAll(place.cameFrom() == null ? Set.of() : Set.of(id)));
    long ownMarks =
        known.stream().filter(id -> !(old.of(id).marks() instanceof MarksKey.Shared)).count();
    List<Ticket> tickets = draft.order().tickets();
    List<MarksKey> marks = new ArrayList<>(tickets.size());
    for (int i = 0; i < tickets.size(); i++) {
      long id = tickets.get(i).id();
      int number = OrderCodes.marksNumber(i, tickets.size(), (int) ownMarks);
      boolean stays = number < 0 || known.contains(id);
      marks.add(stays ? old.of(id).marks() : new MarksKey.Shared(draft.order().id(), number));
    }
    return marks;
  }

  /** Adds to {@code wanted} how many ordinals this plan needs in each sequence. */
  void countWanted(Map<String, Integer> wanted) {
    rows.numbered(
        target,
        (name, ordinal) -> {
          if (ordinal == WANTED) {
            wanted.merge(name, 1, Integer::sum);
          }
          return ordinal;
        });
    notes.keySet().forEach(name -> wanted.merge(name, 1, Integer::sum));
  }

  /**
   * Returns how many writes a new order takes: for itself, its code, rows and payments, and for the
   * item, marks and code of each ticket.
   */
  int newWrites() {
    int places = 1 + placement().lists().size();
    for (TicketPlacement ticket : placement().tickets().values()) {
      places += ticket.lists().size();
    }
    return 2 + places + 3 * order().tickets().size() + order().desk().payments().size();
  }

  /**
   * Sets the ordinals that are needed. {@code next} takes a sequence, and returns its next ordinal.
   */
  void number(Function<String, Long> next) {
    target =
        target.at(
            rows.numbered(
                target, (name, ordinal) -> ordinal == WANTED ? next.apply(name) : ordinal));
    notes.replaceAll((name, any) -> next.apply(name));
  }

  /** Returns whether everything is stored already. */
  boolean nothingToDo() {
    return stored.order() != null
        && order().equals(stored.order())
        && placement().equals(stored.placement());
  }

  /** Returns whether only times of changes are new. */
  boolean onlyTouches() {
    return stored.order() != null
        && order().saysTheSameAs(stored.order())
        && placement().equals(stored.placement());
  }

  OrderRows rows() {
    return rows;
  }

  StoredOrder stored() {
    return stored;
  }

  StoredOrder target() {
    return target;
  }

  Order order() {
    return target.order();
  }

  private Placement placement() {
    return target.placement();
  }

  /** Returns the rows that orders give up, as ascending ordinals by sequence. */
  static Map<String, List<Long>> leaving(List<OrderPlan> plans) {
    Map<String, List<Long>> all = new TreeMap<>();
    for (OrderPlan plan : plans) {
      plan.target
          .leaving()
          .forEach(
              (name, ordinals) ->
                  all.computeIfAbsent(name, any -> new ArrayList<>()).addAll(ordinals));
    }
    all.values().forEach(ordinals -> ordinals.sort(null));
    return all;
  }

  Map<Key, Item> changed() {
    return changed;
  }

  Map<String, Long> notes() {
    return notes;
  }

  /** Returns whether the planned order is too large for an item. */
  boolean isTooLarge() {
    return Sizes.of(target.putInto(new Item())) > MAX_ITEM_BYTES;
  }
}
