package io.doorlist.exactness.simulator;

import io.doorlist.exactness.fake.FakeDynamo;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Many functions that reserve ordinals in a list and are then killed. So even runs of a few
 * requests settle, and gaps get old enough to be closed before writers that are only slow.
 */
record Crowd(Run run, SplittableRandom random) {
  private static final int SETTLE_EVERY = 32;
  private static final int GAP_PATIENCE = 128;

  void come(int times) {
    for (int i = 0; i < times; i++) {
      run.scheduler().sleep(Duration.ofMillis(random.nextInt(2 * run.paceMillis())));
      die(random.nextBoolean() ? SimulatedEvent.MAIN : SimulatedEvent.EVERYONE);
    }
  }

  private void die(long list) {
    die(
        run.faults(),
        run.table(),
        SimulatedEvent.ACCOUNT + "#" + SimulatedEvent.EVENT + "#list#" + list + "#checkins#live",
        random.nextInt(3) * 2 * SETTLE_EVERY - random.nextInt(2));
  }

  /** Kills so many writers that earlier ones count as dead too. */
  static void overtake(FaultPlan faults, FakeDynamo table, String sequence) {
    die(faults, table, sequence, GAP_PATIENCE);
  }

  /** The writer after the killed ones gets the ordinal at which it must settle, or one near it. */
  private static void die(FaultPlan faults, FakeDynamo table, String sequence, int least) {
    Map<String, AttributeValue> head = table.table().get(sequence, "HEAD");
    boolean used = head != null && head.containsKey("next");
    long next = used ? Long.parseLong(head.get("next").n()) : 0;
    long dead = SETTLE_EVERY - 1 - next % SETTLE_EVERY + least;
    if (dead > 0) {
      faults.count(FaultKind.DEAD_WRITERS, dead);
      table.updateItem(
          UpdateItemRequest.builder()
              .tableName(SimulatedEvent.TABLE)
              .key(Map.of("pk", AttributeValue.fromS(sequence), "sk", AttributeValue.fromS("HEAD")))
              .updateExpression("ADD #next :k")
              .expressionAttributeNames(Map.of("#next", "next"))
              .expressionAttributeValues(Map.of(":k", AttributeValue.fromN(Long.toString(dead))))
              .build());
    }
  }
}
