package io.doorlist.ingest;

import io.doorlist.domain.Mode;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.OrderSummary;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.event.EventItems;
import io.doorlist.store.event.EventStore;
import io.doorlist.store.order.OrderStore;
import io.doorlist.store.sequence.SequenceEdits;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import io.doorlist.store.table.Update;
import io.doorlist.store.table.Write;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * Imports check-in lists. A list that admits others than before is marked as forming until every
 * order of its event is placed anew; a run that was cut off in between goes on when the same line
 * comes again. Thread-safe.
 */
record ListImport(
    Dynamo dynamo,
    EventStore events,
    OrderStore orders,
    SequenceEdits edits,
    OrderImport orderImport,
    Definitions definitions,
    boolean dryRun) {
  private static final String FORMING = "forming";
  private static final String LISTS = "lists";

  /**
   * Adds a check-in list, or changes it.
   *
   * @param meanwhile runs after every page of orders that are placed
   */
  ImportOutcome put(String account, String event, ListDefinition list, Runnable meanwhile) {
    return Tries.until("list " + list.id(), () -> tryToPut(account, event, list, meanwhile));
  }

  private Optional<ImportOutcome> tryToPut(
      String account, String event, ListDefinition list, Runnable meanwhile) {
    Optional<EventDefinition> found = definitions.find(account, event);
    Optional<ImportOutcome> refusal = refusal(found, list);
    if (refusal.isPresent()) {
      return refusal;
    }
    Optional<CheckinList> stored = found.get().list(list.id());
    CheckinList next = next(account, stored, list);
    boolean forming = stored.isPresent() && !dryRun && isForming(account, event, list.id());
    boolean sameOrders = !forming && stored.isPresent() && admitsTheSame(stored.get(), next);
    if (sameOrders && sameButOrders(stored.get(), next)) {
      return Optional.of(ImportOutcome.UNCHANGED);
    }
    if (dryRun) {
      definitions.remember(found.get(), next);
    } else if (!write(account, event, stored.isPresent(), next, sameOrders, meanwhile)) {
      return Optional.empty();
    }
    return Optional.of(stored.isPresent() ? ImportOutcome.CHANGED : ImportOutcome.CREATED);
  }

  private static Optional<ImportOutcome> refusal(
      Optional<EventDefinition> definition, ListDefinition list) {
    if (definition.isEmpty()) {
      return Optional.of(ImportOutcome.NO_EVENT);
    }
    List<String> types = list.ticketTypes() == null ? List.of() : list.ticketTypes();
    for (String type : types) {
      if (definition.get().event().ticketType(type).isEmpty()) {
        String reason = "the event has no type '" + type + "'";
        return Optional.of(ImportOutcome.refused("ticket_types", reason));
      }
    }
    String area = list.terms().area();
    return area == null || definition.get().event().area(area).isPresent()
        ? Optional.empty()
        : Optional.of(ImportOutcome.refused("area", "the event has no area '" + area + "'"));
  }

  private CheckinList next(String account, Optional<CheckinList> stored, ListDefinition list) {
    Instant now = dynamo.clock().instant().truncatedTo(ChronoUnit.MILLIS);
    return list.list(
        stored.map(CheckinList::number).orElseGet(() -> nextNumber(account)),
        stored.map(CheckinList::createdAt).orElse(now),
        now);
  }

  private long nextNumber(String account) {
    if (dryRun) {
      return 1;
    }
    return dynamo
        .update(Update.of(TableSchema.account(account)).add(LISTS, 1))
        .orElseThrow()
        .number(LISTS);
  }

  private boolean isForming(String account, String event, long id) {
    Key key = TableSchema.list(account, event, id);
    return dynamo.get(key).orElseThrow().has(FORMING);
  }

  /** Returns whether both have the same orders and tickets. */
  private static boolean admitsTheSame(CheckinList stored, CheckinList list) {
    return stored.allTicketTypes() == list.allTicketTypes()
        && stored.ticketTypes().equals(list.ticketTypes())
        && stored.terms().includePending() == list.terms().includePending()
        && stored.terms().seriesDates().equals(list.terms().seriesDates())
        && stored.terms().addonMatch() == list.terms().addonMatch();
  }

  private static boolean sameButOrders(CheckinList stored, CheckinList list) {
    return stored.name().equals(list.name()) && stored.terms().equals(list.terms());
  }

  /**
   * Writes the list, and forms it if its orders are others than before.
   *
   * @return false if another run has just created it: its number must not change, as marks contain
   *     it
   */
  private boolean write(
      String account,
      String event,
      boolean exists,
      CheckinList list,
      boolean sameOrders,
      Runnable meanwhile) {
    List<String> shown = TableSchema.ofList(account, event, list.id());
    if (exists) {
      edits.announce(shown, dynamo.deadline());
    } else {
      edits.begin(shown, dynamo.deadline());
    }
    Item item = EventItems.list(new Item(TableSchema.list(account, event, list.id())), list);
    Write begun = Write.put(item.without().put(FORMING, true));
    boolean written = dynamo.write(exists ? begun : begun.ifAbsent());
    events.forget(account, event);
    if (written) {
      if (!sameOrders) {
        form(account, event, meanwhile);
      }
      dynamo.write(Write.put(item));
    }
    return written;
  }

  /** Places every order of the event as its lists now require. */
  private void form(String account, String event, Runnable meanwhile) {
    EventDefinition definition = events.readDefinition(account, event).orElseThrow();
    for (Mode mode : Mode.values()) {
      Page<OrderSummary> page;
      long number = 1;
      do {
        page = orders.list(account, event, mode, new PageRequest(number, PageRequest.MAX_ITEMS));
        if (!page.unreadable().isEmpty()) {
          throw new IllegalStateException("rows cannot be read: " + page.unreadable());
        }
        orderImport.place(definition, page.items().stream().map(OrderSummary::id).toList());
        number++;
        meanwhile.run();
      } while (number <= page.pages());
    }
  }
}
