package io.doorlist.ingest;

import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.event.TicketType;
import io.doorlist.store.event.EventItems;
import io.doorlist.store.event.EventStore;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.sequence.SequenceEdits;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.Transaction;
import io.doorlist.store.table.Write;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Imports events. Thread-safe.
 *
 * @param touched collects the sequences that get rows
 */
record EventImport(
    Dynamo dynamo,
    EventStore events,
    Sequence sequence,
    SequenceEdits edits,
    Definitions definitions,
    Set<String> touched,
    boolean dryRun) {
  /** Adds an event, or changes its title and ticket types. */
  ImportOutcome put(Event event) {
    return Tries.until("event " + event.id(), () -> tryToPut(event));
  }

  private Optional<ImportOutcome> tryToPut(Event event) {
    Optional<EventDefinition> stored = definitions.find(event.account(), event.slug());
    Optional<ImportOutcome> refusal = refusal(event, stored.map(EventDefinition::event));
    if (refusal.isPresent()) {
      return refusal;
    }
    if (stored.isPresent() && stored.get().event().equals(event)) {
      return Optional.of(ImportOutcome.UNCHANGED);
    }
    if (dryRun) {
      definitions.remember(
          new EventDefinition(event, stored.map(EventDefinition::lists).orElse(List.of())));
    } else if (stored.isPresent()) {
      change(event);
    } else if (!create(event)) {
      return Optional.empty();
    }
    return Optional.of(stored.isPresent() ? ImportOutcome.CHANGED : ImportOutcome.CREATED);
  }

  /**
   * Returns why an event is not taken. Its slug stays, and a ticket type keeps its id and slug and
   * is not removed, as tickets and printed links depend on them.
   */
  private Optional<ImportOutcome> refusal(Event event, Optional<Event> stored) {
    if (definitions.account(event.account()).isEmpty()) {
      return refused("account", "there is no such account; its line must come first");
    }
    Optional<Event> byId = events.find(event.account(), event.id());
    if (byId.isPresent() && !byId.get().slug().equals(event.slug())) {
      return refused("slug", "the event has another slug, which cannot change");
    }
    if (stored.isPresent() && stored.get().id() != event.id()) {
      return refused("slug", "another event of the account has it");
    }
    for (TicketType type : stored.map(Event::ticketTypes).orElse(List.of())) {
      Optional<TicketType> next = event.ticketType(type.slug());
      if (next.isEmpty() || next.get().id() != type.id()) {
        return refused("ticket_types", "the type '" + type.slug() + "' must stay, with its id");
      }
    }
    return Optional.empty();
  }

  private static Optional<ImportOutcome> refused(String field, String reason) {
    return Optional.of(ImportOutcome.refused(field, reason));
  }

  /** Creates an event; returns false if another run has just created it. */
  private boolean create(Event event) {
    String rows = TableSchema.events(event.account());
    Instant deadline = dynamo.deadline();
    while (true) {
      long ordinal = sequence.reserve(rows, 1, deadline);
      List<Write> writes = created(event, ordinal).stream().map(Sequence::append).toList();
      switch (dynamo.transact(writes, deadline)) {
        case Transaction.Written written -> {
          touched.add(rows);
          events.forget(event.account(), event.slug());
          return true;
        }
        case Transaction.Rejected rejected -> {
          // A row that failed means that others closed its ordinal.
          if (!rejected.failed(writes.getFirst())) {
            sequence.giveUp(rows, ordinal, 1, deadline);
            return false;
          }
        }
      }
    }
  }

  /** Returns the items of a new event, its row first. */
  static List<Item> created(Event event, long ordinal) {
    String account = event.account();
    Item row = SequenceRow.row(TableSchema.events(account), ordinal, 1);
    Item item = new Item(TableSchema.event(account, event.slug())).put("ordinal", ordinal);
    return List.of(
        EventItems.event(row, event),
        EventItems.event(item, event),
        new Item(TableSchema.eventId(account, event.id())).put("slug", event.slug()));
  }

  private void change(Event event) {
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
}
