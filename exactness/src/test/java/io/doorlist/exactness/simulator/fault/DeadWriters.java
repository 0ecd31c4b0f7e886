package io.doorlist.exactness.simulator.fault;

import io.doorlist.exactness.fake.FakeDynamo;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Functions that reserve ordinals in a sequence and are then killed. */
public final class DeadWriters {
  /** How many writers come between two that settle, as in the store's {@code Sequence}. */
  public static final int SETTLE_EVERY = 32;

  /** More than the store's {@code Sequence} waits for: 100. */
  private static final int GAP_PATIENCE = 128;

  private DeadWriters() {}

  /** Kills so many writers that earlier ones count as dead too. */
  static void overtake(FaultPlan faults, FakeDynamo table, String sequence) {
    die(faults, table, sequence, GAP_PATIENCE);
  }

  /** The writer after the killed ones gets the ordinal at which it must settle, or one near it. */
  public static void die(FaultPlan faults, FakeDynamo table, String sequence, int least) {
    Map<String, AttributeValue> head = table.table().get(sequence, "HEAD");
    boolean used = head != null && head.containsKey("next");
    long next = used ? Long.parseLong(head.get("next").n()) : 0;
    long dead = SETTLE_EVERY - 1 - next % SETTLE_EVERY + least;
    if (dead > 0) {
      faults.count(FaultKind.DEAD_WRITERS, dead);
      table.updateItem(
          UpdateItemRequest.builder()
              .key(Map.of("pk", AttributeValue.fromS(sequence), "sk", AttributeValue.fromS("HEAD")))
              .updateExpression("ADD #next :k")
              .expressionAttributeNames(Map.of("#next", "next"))
              .expressionAttributeValues(Map.of(":k", AttributeValue.fromN(Long.toString(dead))))
              .build());
    }
  }
}
