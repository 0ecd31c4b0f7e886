package io.doorlist.exactness.simulator.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** The event log of a run, if it is traced. */
public final class Trace {
  private final boolean on;
  private final List<String> lines = new ArrayList<>();

  public Trace(boolean on) {
    this.on = on;
  }

  public void line(Scheduler scheduler, String line) {
    if (on) {
      lines.add(scheduler.now() + " " + Scheduler.name(scheduler.current()) + " " + line);
    }
  }

  public List<String> lines() {
    return lines;
  }

  /** Notes a request to the table and what became of it. */
  public void line(Scheduler scheduler, DynamoDbRequest request, String fault) {
    if (on) {
      line(scheduler, text(request) + " " + fault);
    }
  }

  private static String text(DynamoDbRequest request) {
    return switch (request) {
      case GetItemRequest get -> "get " + key(get.key());
      case PutItemRequest put -> "put " + key(put.item());
      case UpdateItemRequest update -> "update " + key(update.key());
      case QueryRequest query ->
          "query "
              + query.expressionAttributeValues().get(":pk").s()
              + " "
              + query.expressionAttributeValues().get(":from").s();
      case BatchGetItemRequest batch ->
          "batch "
              + batch.requestItems().values().iterator().next().keys().stream()
                  .map(Trace::key)
                  .toList();
      case TransactWriteItemsRequest all -> {
        List<String> keys = new ArrayList<>();
        for (TransactWriteItem write : all.transactItems()) {
          if (write.put() != null) {
            keys.add("put " + key(write.put().item()));
          } else if (write.update() != null) {
            keys.add("update " + key(write.update().key()));
          } else if (write.delete() != null) {
            keys.add("delete " + key(write.delete().key()));
          } else {
            keys.add("check " + key(write.conditionCheck().key()));
          }
        }
        yield "transact " + keys;
      }
      default -> request.toString();
    };
  }

  private static String key(Map<String, AttributeValue> key) {
    return key.get("pk").s() + "/" + key.get("sk").s();
  }
}
