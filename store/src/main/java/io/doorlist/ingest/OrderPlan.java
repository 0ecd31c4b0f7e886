package io.doorlist.ingest;

import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.ingest.StoredOrder.Placement;
import io.doorlist.ingest.StoredOrder.TicketPlacement;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.checkin.ticket.MarksKey;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.ItemSize;
import io.doorlist.store.table.KeyParts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The target state of an order: the rows that it keeps, those that still need ordinals, and those
 * that it leaves. Not thread-safe.
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

  /** Plans the way from the stored order to what its lists require. */
  static OrderPlan of(EventDefinition definition, StoredOrder stored, Order order) {
    Draft draft = new Draft(stored, order, stored.placement());
    return of(definition, draft, List.of(draft));
  }

  /** Plans orders that change together: tickets and codes may move between them. */
  static List<OrderPlan> of(EventDefinition definition, List<Draft> drafts) {
    return drafts.stream().map(draft -> of(definition, draft, drafts)).toList();
  }

  private static OrderPlan of(EventDefinition definition, Draft draft, List<Draft> together) {
    Order order = draft.order();
    OrderRows names = new OrderRows(definition, order.mode());
    Placement old = draft.placement();
    Map<String, List<Long>> leaving = new TreeMap<>();
    Map<Long, TicketPlacement> tickets = new TreeMap<>();
    Set<Long> orderLists = new TreeSet<>();
    List<MarksKey> marks = marks(draft);
    for (int i = 0; i < order.tickets().size(); i++) {
      Ticket ticket = order.tickets().get(i);
      Set<Long> lists = lists(definition, order, ticket);
      orderLists.addAll(lists);
      tickets.put(
          ticket.id(),
          old.of(ticket.id())
              .withMarks(marks.get(i))
              .withByMain(byMain(definition, ticket, lists))
              .withLists(move(old.listsOf(ticket.id()), lists, leaving, names::admittedTickets)));
    }
    Map<Long, Long> lists = move(old.lists(), orderLists, leaving, names::admittedOrders);
    Placement target = new Placement(old.ordinal(), lists, old.formerCodes(), tickets);
    OrderPlan plan = new OrderPlan(definition, draft.stored(), order, target, leaving);
    leaving.keySet().forEach(plan::wantNote);
    names
        .changedInPlace(together.stream().map(Draft::stored).toList(), order, target)
        .keySet()
        .forEach(key -> plan.wantNote(key.pk()));
    return plan;
  }

  /** Door copies learn from a note which tickets left or changed. */
  private void wantNote(String sequence) {
    if (KeyParts.isAdmittedTickets(sequence)) {
      notes.put(sequence, WANTED);
    }
  }

  /** Plans only what an open order already contains. */
  static OrderPlan again(EventDefinition definition, StoredOrder open) {
    return new OrderPlan(definition, open, open.order(), open.placement(), open.leaving());
  }

  private static Set<Long> lists(EventDefinition definition, Order order, Ticket ticket) {
    String state = CodeItems.state(order, ticket);
    Set<Long> lists = new TreeSet<>();
    definition.admitting(ticket.ticketType(), ticket.terms().seriesDate()).stream()
        .filter(list -> CodeItems.admits(list, state))
        .map(CheckinList::id)
        .forEach(lists::add);
    return lists;
  }

  /** Returns the lists that admit an add-on by the code of its main ticket, too. */
  private static Set<Long> byMain(EventDefinition definition, Ticket ticket, Set<Long> lists) {
    return ticket.terms().addonTo() == null
        ? Set.of()
        : definition.lists().stream()
            .filter(list -> list.terms().addonMatch() && lists.contains(list.id()))
            .map(CheckinList::id)
            .collect(Collectors.toSet());
  }

  /** Returns the name of a row's sequence for a list. */
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

  /**
   * Returns where the marks of the order's tickets are, in the same order; they stay where they
   * are.
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
      int number = CodeItems.marksNumber(i, tickets.size(), (int) ownMarks);
      boolean stays = number < 0 || known.contains(id);
      marks.add(stays ? old.of(id).marks() : new MarksKey.Shared(draft.order().id(), number));
    }
    return marks;
  }

  /** Returns the order as stored. */
  StoredOrder stored() {
    return stored;
  }

  /** Returns the target state of the order. */
  StoredOrder planned() {
    return new StoredOrder(order, placement, stored.version(), false, leaving);
  }

  /** Returns whether everything is stored already. */
  boolean nothingToDo() {
    return stored.order() != null
        && order.equals(stored.order())
        && placement.equals(stored.placement());
  }

  /** Counts the ordinals needed, by sequence. */
  Map<String, Integer> wanted() {
    OrderRows names = new OrderRows(definition, order.mode());
    Map<String, Integer> wanted = new TreeMap<>();
    if (placement.ordinal() == WANTED) {
      wanted.put(names.orders(), 1);
    }
    count(placement.lists(), names::admittedOrders, wanted);
    placement
        .tickets()
        .values()
        .forEach(place -> count(place.lists(), names::admittedTickets, wanted));
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

  /** Takes the ordinals needed. */
  void number(Reservations reservations) {
    OrderRows names = new OrderRows(definition, order.mode());
    long ordinal = placement.ordinal();
    if (ordinal == WANTED) {
      ordinal = reservations.next(names.orders());
    }
    Map<Long, Long> lists = fill(placement.lists(), names::admittedOrders, reservations);
    Map<Long, TicketPlacement> tickets = new TreeMap<>();
    for (Ticket ticket : order.tickets()) {
      TicketPlacement place = placement.of(ticket.id());
      tickets.put(
          ticket.id(), place.withLists(fill(place.lists(), names::admittedTickets, reservations)));
    }
    placement = new Placement(ordinal, lists, placement.formerCodes(), tickets);
    notes.replaceAll((name, any) -> reservations.nextForNote(name));
  }

  private static Map<Long, Long> fill(Map<Long, Long> lists, Rows rows, Reservations reservations) {
    Map<Long, Long> filled = new TreeMap<>();
    lists.forEach(
        (list, ordinal) ->
            filled.put(list, ordinal == WANTED ? reservations.next(rows.name(list)) : ordinal));
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

  /** Returns the ordinals of notes, by sequence. */
  Map<String, Long> notes() {
    return Collections.unmodifiableMap(notes);
  }

  /** Returns the approximate size of the order's item. */
  int itemBytes() {
    return ItemSize.bytes(planned().putInto(new Item()));
  }

  /**
   * A change of an order, before its lists are applied.
   *
   * @param stored the order as stored
   * @param order its target
   * @param placement of the order and its tickets at present; tickets that come from other orders
   *     bring their places along
   */
  record Draft(StoredOrder stored, Order order, Placement placement) {}

  /**
   * The ordinals of orders that are written together: one reservation for each sequence, for all of
   * them. Not thread-safe.
   */
  static final class Reservations {
    private final Map<String, Span> spans = new TreeMap<>();
    private final Map<String, Long> next = new TreeMap<>();
    private final Set<String> noted = new HashSet<>();

    /** Consecutive ordinals, beginning with {@code first}. */
    private record Span(long first, int ordinals) {
      long last() {
        return first + ordinals - 1;
      }
    }

    /**
     * Reserves ordinals.
     *
     * @param wanted sequence to number of ordinals
     */
    static Reservations of(Map<String, Integer> wanted, Sequence sequence, Instant deadline) {
      Reservations reservations = new Reservations();
      wanted.forEach(
          (name, ordinals) -> {
            long first = sequence.reserve(name, ordinals, deadline);
            reservations.spans.put(name, new Span(first, ordinals));
            reservations.next.put(name, first);
          });
      return reservations;
    }

    /** Takes the next ordinal of a sequence. */
    long next(String name) {
      return next.merge(name, 1L, Long::sum) - 1;
    }

    /** Takes the next ordinal of a sequence for a note, a row of no units. */
    long nextForNote(String name) {
      noted.add(name);
      return next(name);
    }

    /**
     * Settles the sequences after all writes have ended.
     *
     * @param written whether all of them succeeded, so that every ordinal has its row
     */
    void settle(Sequence sequence, boolean written, Instant deadline) {
      spans.forEach(
          (name, span) -> {
            if (written && !noted.contains(name)) {
              sequence.settleRows(name, span.first(), span.last(), deadline);
            } else {
              sequence.settleBatches(name, deadline);
            }
          });
    }
  }
}
