package io.doorlist.store.event;

import io.doorlist.domain.event.Account;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.sequence.SequencePages;
import io.doorlist.store.sequence.SequencePages.Direction;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Key;
import io.doorlist.table.Range;
import io.doorlist.table.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Reads accounts, events and their definitions. Thread-safe. */
public final class EventStore {
  /**
   * How long a definition is remembered. So a changed list may still admit by its old rule for as
   * long.
   */
  public static final Duration MEMORY = Duration.ofSeconds(5);

  private static final int MAX_REMEMBERED = 1000;
  private static final String LAST_LIST = TableSchema.LIST + "~";

  private final Table table;
  private final SequencePages pages;
  private final Map<String, Remembered> memory = new ConcurrentHashMap<>();

  public EventStore(Table table) {
    this.table = table;
    this.pages = new SequencePages(table);
  }

  private record Remembered(EventDefinition definition, Instant until) {}

  /** Finds an account. Access pattern 1. */
  public Optional<Account> findAccount(String account) {
    return table
        .get(TableSchema.account(account))
        .map(item -> new Account(item.text("slug"), item.text("name")));
  }

  /**
   * Finds an event with its lists, from memory if it was read within {@link #MEMORY}. A missing
   * event is not remembered. Access pattern 3.
   */
  public Optional<EventDefinition> findDefinition(String account, String slug) {
    String key = TableSchema.definition(account, slug);
    Remembered remembered = memory.get(key);
    if (remembered != null && table.clock().instant().isBefore(remembered.until())) {
      return Optional.of(remembered.definition());
    }
    return readDefinition(account, slug);
  }

  /** Reads an event with its present lists, and never from memory. Access pattern 3. */
  public Optional<EventDefinition> readDefinition(String account, String slug) {
    String key = TableSchema.definition(account, slug);
    Range all = Range.between(key, TableSchema.EVENT, LAST_LIST);
    Optional<EventDefinition> found = EventItems.definition(table.query(all));
    found.ifPresent(
        definition -> {
          if (memory.size() >= MAX_REMEMBERED) {
            memory.clear();
          }
          memory.put(key, new Remembered(definition, table.clock().instant().plus(MEMORY)));
        });
    return found;
  }

  /** Finds an event by its slug. Access pattern 4. */
  public Optional<Event> find(String account, String slug) {
    return table.get(TableSchema.event(account, slug)).map(EventItems::event);
  }

  /** Finds an event by its id. Access pattern 5: two reads. */
  public Optional<Event> find(String account, long id) {
    return table
        .get(TableSchema.eventId(account, id))
        .flatMap(pointer -> find(account, pointer.text("slug")));
  }

  /**
   * Finds the events with these slugs that exist, in the order in which they were created. Access
   * pattern 4, in a batch.
   */
  public List<Event> find(String account, Collection<String> slugs) {
    List<Key> keys =
        slugs.stream().distinct().map(slug -> TableSchema.event(account, slug)).toList();
    return table.get(keys).values().stream()
        .sorted(Comparator.comparingLong(item -> item.number("ordinal")))
        .map(EventItems::event)
        .toList();
  }

  /** Lists all events of an account in the order in which they were created. Access pattern 2. */
  public Page<Event> list(String account, PageRequest page) {
    return pages.page(TableSchema.events(account), page, Direction.OLDEST_FIRST, EventItems::event);
  }

  public void forget(String account, String slug) {
    memory.remove(TableSchema.definition(account, slug));
  }
}
