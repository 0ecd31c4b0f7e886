package io.doorlist.ingest;

import io.doorlist.domain.Mode;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.search.TicketWords;
import io.doorlist.ingest.StoredOrder.Placement;
import io.doorlist.ingest.StoredOrder.TicketPlacement;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.checkin.ticket.MarksKey;
import io.doorlist.store.event.EventItems;
import io.doorlist.store.order.OrderFacts;
import io.doorlist.store.order.OrderStore;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Table;
import io.doorlist.table.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Imports events and orders at the places that they had in the sequences of another table. Every
 * write may happen twice without harm. Thread-safe.
 */
public final class PlacedImport {
  public static final String ORDINAL = StoredOrder.ORDINAL;
  public static final String TICKETS = StoredOrder.TICKETS;

  /** The other attributes that say where an order or a ticket is. */
  public static final List<String> PARTS =
      List.of(
          StoredOrder.LISTS,
          StoredOrder.FORMER_CODES,
          StoredOrder.BY_MAIN,
          StoredOrder.VANISHED_AFTER,
          StoredOrder.CAME_FROM,
          StoredOrder.CODE_FROM);

  private final SearchIndex index;

  public PlacedImport(Table table) {
    this.index = new SearchIndex(table, new OrderStore(table));
  }

  /**
   * Returns what the item of an order says besides the order itself: how often it was written, and
   * where it and its tickets are.
   */
  public static Item places(Item item) {
    StoredOrder stored = StoredOrder.of(item);
    if (stored.open()) {
      throw new IllegalStateException("an import was cut off: run it again first");
    }
    return stored
        .placement()
        .putInto(
            new Item().put(CodeItems.VERSION, stored.version()),
            stored.order(),
            ticket -> new Item().put(OrderFacts.ID, ticket.id()));
  }

  /**
   * Returns the items of an event: its row, the event itself, and the item that has its slug by its
   * id.
   */
  public static List<Item> items(Event event, long ordinal) {
    String account = event.account();
    Item row = SequenceRow.row(TableSchema.events(account), ordinal, 1);
    Item item = new Item(TableSchema.event(account, event.slug())).put("ordinal", ordinal);
    return List.of(
        EventItems.event(row, event),
        EventItems.event(item, event),
        new Item(TableSchema.eventId(account, event.id())).put("slug", event.slug()));
  }

  /** An order at its places, as {@link #places} returns them. */
  public record Placed(EventDefinition definition, Order order, Item places) {
    private OrderPlan plan() {
      Placement said = Placement.of(new Item().putAll(places).put(OrderFacts.ID, order.id()));
      Map<Long, TicketPlacement> tickets = new TreeMap<>();
      for (int i = 0; i < order.tickets().size(); i++) {
        long id = order.tickets().get(i).id();
        TicketPlacement place = said.of(id);
        tickets.put(id, place.with(marks(i), place.lists(), place.byMain()));
      }
      long version = places.number(CodeItems.VERSION);
      StoredOrder stored = new StoredOrder(order, said.with(tickets), version, false, Map.of());
      return OrderPlan.again(definition, stored);
    }

    private MarksKey marks(int position) {
      int number = OrderCodes.marksNumber(position, order.tickets().size(), 0);
      return number < 0 ? MarksKey.OWN : new MarksKey.Shared(order.id(), number);
    }

    /** Returns the keys of the items with the tickets' check-in marks, by ticket id. */
    public Map<Long, Key> marks() {
      Map<Long, Key> marks = new TreeMap<>();
      Event event = definition.event();
      for (int i = 0; i < order.tickets().size(); i++) {
        Ticket ticket = order.tickets().get(i);
        marks.put(
            ticket.id(), marks(i).key(event.account(), event.slug(), ticket.qrCodeIdentifier()));
      }
      return marks;
    }

    /** Returns the keys of the order's rows in all sequences. */
    public List<Key> rows() {
      OrderPlan plan = plan();
      return List.copyOf(plan.rows().rows(plan.target()).keySet());
    }

    public List<Write> writes() {
      OrderPlan plan = plan();
      List<Write> writes = new ArrayList<>(new OrderWrites(List.of(plan)).everything());
      writes.add(Write.put(plan.target().putInto(new Item(plan.rows().order(order)))));
      return writes;
    }
  }

  public void index(List<Placed> orders) {
    Map<String, List<TicketWords>> words = new TreeMap<>();
    for (Placed each : orders) {
      Event event = each.definition().event();
      Mode mode = each.order().mode();
      words
          .computeIfAbsent(
              TableSchema.search(event.account(), event.slug(), mode), any -> new ArrayList<>())
          .addAll(TicketWords.of(each.order()));
    }
    words.forEach(index::write);
  }

  /** Merges blocks of an event's search index, so that a search reads as few as possible. */
  public void mergeIndex(EventDefinition definition) {
    index.merge(definition);
  }
}
