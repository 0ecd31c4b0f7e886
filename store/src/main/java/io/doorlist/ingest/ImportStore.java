package io.doorlist.ingest;

import io.doorlist.domain.event.Account;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Order;
import io.doorlist.store.Stores;
import io.doorlist.store.order.OrderStore;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.TableSchema;
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
  private final Dynamo dynamo;
  private final Sequence sequence;
  private final DefinitionImport definitions;
  private final OrderImport orderImport;
  private final SearchIndex index;
  private final boolean dryRun;
  private final Map<String, EventDefinition> searched = new ConcurrentHashMap<>();
  private final Set<String> touched = ConcurrentHashMap.newKeySet();
  private volatile boolean leaveTouched;
  private volatile Runnable meanwhile = () -> {};

  /**
   * Creates the imports of a table.
   *
   * @param dryRun whether only to check
   * @param onThrottled is notified, on any thread, of every request that the table throttled; the
   *     import goes on, slower
   */
  public ImportStore(Stores stores, boolean dryRun, Runnable onThrottled) {
    this.dynamo = stores.forCommand(new AdaptivePace(stores.time(), onThrottled));
    this.dryRun = dryRun;
    this.sequence = new Sequence(dynamo);
    this.index = new SearchIndex(dynamo, new OrderStore(dynamo));
    this.orderImport = new OrderImport(OrderTable.of(dynamo, touched, dryRun), index, dryRun);
    this.definitions = new DefinitionImport(dynamo, orderImport, touched, dryRun);
  }

  /**
   * Runs something between the parts of a long job, such as importing what cannot wait: after every
   * 250 orders that are placed in lists.
   */
  public void meanwhile(Runnable work) {
    meanwhile = work;
  }

  /**
   * Leaves orders as they are of which nothing is new but when they were changed, as shops touch an
   * order at each check-in. Only for who brings the versions of an order one after the other: what
   * is stored seems older than it is.
   */
  public void leaveTouched() {
    leaveTouched = true;
  }

  /** Adds an account, or renames it. */
  public ImportOutcome putAccount(Account account) {
    return definitions.put(account);
  }

  /** Adds an event, or changes its title and ticket types. */
  public ImportOutcome putEvent(Event event) {
    return definitions.put(event);
  }

  /**
   * Adds a check-in list, or changes it; if it admits others than before, the lists of admitted
   * orders and tickets are then built anew.
   */
  public ImportOutcome putCheckinList(String account, String event, ListDefinition list) {
    return definitions.put(account, event, list, () -> meanwhile.run());
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
    Optional<EventDefinition> found = definitions.find(account, event);
    if (found.isEmpty()) {
      return Collections.nCopies(batch.size(), ImportOutcome.NO_EVENT);
    }
    searched.put(TableSchema.definition(account, event), found.get());
    return orderImport.put(found.get(), batch, leaveTouched);
  }

  /** Ends a run: closes the sequences, so that reading is cheapest. */
  public void settle() {
    touched.forEach(name -> sequence.settleAll(name, dynamo.deadline()));
    touched.clear();
    if (!dryRun) {
      searched.values().forEach(index::merge);
    }
    searched.clear();
  }
}
