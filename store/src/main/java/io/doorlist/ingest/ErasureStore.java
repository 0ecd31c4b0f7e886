package io.doorlist.ingest;

import static io.doorlist.table.Condition.all;

import io.doorlist.domain.Mode;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Erasure;
import io.doorlist.domain.order.Order;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.checkin.ticket.LogReferences;
import io.doorlist.store.checkin.ticket.ScanAttributes;
import io.doorlist.store.order.OrderFacts;
import io.doorlist.store.order.OrderItems;
import io.doorlist.store.order.OrderStore;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.sequence.SequenceEdits;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Condition;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Path;
import io.doorlist.table.Range;
import io.doorlist.table.Table;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Removes people's data from an order and its check-ins, and records that this was done.
 *
 * <p>Implementation notes (ADR 0019). The order is changed first, so that no later check-in can
 * copy a name from it. Each step looks at what is stored, so a run that was cut off is simply
 * repeated. A note is written before all steps, and says which order is to be erased. Thread-safe.
 */
public final class ErasureStore {
  /** The most names that one write removes: an expression has 4 KB at most. */
  private static final int NAMES_A_WRITE = 50;

  private final Table table;
  private final OrderTable orders;
  private final Sequence sequence;
  private final SequenceEdits edits;
  private final SearchIndex index;
  private final boolean dryRun;

  /** Creates the erasures of a table. A dry run only reads. */
  public ErasureStore(Table table, boolean dryRun) {
    this.table = table;
    sequence = new Sequence(table);
    edits = new SequenceEdits(table);
    orders = OrderTable.of(table, new HashSet<>(), dryRun);
    index = new SearchIndex(table, new OrderStore(table));
    this.dryRun = dryRun;
  }

  public Erasure ask(String event, long order, Set<Long> tickets) {
    return new Erasure(event, order, tickets, now(), null);
  }

  /** Returns all notes of an account, by event and order. Strongly consistent. */
  public List<Erasure> list(String account) {
    Range all = Range.whole(TableSchema.erasures(account));
    return table.query(all).stream().map(OrderItems::erasure).toList();
  }

  public void begin(String account, Erasure erasure) {
    table.write(Write.put(OrderItems.erasure(account, erasure)));
  }

  /**
   * Announces to recorders of webhook events that the notes of an event's erasures are written.
   * After this, a recorder that had already reserved ordinals in the event's log has either written
   * its rows or lost the ordinals. A recorder that reserves later reads the notes.
   */
  public void announce(String account, String event) {
    for (Mode mode : Mode.values()) {
      String log = TableSchema.webhookEvents(account, event, mode);
      edits.announce(List.of(log), table.deadline());
      sequence.closeOpenPlaces(log, table.deadline());
    }
  }

  public void finish(String account, Erasure erasure) {
    begin(account, erasure.done(now()));
  }

  /**
   * What an erasure removed from an order and its check-ins.
   *
   * @param tickets ids of all tickets that it covers
   * @param changed whether the order had anything to forget
   * @param names the names that check-ins of these tickets had, one for each check-in
   */
  public record Forgotten(Set<Long> tickets, boolean changed, List<String> names) {
    public Forgotten {
      tickets = Set.copyOf(tickets);
      names = List.copyOf(names);
    }
  }

  /**
   * Removes people from an order and its check-ins. An order that does not exist has nobody to
   * remove.
   */
  public Forgotten forget(EventDefinition definition, Erasure erasure) {
    List<Long> id = List.of(erasure.order());
    Order before = orders.read(definition, id).getFirst().order();
    if (before == null) {
      return new Forgotten(Set.of(), false, List.of());
    }
    if (!dryRun) {
      OrderTable.until(
          "order " + erasure.order(),
          () -> Optional.of(erasure).filter(each -> change(definition, each)));
    }
    StoredOrder stored = orders.read(definition, id).getFirst();
    Set<Long> tickets = erasure.coveredTickets(stored.order());
    if (!dryRun) {
      index.forget(definition, stored.order().mode(), erasure, tickets);
    }
    boolean changed = !erasure.applyTo(before).equals(before);
    return new Forgotten(tickets, changed, clear(definition, stored, tickets));
  }

  /** Removes the people from the order; returns false if the order has changed meanwhile. */
  private boolean change(EventDefinition definition, Erasure erasure) {
    StoredOrder stored = orders.finished(definition, erasure.order());
    if (stored.order() == null) {
      return true;
    }
    List<OrderPlan> plans =
        List.of(OrderPlan.of(definition, stored, erasure.applyTo(stored.order())));
    if (plans.getFirst().nothingToDo()) {
      return true;
    }
    orders.prepare(plans);
    return orders.write(definition, plans) != OrderTable.Result.LOST;
  }

  /**
   * Clears names in the tickets' check-in marks ({@link CheckinMark}) and in the rows of lists'
   * logs. Returns the names that the rows had.
   */
  private List<String> clear(EventDefinition definition, StoredOrder stored, Set<Long> tickets) {
    String account = definition.event().account();
    String event = definition.event().slug();
    Order order = stored.order();
    Set<Key> marks = new LinkedHashSet<>();
    order.tickets().stream()
        .filter(ticket -> tickets.contains(ticket.id()))
        .map(ticket -> stored.placement().marks(ticket, account, event))
        .forEach(marks::add);
    Set<Key> rows = new LinkedHashSet<>();
    for (Item item : table.get(marks).values()) {
      Item now = item;
      while (!clearMarks(now, tickets)) {
        // An undo has removed a mark meanwhile.
        now = table.get(item.key()).orElseThrow();
      }
      rows.addAll(rows(item, account, event, order.mode(), tickets));
      rows.addAll(rows(now, account, event, order.mode(), tickets));
    }
    return clearRows(rows, tickets);
  }

  /**
   * Clears the names in an item's marks; returns false if the marks have changed since they were
   * read.
   */
  private boolean clearMarks(Item item, Set<Long> tickets) {
    Item marks = item.map(CodeItems.MARKS);
    List<Path> named =
        marks.names().stream()
            .filter(name -> tickets.contains(CodeItems.ticketOf(name)))
            .filter(name -> marks.map(name).has(CheckinMark.NAME))
            .map(name -> Path.of(CodeItems.MARKS, name, CheckinMark.NAME))
            .toList();
    return remove(item.key(), named);
  }

  /** Returns the keys of the log rows about an item's check-ins, also about undone ones. */
  private static Set<Key> rows(
      Item item, String account, String event, Mode mode, Set<Long> tickets) {
    Set<Key> rows = new LinkedHashSet<>(LogReferences.rows(item, account, event, mode));
    Item marks = item.map(CodeItems.MARKS);
    for (String name : marks.names()) {
      if (tickets.contains(CodeItems.ticketOf(name))) {
        String sequence = TableSchema.checkins(account, event, CodeItems.listOf(name), mode);
        rows.add(TableSchema.row(sequence, marks.map(name).number(ScanAttributes.ORDINAL)));
      }
    }
    return rows;
  }

  private List<String> clearRows(Collection<Key> keys, Set<Long> tickets) {
    List<String> names = new ArrayList<>();
    for (Item row : table.get(keys).values()) {
      List<Item> checkins = row.items(CheckinMark.TICKETS);
      List<Path> named = new ArrayList<>();
      for (int i = 0; i < checkins.size(); i++) {
        Item checkin = checkins.get(i);
        if (tickets.contains(checkin.number(OrderFacts.ID)) && checkin.has(CheckinMark.NAME)) {
          named.add(Path.of(CheckinMark.TICKETS, i, CheckinMark.NAME));
          names.add(checkin.text(CheckinMark.NAME));
        }
      }
      if (!named.isEmpty() && !dryRun) {
        edits.announce(List.of(row.key().pk()), table.deadline());
      }
      remove(row.key(), named);
    }
    return names;
  }

  /** Removes names; returns false if one of them was missing. */
  private boolean remove(Key key, List<Path> names) {
    if (dryRun) {
      return true;
    }
    for (int from = 0; from < names.size(); from += NAMES_A_WRITE) {
      List<Path> some = names.subList(from, Math.min(from + NAMES_A_WRITE, names.size()));
      Update update = Update.of(key).require(all(some.stream().map(Condition::has).toList()));
      some.forEach(update::remove);
      if (!table.write(update)) {
        return false;
      }
    }
    return true;
  }

  private Instant now() {
    return table.clock().instant().truncatedTo(ChronoUnit.SECONDS);
  }
}
