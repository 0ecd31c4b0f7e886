package io.doorlist.exactness.storm;

import io.doorlist.domain.event.Account;
import io.doorlist.exactness.fake.FakeDynamo;
import io.doorlist.exactness.fake.FakeTable;
import io.doorlist.exactness.simulator.evening.SimulatedEvent;
import io.doorlist.ingest.ImportStore;
import io.doorlist.store.table.TableSchema;
import io.doorlist.testing.Gala;
import io.doorlist.testing.Imports;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The event of a storm: a list, and tickets without end. One ticket is imported; the codes of the
 * others are made like its own when somebody scans them.
 */
final class StormTickets {
  private static final Instant BOUGHT = Instant.parse("2026-03-01T10:00:00Z");
  private static final long FIRST = 10_000;

  private final FakeTable table = new FakeTable();
  private final FakeDynamo writer;
  private final Map<String, AttributeValue> model;
  private long last = FIRST;

  StormTickets(long list) {
    Clock clock = Clock.fixed(BOUGHT, ZoneOffset.UTC);
    writer = new FakeDynamo(table, clock);
    ImportStore importer = Imports.into(SimulatedEvent.quietStores(writer, clock));
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
    model = Map.copyOf(table.get(key("t" + FIRST), "QR"));
  }

  FakeTable table() {
    return table;
  }

  private static String key(String code) {
    return TableSchema.qr(SimulatedEvent.ACCOUNT, SimulatedEvent.EVENT, code).pk();
  }

  /** Sells another ticket and returns its code. */
  String next() {
    long id = ++last;
    Map<String, AttributeValue> item = new HashMap<>(model);
    item.put("pk", AttributeValue.fromS(key("t" + id)));
    item.put("id", AttributeValue.fromN(Long.toString(id)));
    writer.putItem(put -> put.tableName(SimulatedEvent.TABLE).item(item));
    return "t" + id;
  }
}
