package io.doorlist.bench.table;

import io.doorlist.store.table.Item;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.Update;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Counts what this process's requests to DynamoDB consume: round trips, the read units that
 * DynamoDB Local reports, and write units by AWS's published rule: 1 for each KB of the item,
 * rounded up, twice that in a transaction. An update counts by what it sets, a deletion as 1 KB.
 * The SDK creates it for every client, as a resource file lists it. Thread-safe.
 */
public final class Consumed implements ExecutionInterceptor {
  private static final int UNIT = 1024;
  private static final DoubleAdder READ_UNITS = new DoubleAdder();
  private static final LongAdder WRITE_UNITS = new LongAdder();
  private static final LongAdder ROUND_TRIPS = new LongAdder();

  public static double readUnits() {
    return READ_UNITS.sum();
  }

  public static long writeUnits() {
    return WRITE_UNITS.sum();
  }

  public static long roundTrips() {
    return ROUND_TRIPS.sum();
  }

  @Override
  public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
    switch (context.request()) {
      case PutItemRequest put -> WRITE_UNITS.add(units(bytes(put.item())));
      case UpdateItemRequest update ->
          WRITE_UNITS.add(units(bytes(update.key(), update.expressionAttributeValues())));
      case TransactWriteItemsRequest all ->
          all.transactItems().forEach(write -> WRITE_UNITS.add(2 * units(bytes(write))));
      default -> {
        // Reads write nothing.
      }
    }
  }

  @Override
  public SdkRequest modifyRequest(Context.ModifyRequest context, ExecutionAttributes attributes) {
    return switch (context.request()) {
      case GetItemRequest get ->
          get.toBuilder().returnConsumedCapacity(ReturnConsumedCapacity.TOTAL).build();
      case QueryRequest query ->
          query.toBuilder().returnConsumedCapacity(ReturnConsumedCapacity.TOTAL).build();
      case BatchGetItemRequest batch ->
          batch.toBuilder().returnConsumedCapacity(ReturnConsumedCapacity.TOTAL).build();
      default -> context.request();
    };
  }

  @Override
  public void afterExecution(Context.AfterExecution context, ExecutionAttributes attributes) {
    ROUND_TRIPS.increment();
    READ_UNITS.add(read(context.response()));
  }

  private static double read(SdkResponse response) {
    return response
        .getValueForField("ConsumedCapacity", Object.class)
        .map(Consumed::capacities)
        .orElse(List.of())
        .stream()
        .mapToDouble(capacity -> Optional.ofNullable(capacity.capacityUnits()).orElse(0.0))
        .sum();
  }

  private static List<ConsumedCapacity> capacities(Object field) {
    return field instanceof ConsumedCapacity one
        ? List.of(one)
        : ((List<?>) field).stream().map(ConsumedCapacity.class::cast).toList();
  }

  private static int bytes(TransactWriteItem write) {
    if (write.put() != null) {
      return bytes(write.put().item());
    }
    Update update = write.update();
    return update == null ? 1 : bytes(update.key(), update.expressionAttributeValues());
  }

  private static int bytes(Map<String, AttributeValue> key, Map<String, AttributeValue> values) {
    return bytes(key) + bytes(values);
  }

  private static int bytes(Map<String, AttributeValue> attributes) {
    return new Item(attributes).bytes();
  }

  private static long units(int bytes) {
    return Math.max(1, (bytes + UNIT - 1) / UNIT);
  }
}
