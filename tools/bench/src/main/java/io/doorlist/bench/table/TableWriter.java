package io.doorlist.bench.table;

import java.util.List;
import java.util.Map;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Puts many items into a table, in batches and several batches at a time. */
public record TableWriter(DynamoDbClient client, String table) {
  private static final int BATCH = 25;
  private static final int WRITERS = 4;

  /**
   * On a busy machine DynamoDB Local may not answer in time; putting an item twice does no harm.
   */
  private static final int MAX_TRIES = 30;

  /** Puts all items, in any order, and returns how many, when they are stored. */
  public long put(Stream<Map<String, AttributeValue>> items) {
    return items
        .map(item -> WriteRequest.builder().putRequest(put -> put.item(item)).build())
        .gather(Gatherers.windowFixed(BATCH))
        .gather(Gatherers.mapConcurrent(WRITERS, this::write))
        .mapToLong(Integer::longValue)
        .sum();
  }

  private int write(List<WriteRequest> batch) {
    Map<String, List<WriteRequest>> open = Map.of(table, batch);
    for (int tries = 1; !open.isEmpty(); tries++) {
      Map<String, List<WriteRequest>> ask = open;
      try {
        open = client.batchWriteItem(write -> write.requestItems(ask)).unprocessedItems();
      } catch (SdkClientException e) {
        if (tries == MAX_TRIES) {
          throw e;
        }
      }
    }
    return batch.size();
  }
}
