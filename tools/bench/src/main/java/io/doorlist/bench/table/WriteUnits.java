package io.doorlist.bench.table;

import io.doorlist.store.table.Item;
import io.doorlist.store.table.ItemSize;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.Update;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Counts the write units of this process's requests to DynamoDB, by AWS's published rule: 1 for
 * each KB of the item, rounded up, twice that in a transaction. An update counts by what it sets,
 * which is the whole item for all that the import writes except HEADs of sequences (under 1 KB); a
 * deletion counts as 1 KB. The SDK creates it for every client, as a resource file lists it.
 * Thread-safe.
 */
public final class WriteUnits implements ExecutionInterceptor {
  private static final int UNIT = 1024;
  private static final LongAdder UNITS = new LongAdder();
  private static final LongAdder WRITES = new LongAdder();
  private static final LongAdder REQUESTS = new LongAdder();

  /** Returns the units counted. */
  public static long units() {
    return UNITS.sum();
  }

  /** Returns how many writes of items there were. */
  public static long writes() {
    return WRITES.sum();
  }

  /** Returns how many requests were made, reads included. */
  public static long requests() {
    return REQUESTS.sum();
  }

  @Override
  public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
    REQUESTS.increment();
    switch (context.request()) {
      case PutItemRequest put -> add(units(ItemSize.bytes(new Item(put.item()))));
      case UpdateItemRequest update ->
          add(units(bytes(update.key(), update.expressionAttributeValues())));
      case TransactWriteItemsRequest all ->
          all.transactItems().forEach(write -> add(2 * units(bytes(write))));
      default -> {
        // Reads write nothing.
      }
    }
  }

  private static void add(long units) {
    UNITS.add(units);
    WRITES.increment();
  }

  private static int bytes(TransactWriteItem write) {
    if (write.put() != null) {
      return ItemSize.bytes(new Item(write.put().item()));
    }
    Update update = write.update();
    return update == null ? 1 : bytes(update.key(), update.expressionAttributeValues());
  }

  private static int bytes(Map<String, AttributeValue> key, Map<String, AttributeValue> values) {
    return ItemSize.bytes(new Item(key)) + ItemSize.bytes(new Item(values));
  }

  private static long units(int bytes) {
    return Math.max(1, (bytes + UNIT - 1) / UNIT);
  }
}
