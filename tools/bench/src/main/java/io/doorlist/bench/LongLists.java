package io.doorlist.bench;

import io.doorlist.admin.Doorlist;
import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import io.doorlist.domain.NewWebhookEvent;
import io.doorlist.domain.WebhookEventType;
import io.doorlist.local.LocalDynamo;
import io.doorlist.local.Template;
import io.doorlist.store.Stores;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * A table with the account that the inputs in events/ ask for, whose lists can be made long: the
 * first row of a list, as an import or a request made it, is copied to every place after it. What a
 * page costs depends on the sizes of rows and on where they lie, not on what they say.
 */
final class LongLists implements AutoCloseable {
  static final String TABLE = "doorlist";
  private static final String EVENT = "acme#spring-gala";
  private static final Path LINES =
      BenchTable.ROOT.resolve("tools/runtime/src/test/resources/world.ndjson");

  /** Sequences that are made long, by their keys in the table. */
  static final List<String> SEQUENCES =
      List.of(
          EVENT + "#list#3#checkins#live",
          EVENT + "#list#3#orders#live",
          EVENT + "#list#3#tickets#live",
          EVENT + "#orders#live");

  private static final int BATCH = 25;
  private static final int WRITERS = 4;

  private final LocalDynamo dynamo;
  private final DynamoDbClient client;

  /** Makes the table with what an import brings in, and one webhook event. */
  LongLists(LocalDynamo dynamo) {
    this.dynamo = dynamo;
    dynamo.createTableWithoutStream(Template.read(BenchTable.ROOT.resolve("template.yaml")), TABLE);
    this.client = Stores.client(dynamo.endpoint(), null);
    int status =
        Doorlist.run(
            InputStream.nullInputStream(),
            new PrintStream(PrintStream.nullOutputStream()),
            System.err,
            "import",
            LINES.toString(),
            "--endpoint",
            dynamo.endpoint().toString(),
            "--table",
            TABLE);
    if (status != 0) {
      throw new IllegalStateException(LINES + " is refused");
    }
  }

  URI endpoint() {
    return dynamo.endpoint();
  }

  DynamoDbClient client() {
    return client;
  }

  /** Records a webhook event. */
  static void webhookEvent(Stores stores) {
    NewWebhookEvent told =
        new NewWebhookEvent(
            "acme",
            "spring-gala",
            Mode.LIVE,
            "change",
            WebhookEventType.ORDER_CREATED,
            1001,
            new JsonObject("{\"id\":1001}"));
    stores.webhookEvents().record(List.of(told), any -> List.of());
  }

  /** Makes every list this long, and says that all is settled. */
  void fill(int rows) throws InterruptedException, ExecutionException {
    for (String sequence : SEQUENCES) {
      fill(sequence, rows);
    }
  }

  private void fill(String sequence, int rows) throws InterruptedException, ExecutionException {
    Map<String, AttributeValue> first =
        client
            .getItem(get -> get.tableName(TABLE).key(key(sequence, place(1))).consistentRead(true))
            .item();
    if (first.isEmpty()) {
      throw new IllegalStateException(sequence + " has no row to copy");
    }
    try (ExecutorService writers = Executors.newFixedThreadPool(WRITERS)) {
      List<Future<?>> running = new ArrayList<>();
      for (int from = 2; from <= rows; from += BATCH) {
        int start = from;
        int end = Math.min(from + BATCH - 1, rows);
        running.add(writers.submit(() -> copy(first, start, end)));
      }
      for (Future<?> each : running) {
        each.get();
      }
    }
    client.updateItem(
        head ->
            head.tableName(TABLE)
                .key(key(sequence, "HEAD"))
                .updateExpression("SET #next = :rows, settled = :rows, surplus = :none")
                .expressionAttributeNames(Map.of("#next", "next"))
                .expressionAttributeValues(
                    Map.of(
                        ":rows", AttributeValue.fromN(Integer.toString(rows)),
                        ":none", AttributeValue.fromN("0"))));
  }

  private void copy(Map<String, AttributeValue> first, int from, int to) {
    List<WriteRequest> writes = new ArrayList<>();
    for (int ordinal = from; ordinal <= to; ordinal++) {
      Map<String, AttributeValue> row = new HashMap<>(first);
      row.put("sk", AttributeValue.fromS(place(ordinal)));
      writes.add(WriteRequest.builder().putRequest(put -> put.item(row)).build());
    }
    Map<String, List<WriteRequest>> open = Map.of(TABLE, writes);
    while (!open.isEmpty()) {
      Map<String, List<WriteRequest>> ask = open;
      open = client.batchWriteItem(batch -> batch.requestItems(ask)).unprocessedItems();
    }
  }

  private static String place(int ordinal) {
    return String.format("%016d", ordinal);
  }

  private static Map<String, AttributeValue> key(String pk, String sk) {
    return Map.of("pk", AttributeValue.fromS(pk), "sk", AttributeValue.fromS(sk));
  }

  @Override
  public void close() {
    client.close();
    dynamo.close();
  }
}
