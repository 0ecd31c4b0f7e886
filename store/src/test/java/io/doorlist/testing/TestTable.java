package io.doorlist.testing;

import io.doorlist.store.Stores;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.Pace;
import io.doorlist.store.table.Retry;
import io.doorlist.store.table.Time;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * Fresh tables from template.yaml on one DynamoDB Local for all tests of the process, or on the
 * client that the class path has as a service: {@code tools/mutants/run} has tables in memory.
 */
public final class TestTable {
  private static final Optional<DynamoDbClient> IN_MEMORY =
      ServiceLoader.load(DynamoDbClient.class).findFirst();
  private static final DynamoDbClient CLIENT = IN_MEMORY.orElseGet(() -> Local.TABLES.client);
  private static final int BATCH = 25;
  private static final AtomicInteger TABLES = new AtomicInteger();

  private final String name = "test-" + TABLES.incrementAndGet();

  public TestTable() {
    this(true);
  }

  /** Creates a table without a format: one that an earlier version filled. */
  public static TestTable withoutFormat() {
    return new TestTable(false);
  }

  private TestTable(boolean current) {
    if (IN_MEMORY.isEmpty()) {
      Local.TABLES.create(name);
    }
    if (current) {
      stores(Clock.systemUTC()).format().setCurrent();
    }
  }

  private static final class Local {
    static final LocalTables TABLES = new LocalTables();
  }

  public static void put(
      DynamoDbClient client, String table, List<Map<String, AttributeValue>> items) {
    for (int from = 0; from < items.size(); from += BATCH) {
      List<WriteRequest> puts =
          items.subList(from, Math.min(from + BATCH, items.size())).stream()
              .map(item -> WriteRequest.builder().putRequest(put -> put.item(item)).build())
              .toList();
      client.batchWriteItem(batch -> batch.requestItems(Map.of(table, puts)));
    }
  }

  public void put(List<Item> items) {
    put(CLIENT, name, items.stream().map(Item::attributes).toList());
  }

  public String name() {
    return name;
  }

  public static DynamoDbClient client() {
    return CLIENT;
  }

  public Stores stores(Clock clock) {
    return stores(CLIENT, clock);
  }

  public Stores stores(DynamoDbClient client, Clock clock) {
    return Stores.connect(client, name, clock);
  }

  public Sequence sequence() {
    return new Sequence(dynamo());
  }

  public Dynamo dynamo() {
    return dynamo(CLIENT);
  }

  public Dynamo dynamo(DynamoDbClient client) {
    return dynamo(client, Clock.systemUTC());
  }

  public Dynamo dynamo(DynamoDbClient client, Clock clock) {
    Retry retry =
        new Retry(new Time(clock, new Random(1), length -> Thread.onSpinWait()), Pace.FREE);
    return new Dynamo(client, name, retry, Duration.ofSeconds(60));
  }
}
