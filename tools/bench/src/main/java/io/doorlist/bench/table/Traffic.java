package io.doorlist.bench.table;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/**
 * Counts the round trips of this process's requests, and the read units that DynamoDB Local
 * reports. The SDK creates it for every client, as a resource file lists it. Thread-safe.
 */
public final class Traffic implements ExecutionInterceptor {
  private static final DoubleAdder READ_UNITS = new DoubleAdder();
  private static final LongAdder ROUND_TRIPS = new LongAdder();

  /** Returns the read units used. */
  public static double readUnits() {
    return READ_UNITS.sum();
  }

  /** Returns how many requests were answered. */
  public static long roundTrips() {
    return ROUND_TRIPS.sum();
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
    READ_UNITS.add(units(context.response()));
  }

  private static double units(SdkResponse response) {
    return response
        .getValueForField("ConsumedCapacity", Object.class)
        .map(Traffic::capacities)
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
}
