package io.doorlist.ingest;

import io.doorlist.domain.event.Account;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.store.event.EventStore;
import io.doorlist.store.table.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Accounts and events as the table has them, or as a dry run, which writes nothing, would have left
 * them. Thread-safe.
 */
final class Definitions {
  private final EventStore events;
  private final Map<String, Account> dryAccounts = new ConcurrentHashMap<>();
  private final Map<String, EventDefinition> dryEvents = new ConcurrentHashMap<>();

  Definitions(EventStore events) {
    this.events = events;
  }

  Optional<Account> account(String slug) {
    Account dry = dryAccounts.get(slug);
    return dry == null ? events.findAccount(slug) : Optional.of(dry);
  }

  Optional<EventDefinition> find(String account, String event) {
    EventDefinition dry = dryEvents.get(TableSchema.definition(account, event));
    return dry == null ? events.findDefinition(account, event) : Optional.of(dry);
  }

  void remember(Account account) {
    dryAccounts.put(account.slug(), account);
  }

  void remember(EventDefinition definition) {
    Event event = definition.event();
    dryEvents.put(TableSchema.definition(event.account(), event.slug()), definition);
  }

  void remember(EventDefinition definition, CheckinList list) {
    List<CheckinList> lists = new ArrayList<>(definition.lists());
    lists.removeIf(old -> old.id() == list.id());
    lists.add(list);
    remember(new EventDefinition(definition.event(), lists));
  }
}
