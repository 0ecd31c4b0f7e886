package io.doorlist.ingest;

import io.doorlist.domain.Mode;
import io.doorlist.domain.event.Account;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.event.ListTerms;
import io.doorlist.domain.event.TicketType;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderSummary;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.Stores;
import io.doorlist.store.event.EventItems;
import io.doorlist.store.event.EventStore;
import io.doorlist.store.order.OrderStore;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.sequence.SequenceEdits;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import io.doorlist.store.table.Transaction;
import io.doorlist.store.table.Update;
import io.doorlist.store.table.Write;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Imports data as upserts by id: what is stored already and equal is not written. A dry run checks
 * and writes nothing; it remembers what it has checked, so that a line may depend on an earlier
 * one. Thread-safe; a line must be put before the lines that depend on it.
 */
public final class ImportStore {
  private static final PageRequest FIRST_PAGE = new PageRequest(1, PageRequest.MAX_ITEMS);
  private static final String FORMING = "forming";
  private static final String LISTS = "lists";

  private final Dynamo dynamo;
  private final Sequence sequence;
  private final EventStore events;
  private final OrderStore orders;
  private final SequenceEdits edits;
  private final SearchIndex index;
  private final OrderImport orderImport;
  private final boolean dryRun;
  private final Map<String, Account> dryAccounts = new ConcurrentHashMap<>();
  private final Map<String, EventDefinition> dryEvents = new ConcurrentHashMap<>();
  private final Map<String, EventDefinition> searched = new ConcurrentHashMap<>();
  private final Set<String> sequences = ConcurrentHashMap.newKeySet();
  private volatile Runnable meanwhile = () -> {};

  /**
   * Creates the imports of a table.
   *
   * @param dryRun whether only to check
   */
  public static ImportStore of(Stores stores, boolean dryRun) {
    return of(stores, dryRun, () -> {});
  }

  /**
   * Creates the imports of a table.
   *
   * @param dryRun whether only to check
   * @param onThrottled is notified, on any thread, of every request that the table throttled; the
   *     import goes on, slower
   */
  public static ImportStore of(Stores stores, boolean dryRun, Runnable onThrottled) {
    Dynamo dynamo = stores.forCommand(new AdaptivePace(stores.time(), onThrottled));
    return new ImportStore(dynamo, dryRun);
  }

  private ImportStore(Dynamo dynamo, boolean dryRun) {
    this.dynamo = dynamo;
    this.sequence = new Sequence(dynamo);
    this.events = new EventStore(dynamo);
    this.orders = new OrderStore(dynamo);
    this.edits = new SequenceEdits(dynamo);
    OrderWriter writer = new OrderWriter(dynamo, sequence, edits, sequences, dryRun);
    this.index = new SearchIndex(dynamo, orders);
    this.orderImport = new OrderImport(dynamo, writer, index, dryRun);
    this.dryRun = dryRun;
  }

  /**
   * Runs something between the parts of a long job, such as importing what cannot wait: after every
   * 250 orders that are placed in lists.
   */
  public void meanwhile(Runnable work) {
    meanwhile = work;
  }

  /** Adds an account, or renames it. */
  public ImportOutcome putAccount(Account account) {
    Optional<Account> stored = findAccount(account.slug());
    if (stored.isPresent() && stored.get().equals(account)) {
      return ImportOutcome.UNCHANGED;
    }
    if (dryRun) {
      dryAccounts.put(account.slug(), account);
    } else {
      dynamo.update(
          Update.of(TableSchema.account(account.slug()))
              .set("slug", account.slug())
              .set("name", account.name()),
          dynamo.deadline());
    }
    return stored.isPresent() ? ImportOutcome.CHANGED : ImportOutcome.CREATED;
  }

  /**
   * Adds an event, or changes its title and ticket types. Its slug stays, and a ticket type keeps
   * its id and slug and is not removed, as tickets and printed links depend on them.
   */
  public ImportOutcome putEvent(Event event) {
    if (findAccount(event.account()).isEmpty()) {
      return ImportOutcome.refused("account", "there is no such account; its line must come first");
    }
    Optional<Event> byId = events.find(event.account(), event.id());
    if (byId.isPresent() && !byId.get().slug().equals(event.slug())) {
      return ImportOutcome.refused("slug", "the event has another slug, which cannot change");
    }
    Optional<Event> stored = definition(event.account(), event.slug()).map(EventDefinition::event);
    if (stored.isPresent() && stored.get().id() != event.id()) {
      return ImportOutcome.refused("slug", "another event of the account has it");
    }
    if (stored.isEmpty()) {
      return create(event);
    }
    for (TicketType type : stored.get().ticketTypes()) {
      Optional<TicketType> next = event.ticketType(type.slug());
      if (next.isEmpty() || next.get().id() != type.id()) {
        return ImportOutcome.refused(
            "ticket_types", "the type '" + type.slug() + "' must stay, with its id");
      }
    }
    if (stored.get().equals(event)) {
      return ImportOutcome.UNCHANGED;
    }
    return change(event);
  }

  private ImportOutcome create(Event event) {
    if (dryRun) {
      dryEvents.put(
          TableSchema.definition(event.account(), event.slug()),
          new EventDefinition(event, List.of()));
      return ImportOutcome.CREATED;
    }
    String rows = TableSchema.events(event.account());
    Instant deadline = dynamo.deadline();
    while (true) {
      long ordinal = sequence.reserve(rows, 1, deadline);
      Item item =
          EventItems.event(new Item(TableSchema.event(event.account(), event.slug())), event);
      Item pointer =
          new Item(TableSchema.eventId(event.account(), event.id())).put("slug", event.slug());
      Write row = Sequence.append(EventItems.event(SequenceRow.row(rows, ordinal, 1), event));
      List<Write> writes =
          List.of(
              row,
              Write.put(item.put("ordinal", ordinal)).ifAbsent(),
              Write.put(pointer).ifAbsent());
      switch (dynamo.transact(writes, deadline)) {
        case Transaction.Written written -> {
          sequences.add(rows);
          events.forget(event.account(), event.slug());
          return ImportOutcome.CREATED;
        }
        case Transaction.Rejected rejected -> {
          if (!rejected.failed(row)) {
            sequence.giveUp(rows, ordinal, 1, deadline);
            return putEvent(event);
          }
        }
      }
    }
  }

  private ImportOutcome change(Event event) {
    String key = TableSchema.definition(event.account(), event.slug());
    if (dryRun) {
      dryEvents.compute(
          key,
          (any, definition) ->
              new EventDefinition(event, definition == null ? List.of() : definition.lists()));
      return ImportOutcome.CHANGED;
    }
    Instant deadline = dynamo.deadline();
    long ordinal =
        dynamo
            .get(TableSchema.event(event.account(), event.slug()), deadline)
            .orElseThrow()
            .number("ordinal");
    Item row = SequenceRow.row(TableSchema.events(event.account()), ordinal, 1);
    Item item = new Item(TableSchema.event(event.account(), event.slug())).put("ordinal", ordinal);
    announce(event);
    List<Write> both =
        List.of(
            Write.put(EventItems.event(row, event)).ifPresent(),
            Write.put(EventItems.event(item, event)).ifPresent());
    if (!dynamo.transact(both, deadline).written()) {
      throw new IllegalStateException("the event's row has gone");
    }
    events.forget(event.account(), event.slug());
    return ImportOutcome.CHANGED;
  }

  /** Announces a change of what lists show of the event. */
  private void announce(Event event) {
    events
        .readDefinition(event.account(), event.slug())
        .map(EventDefinition::lists)
        .orElse(List.of())
        .forEach(
            list ->
                edits.announce(
                    TableSchema.ofList(event.account(), event.slug(), list.id()),
                    dynamo.deadline()));
  }

  /**
   * Adds a check-in list, or changes it; if it admits others than before, the lists of admitted
   * orders and tickets are then built anew. A run that was cut off in between goes on when the same
   * line comes again.
   */
  public ImportOutcome putCheckinList(
      String account,
      String event,
      long id,
      String name,
      boolean allTypes,
      List<String> types,
      ListTerms terms) {
    Optional<EventDefinition> found = definition(account, event);
    if (found.isEmpty()) {
      return ImportOutcome.refused("event", "there is no such event; its line must come first");
    }
    for (String type : types) {
      if (found.get().event().ticketType(type).isEmpty()) {
        return ImportOutcome.refused("ticket_types", "the event has no type '" + type + "'");
      }
    }
    if (terms.area() != null && found.get().event().area(terms.area()).isEmpty()) {
      return ImportOutcome.refused("area", "the event has no area '" + terms.area() + "'");
    }
    Optional<CheckinList> stored = found.get().list(id);
    Instant now = dynamo.clock().instant().truncatedTo(ChronoUnit.MILLIS);
    long number = stored.map(CheckinList::number).orElseGet(() -> nextNumber(account));
    Instant createdAt = stored.map(CheckinList::createdAt).orElse(now);
    CheckinList list = new CheckinList(id, number, name, allTypes, types, terms, createdAt, now);
    Key key = TableSchema.list(account, event, id);
    boolean forming =
        stored.isPresent()
            && !dryRun
            && dynamo.get(key, dynamo.deadline()).orElseThrow().has(FORMING);
    if (!forming && stored.isPresent() && sameButTime(stored.get(), list)) {
      return ImportOutcome.UNCHANGED;
    }
    if (dryRun) {
      remember(found.get(), list);
    } else {
      List<String> shown = TableSchema.ofList(account, event, id);
      if (stored.isPresent()) {
        edits.announce(shown, dynamo.deadline());
      } else {
        edits.begin(shown, dynamo.deadline());
      }
      Item item = EventItems.list(new Item(key), list);
      Write begun = Write.put(item.without().put(FORMING, true));
      // Another run may be creating the list too; its number must not change, as marks contain it.
      boolean lost =
          !dynamo.write(stored.isPresent() ? begun : begun.ifAbsent(), dynamo.deadline());
      events.forget(account, event);
      if (lost) {
        return putCheckinList(account, event, id, name, allTypes, types, terms);
      }
      if (!stored.filter(old -> !forming && admitsTheSame(old, list)).isPresent()) {
        form(account, event);
      }
      dynamo.write(Write.put(item), dynamo.deadline());
    }
    return stored.isPresent() ? ImportOutcome.CHANGED : ImportOutcome.CREATED;
  }

  private static boolean sameButTime(CheckinList stored, CheckinList list) {
    return stored.name().equals(list.name())
        && stored.terms().equals(list.terms())
        && admitsTheSame(stored, list);
  }

  /** Returns whether both have the same orders and tickets. */
  private static boolean admitsTheSame(CheckinList stored, CheckinList list) {
    return stored.allTicketTypes() == list.allTicketTypes()
        && stored.ticketTypes().equals(list.ticketTypes())
        && stored.terms().includePending() == list.terms().includePending()
        && stored.terms().seriesDates().equals(list.terms().seriesDates())
        && stored.terms().addonMatch() == list.terms().addonMatch();
  }

  /** Adds or changes a check-in list that admits by ticket type only. */
  public ImportOutcome putCheckinList(
      String account, String event, long id, String name, boolean allTypes, List<String> types) {
    return putCheckinList(account, event, id, name, allTypes, types, ListTerms.NONE);
  }

  private void remember(EventDefinition definition, CheckinList list) {
    List<CheckinList> lists = new ArrayList<>(definition.lists());
    lists.removeIf(old -> old.id() == list.id());
    lists.add(list);
    Event event = definition.event();
    dryEvents.put(
        TableSchema.definition(event.account(), event.slug()), new EventDefinition(event, lists));
  }

  private long nextNumber(String account) {
    if (dryRun) {
      return 1;
    }
    return dynamo
        .update(Update.of(TableSchema.account(account)).add(LISTS, 1), dynamo.deadline())
        .orElseThrow()
        .number(LISTS);
  }

  /** Places every order of the event as its lists now require. */
  private void form(String account, String event) {
    EventDefinition definition = events.readDefinition(account, event).orElseThrow();
    for (Mode mode : Mode.values()) {
      Page<OrderSummary> page;
      long number = FIRST_PAGE.page();
      do {
        page = orders.list(account, event, mode, new PageRequest(number, FIRST_PAGE.items()));
        if (!page.unreadable().isEmpty()) {
          throw new IllegalStateException("rows cannot be read: " + page.unreadable());
        }
        orderImport.place(definition, page.items().stream().map(OrderSummary::id).toList());
        number++;
        meanwhile.run();
      } while (number <= page.pages());
    }
  }

  /**
   * Adds orders with their tickets, or changes them; lists show them in the given order. An order
   * older than the stored one changes nothing. Missing QR code identifiers are generated, once.
   *
   * @return the outcomes in the same order; those that are {@link ImportOutcome#BUSY} must be tried
   *     again
   * @throws io.doorlist.domain.UnavailableException if the table did not answer reads in time
   */
  public List<ImportOutcome> putOrders(String account, String event, List<Order> batch) {
    Optional<EventDefinition> found = definition(account, event);
    if (found.isEmpty()) {
      ImportOutcome refused =
          ImportOutcome.refused("event", "there is no such event; its line must come first");
      return Collections.nCopies(batch.size(), refused);
    }
    searched.put(TableSchema.definition(account, event), found.get());
    return orderImport.put(found.get(), batch);
  }

  /** Does {@link #putOrders} for one order. */
  public ImportOutcome putOrder(String account, String event, Order order) {
    return putOrders(account, event, List.of(order)).getFirst();
  }

  /** Ends a run: closes the sequences, so that reading is cheapest. */
  public void settle() {
    for (String name : sequences) {
      sequence.settleAll(name, dynamo.deadline());
    }
    sequences.clear();
    if (!dryRun) {
      searched.values().forEach(index::merge);
    }
    searched.clear();
  }

  private Optional<Account> findAccount(String account) {
    Account dry = dryAccounts.get(account);
    return dry == null ? events.findAccount(account) : Optional.of(dry);
  }

  private Optional<EventDefinition> definition(String account, String event) {
    EventDefinition dry = dryEvents.get(TableSchema.definition(account, event));
    return dry == null ? events.findDefinition(account, event) : Optional.of(dry);
  }
}
