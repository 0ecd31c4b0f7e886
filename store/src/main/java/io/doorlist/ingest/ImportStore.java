package io.doorlist.ingest;

import io.doorlist.domain.Mode;
import io.doorlist.domain.event.Account;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.event.TicketType;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderSummary;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.event.EventItems;
import io.doorlist.store.event.EventStore;
import io.doorlist.store.order.OrderStore;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.sequence.SequenceEdits;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Sizes;
import io.doorlist.table.Table;
import io.doorlist.table.Transaction;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
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
 * Imports data as upserts by id; data that equals the stored data is not written. A dry run only
 * checks lines. It remembers them, so that a line may depend on an earlier one. If a line makes a
 * list admit other tickets, the list is marked as forming until all orders of its event are placed
 * again. If a run is cut off before that, importing the same line again completes it. Thread-safe,
 * but a line must be put before the lines that depend on it.
 */
public final class ImportStore {
  private static final String FORMING = "forming";
  private static final String TOO_LARGE = "larger than an item of 400 KB can be";
  private static final String LISTS = "lists";

  private final Table table;
  private final EventStore events;
  private final OrderStore orders;
  private final Sequence sequence;
  private final SequenceEdits edits;
  private final OrderImport orderImport;
  private final SearchIndex index;
  private final AddedNamesakes namesakes;
  private final boolean dryRun;
  private final Map<String, Account> dryAccounts = new ConcurrentHashMap<>();
  private final Map<String, EventDefinition> dryEvents = new ConcurrentHashMap<>();
  private final Map<String, EventDefinition> searched = new ConcurrentHashMap<>();

  /** The sequences that got rows. */
  private final Set<String> touched = ConcurrentHashMap.newKeySet();

  private volatile boolean leaveTouched;
  private volatile Runnable meanwhile = () -> {};

  /**
   * Creates the imports of a table.
   *
   * @param onThrottled runs, on any thread, for every request that the table throttles
   */
  public ImportStore(Table table, boolean dryRun, Runnable onThrottled) {
    Table paced = table.with(new AdaptivePace(table.time(), onThrottled));
    this.table = paced;
    this.events = new EventStore(paced);
    this.orders = new OrderStore(paced);
    this.sequence = new Sequence(paced);
    this.edits = new SequenceEdits(paced);
    this.index = new SearchIndex(paced, orders);
    this.orderImport = new OrderImport(OrderTable.of(paced, touched, dryRun), index, dryRun);
    this.namesakes = new AddedNamesakes(paced);
    this.dryRun = dryRun;
  }

  /**
   * Sets work that runs between the parts of a long job, such as importing what cannot wait. It
   * runs after every 250 orders that are placed in lists.
   */
  public void meanwhile(Runnable work) {
    meanwhile = work;
  }

  /**
   * From now on, skips orders in which only the time of the last change is new, because shops set
   * that time at each check-in. The stored order then seems older than it is. So use this only if
   * you bring the versions of an order one after the other.
   */
  public void leaveTouched() {
    leaveTouched = true;
  }

  private Optional<Account> account(String slug) {
    Account dry = dryAccounts.get(slug);
    return dry == null ? events.findAccount(slug) : Optional.of(dry);
  }

  private Optional<EventDefinition> find(String account, String event) {
    EventDefinition dry = dryEvents.get(TableSchema.definition(account, event));
    return dry == null ? events.findDefinition(account, event) : Optional.of(dry);
  }

  private void remember(Event event, List<CheckinList> lists) {
    dryEvents.put(
        TableSchema.definition(event.account(), event.slug()), new EventDefinition(event, lists));
  }

  /**
   * Stores, for each guest of a guest list, the row of that list. See {@link ListedGuestStore#put}.
   */
  public void putListedGuests(
      String account, String event, long list, Map<Long, ListedGuestStore.Row> rows) {
    if (!dryRun) {
      new ListedGuestStore(table).put(account, event, list, rows);
    }
  }

  /** Adds an account, or renames it. */
  public ImportOutcome putAccount(Account account) {
    Optional<Account> stored = account(account.slug());
    if (stored.isPresent() && stored.get().equals(account)) {
      return ImportOutcome.UNCHANGED;
    }
    if (dryRun) {
      dryAccounts.put(account.slug(), account);
    } else {
      table.update(
          Update.of(TableSchema.account(account.slug()))
              .set("slug", account.slug())
              .set("name", account.name()));
    }
    return changed(stored);
  }

  private static ImportOutcome changed(Optional<?> stored) {
    return stored.isPresent() ? ImportOutcome.CHANGED : ImportOutcome.CREATED;
  }

  /** Adds an event, or changes its title and ticket types. */
  public ImportOutcome putEvent(Event event) {
    return OrderTable.until("event " + event.id(), () -> tryToPut(event));
  }

  private Optional<ImportOutcome> tryToPut(Event said) {
    Optional<EventDefinition> stored = find(said.account(), said.slug());
    // If the source does not say what desks may do or collect, that stays as it is.
    Event event = stored.map(it -> said.over(it.event())).orElse(said);
    Optional<ImportOutcome> refusal = refusal(event, stored.map(EventDefinition::event));
    if (refusal.isPresent()) {
      return refusal;
    }
    if (stored.isPresent() && stored.get().event().equals(event)) {
      return Optional.of(ImportOutcome.UNCHANGED);
    }
    if (dryRun) {
      remember(event, stored.map(EventDefinition::lists).orElse(List.of()));
    } else if (stored.isPresent()) {
      change(event);
    } else if (!create(event)) {
      return Optional.empty();
    }
    return Optional.of(changed(stored));
  }

  /**
   * Returns why an event is refused, if it is. The event must keep its slug, and all of its ticket
   * types with their ids and slugs. Tickets and printed links depend on them.
   */
  private Optional<ImportOutcome> refusal(Event event, Optional<Event> stored) {
    if (account(event.account()).isEmpty()) {
      return refused("account", "there is no such account; its line must come first");
    }
    Optional<Event> byId = events.find(event.account(), event.id());
    if (byId.isPresent() && !byId.get().slug().equals(event.slug())) {
      return refused("slug", "the event has another slug, which cannot change");
    }
    if (stored.isEmpty()
        && new EventRemoval(table, event.account()).find(event.slug()).isPresent()) {
      return refused("slug", "the event that has it is being taken away: run `remove` again first");
    }
    if (stored.isPresent() && stored.get().id() != event.id()) {
      return refused("slug", "another event of the account has it");
    }
    if (PlacedImport.items(event, 1).stream().anyMatch(ImportStore::isTooLarge)) {
      return refused("ticket_types", "with the rest of the event they are " + TOO_LARGE);
    }
    for (TicketType type : stored.map(Event::ticketTypes).orElse(List.of())) {
      Optional<TicketType> next = event.ticketType(type.slug());
      if (next.isEmpty() || next.get().id() != type.id()) {
        return refused("ticket_types", "the type '" + type.slug() + "' must stay, with its id");
      }
    }
    return Optional.empty();
  }

  private static boolean isTooLarge(Item item) {
    return Sizes.of(item) > OrderPlan.MAX_ITEM_BYTES;
  }

  private static Optional<ImportOutcome> refused(String field, String reason) {
    return Optional.of(ImportOutcome.refused(field, reason));
  }

  /** Creates an event; returns false if another run has just created it. */
  private boolean create(Event event) {
    String rows = TableSchema.events(event.account());
    Instant deadline = table.deadline();
    while (true) {
      long ordinal = sequence.reserve(rows, 1, deadline);
      List<Write> writes =
          PlacedImport.items(event, ordinal).stream().map(Sequence::append).toList();
      switch (table.transact(writes, deadline)) {
        case Transaction.Written written -> {
          touched.add(rows);
          events.forget(event.account(), event.slug());
          return true;
        }
        case Transaction.Rejected rejected -> {
          // If the row itself failed, others have closed its ordinal, so another one is reserved.
          if (!rejected.failed(writes.getFirst())) {
            sequence.giveUp(rows, ordinal, 1, deadline);
            return false;
          }
        }
      }
    }
  }

  private void change(Event event) {
    String account = event.account();
    Item stored = table.get(TableSchema.event(account, event.slug())).orElseThrow();
    for (CheckinList list : events.readDefinition(account, event.slug()).orElseThrow().lists()) {
      edits.announce(TableSchema.ofList(account, event.slug(), list.id()), table.deadline());
    }
    List<Write> both =
        PlacedImport.items(event, stored.number("ordinal")).stream()
            .limit(2)
            .<Write>map(item -> Write.put(item).ifPresent())
            .toList();
    if (!table.transact(both).written()) {
      throw new IllegalStateException("the event's row has gone");
    }
    events.forget(account, event.slug());
  }

  /**
   * Adds or changes a check-in list. If it now admits other tickets, its lists of admitted orders
   * and tickets are built again.
   */
  public ImportOutcome putCheckinList(String account, String event, ListDefinition list) {
    return OrderTable.until("list " + list.id(), () -> tryToPut(account, event, list));
  }

  private Optional<ImportOutcome> tryToPut(String account, String event, ListDefinition list) {
    Optional<EventDefinition> found = find(account, event);
    Optional<ImportOutcome> refusal = refusal(found, list);
    if (refusal.isPresent()) {
      return refusal;
    }
    Optional<CheckinList> stored = found.get().list(list.id());
    CheckinList next = next(account, stored, list);
    boolean forming =
        stored.isPresent()
            && !dryRun
            && table.get(TableSchema.list(account, event, list.id())).orElseThrow().has(FORMING);
    boolean sameOrders = !forming && stored.isPresent() && admitsTheSame(stored.get(), next);
    if (sameOrders
        && stored.get().name().equals(next.name())
        && stored.get().terms().equals(next.terms())) {
      return Optional.of(ImportOutcome.UNCHANGED);
    }
    if (dryRun) {
      List<CheckinList> lists = new ArrayList<>(found.get().lists());
      lists.removeIf(old -> old.id() == next.id());
      lists.add(next);
      remember(found.get().event(), lists);
    } else if (!write(account, event, stored.isPresent(), next, sameOrders)) {
      return Optional.empty();
    }
    return Optional.of(changed(stored));
  }

  private static Optional<ImportOutcome> refusal(
      Optional<EventDefinition> definition, ListDefinition list) {
    if (definition.isEmpty()) {
      return Optional.of(ImportOutcome.NO_EVENT);
    }
    for (String type : list.ticketTypes() == null ? List.<String>of() : list.ticketTypes()) {
      if (definition.get().event().ticketType(type).isEmpty()) {
        return refused("ticket_types", "the event has no type '" + type + "'");
      }
    }
    if (isTooLarge(EventItems.list(new Item(), list.list(1, Instant.EPOCH, Instant.EPOCH)))) {
      return refused("rules", "with the rest of the list they are " + TOO_LARGE);
    }
    String area = list.terms().area();
    return area == null || definition.get().event().area(area).isPresent()
        ? Optional.empty()
        : refused("area", "the event has no area '" + area + "'");
  }

  private CheckinList next(String account, Optional<CheckinList> stored, ListDefinition list) {
    Instant now = table.clock().instant().truncatedTo(ChronoUnit.MILLIS);
    return list.list(
        stored.map(CheckinList::number).orElseGet(() -> nextNumber(account)),
        stored.map(CheckinList::createdAt).orElse(now),
        now);
  }

  private long nextNumber(String account) {
    if (dryRun) {
      return 1;
    }
    return table
        .update(Update.of(TableSchema.account(account)).add(LISTS, 1))
        .orElseThrow()
        .number(LISTS);
  }

  private static boolean admitsTheSame(CheckinList stored, CheckinList list) {
    return stored.allTicketTypes() == list.allTicketTypes()
        && stored.ticketTypes().equals(list.ticketTypes())
        && stored.terms().includePending() == list.terms().includePending()
        && stored.terms().seriesDates().equals(list.terms().seriesDates())
        && stored.terms().addonMatch() == list.terms().addonMatch();
  }

  /**
   * Writes the list, and places all orders again if it now admits other tickets. Returns false if
   * another run has just created the list. The list's number must not change, as stored passages
   * and the ids of check-ins contain it.
   */
  private boolean write(
      String account, String event, boolean exists, CheckinList list, boolean sameOrders) {
    List<String> shown = TableSchema.ofList(account, event, list.id());
    if (exists) {
      edits.announce(shown, table.deadline());
    } else {
      edits.begin(shown, table.deadline());
    }
    Item item = EventItems.list(new Item(TableSchema.list(account, event, list.id())), list);
    Write begun = Write.put(item.without().put(FORMING, true));
    boolean written = table.write(exists ? begun : begun.ifAbsent());
    events.forget(account, event);
    if (written) {
      if (!sameOrders) {
        form(account, event);
      }
      table.write(Write.put(item));
    }
    return written;
  }

  /** Puts every order of the event into the lists that now admit it. */
  private void form(String account, String event) {
    EventDefinition definition = events.readDefinition(account, event).orElseThrow();
    for (Mode mode : Mode.values()) {
      Page<OrderSummary> page;
      long number = 1;
      do {
        page = orders.list(account, event, mode, new PageRequest(number, PageRequest.MAX_ITEMS));
        if (!page.unreadable().isEmpty()) {
          throw new RunAbortedException("rows of the table cannot be read: " + page.unreadable());
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
   */
  public List<ImportOutcome> putOrders(String account, String event, List<Order> batch) {
    Optional<EventDefinition> found = find(account, event);
    if (found.isEmpty()) {
      return Collections.nCopies(batch.size(), ImportOutcome.NO_EVENT);
    }
    searched.put(TableSchema.definition(account, event), found.get());
    return orderImport.put(found.get(), batch, leaveTouched);
  }

  /**
   * Returns which orders may be of guests whom a desk added; none if desks may add nobody at the
   * event.
   *
   * @param orders orders of this event that are new
   */
  public List<AddedNamesakes.Namesake> namesakes(String account, String event, List<Order> orders) {
    Optional<EventDefinition> found = orders.isEmpty() ? Optional.empty() : find(account, event);
    return found
        .map(EventDefinition::event)
        .filter(its -> its.deskTerms().addGuests() != null)
        .map(its -> namesakes.among(its, orders))
        .orElse(List.of());
  }

  /**
   * Ends a run. It settles each {@link Sequence} that got rows, and merges the search index, so
   * that reading them is cheapest.
   */
  public void settle() {
    touched.forEach(name -> sequence.settleAll(name, table.deadline()));
    touched.clear();
    if (!dryRun) {
      searched.values().forEach(index::merge);
    }
    searched.clear();
  }
}
