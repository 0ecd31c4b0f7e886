package io.doorlist.exactness.storm;

import io.doorlist.domain.event.Account;
import io.doorlist.exactness.simulator.evening.SimulatedEvent;
import io.doorlist.ingest.ImportStore;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Write;
import io.doorlist.table.memory.MemoryEngine;
import io.doorlist.testing.Gala;
import io.doorlist.testing.Imports;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;

/**
 * The event of a storm: a list, and tickets without end. One ticket is imported; the codes of the
 * others are made like its own when somebody scans them.
 */
final class StormTickets {
  private static final Instant BOUGHT = Instant.parse("2026-03-01T10:00:00Z");
  private static final long FIRST = 10_000;

  private final MemoryEngine table;
  private final Item model;
  private long last = FIRST;

  /**
   * Creates the event.
   *
   * @param now the time of the storm, by which tokens of transactions end
   */
  StormTickets(long list, InstantSource now) {
    Clock clock = Clock.fixed(BOUGHT, ZoneOffset.UTC);
    table = new MemoryEngine(now, change -> {});
    ImportStore importer = Imports.into(SimulatedEvent.quietStores(table, clock));
    importer.putAccount(new Account(SimulatedEvent.ACCOUNT, "Acme"));
    importer.putEvent(Gala.event());
    importer.putCheckinList(
        SimulatedEvent.ACCOUNT, SimulatedEvent.EVENT, Imports.list(list, "Door " + list, "adult"));
    Imports.put(
        importer,
        SimulatedEvent.ACCOUNT,
        SimulatedEvent.EVENT,
        SimulatedEvent.order(1, List.of(SimulatedEvent.ticket(FIRST, "adult", false))));
    importer.settle();
    model = table.get(key("t" + FIRST)).orElseThrow();
  }

  Engine table() {
    return table;
  }

  private static Key key(String code) {
    return TableSchema.qr(SimulatedEvent.ACCOUNT, SimulatedEvent.EVENT, code);
  }

  /** Sells another ticket and returns its code. */
  String next() {
    long id = ++last;
    table.write(Write.put(model.without().put(Key.PK, key("t" + id).pk()).put("id", id)));
    return "t" + id;
  }
}
