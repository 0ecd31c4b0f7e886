package io.doorlist.bench.table;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
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

  /** Puts all items, in any order, and returns when they are stored. */
  public void put(Iterator<Map<String, AttributeValue>> items)
      throws InterruptedException, ExecutionException {
    // Only a few batches wait, however many items there are.
    Semaphore room = new Semaphore(2 * WRITERS);
    List<Future<?>> running = new ArrayList<>();
    try (ExecutorService writers = Executors.newFixedThreadPool(WRITERS)) {
      while (items.hasNext()) {
        List<WriteRequest> batch = next(items);
        room.acquire();
        running.add(
            writers.submit(
                () -> {
                  try {
                    write(batch);
                  } finally {
                    room.release();
                  }
                }));
      }
    }
    for (Future<?> each : running) {
      each.get();
    }
  }

  private static List<WriteRequest> next(Iterator<Map<String, AttributeValue>> items) {
    List<WriteRequest> batch = new ArrayList<>(BATCH);
    while (items.hasNext() && batch.size() < BATCH) {
      Map<String, AttributeValue> item = items.next();
      batch.add(WriteRequest.builder().putRequest(put -> put.item(item)).build());
    }
    return batch;
  }

  private void write(List<WriteRequest> batch) {
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
  }
}
