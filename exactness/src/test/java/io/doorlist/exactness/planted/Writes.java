package io.doorlist.exactness.planted;

import io.doorlist.testing.RelayingClient;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.Update;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Recognises the writes of a check-in, and removes parts of them. */
final class Writes {
  private Writes() {}

  /** The mark of a ticket at its door. */
  static boolean isMark(TransactWriteItem write) {
    return write.update() != null && write.update().updateExpression().startsWith("SET #in.#");
  }

  /** A row of a list's check-ins. */
  static boolean isRow(TransactWriteItem write) {
    return write.put() != null
        && write.put().item().containsKey("tickets")
        && write.put().item().get("pk").s().contains("#checkins#");
  }

  /** A used idempotency key. */
  static boolean isKey(TransactWriteItem write) {
    return write.put() != null && write.put().item().get("sk").s().equals("KEY");
  }

  /** The items for a sequence's irregular rows. */
  static boolean isIrregular(TransactWriteItem write) {
    if (write.update() == null) {
      return false;
    }
    String sk = write.update().key().get("sk").s();
    return sk.startsWith("HEAD#") || sk.startsWith("IRREGULAR#");
  }

  static boolean isCheckin(TransactWriteItemsRequest request) {
    return request.transactItems().stream().anyMatch(Writes::isMark);
  }

  static TransactWriteItemsRequest without(
      TransactWriteItemsRequest request, Predicate<TransactWriteItem> dropped) {
    return with(request, request.transactItems().stream().filter(dropped.negate()).toList());
  }

  /** Returns a client that sends other transactions than it is asked to. */
  static DynamoDbClient changing(
      DynamoDbClient next, UnaryOperator<TransactWriteItemsRequest> change) {
    return new RelayingClient(next) {
      @Override
      public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
        return super.transactWriteItems(change.apply(request));
      }
    };
  }

  /** Returns a client whose transactions have other writes. */
  static DynamoDbClient changingEach(DynamoDbClient next, UnaryOperator<TransactWriteItem> change) {
    return changing(next, request -> each(request, change));
  }

  /** Returns a client whose transactions lack some writes. */
  static DynamoDbClient leavingOut(DynamoDbClient next, Predicate<TransactWriteItem> dropped) {
    return changing(next, request -> without(request, dropped));
  }

  /** Returns a client that sends some writes of transactions afterwards, each alone. */
  static DynamoDbClient afterwards(DynamoDbClient next, Predicate<TransactWriteItem> late) {
    return new RelayingClient(next) {
      @Override
      public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
        TransactWriteItemsResponse response = super.transactWriteItems(without(request, late));
        for (TransactWriteItem write : request.transactItems()) {
          if (late.test(write)) {
            try {
              single(next, write);
            } catch (ConditionalCheckFailedException e) {
              continue;
            }
          }
        }
        return response;
      }
    };
  }

  static TransactWriteItemsRequest each(
      TransactWriteItemsRequest request, UnaryOperator<TransactWriteItem> change) {
    return with(request, request.transactItems().stream().map(change).toList());
  }

  static TransactWriteItemsRequest with(
      TransactWriteItemsRequest request, List<TransactWriteItem> writes) {
    return request.toBuilder().transactItems(writes).build();
  }

  static TransactWriteItemsRequest unconditional(
      TransactWriteItemsRequest request, Predicate<TransactWriteItem> which) {
    return each(request, write -> which.test(write) ? unconditional(write) : write);
  }

  private static TransactWriteItem unconditional(TransactWriteItem write) {
    if (write.put() != null) {
      return write.copy(each -> each.put(write.put().copy(put -> put.conditionExpression(null))));
    }
    return write.copy(each -> each.update(unconditional(write.update())));
  }

  /** Removes the condition of an update, with the names and values that only the condition used. */
  private static Update unconditional(Update update) {
    return update.toBuilder()
        .conditionExpression(null)
        .expressionAttributeNames(
            used(update.expressionAttributeNames(), update.updateExpression()))
        .expressionAttributeValues(
            used(update.expressionAttributeValues(), update.updateExpression()))
        .build();
  }

  private static <T> Map<String, T> used(Map<String, T> placeholders, String expression) {
    Map<String, T> used = new HashMap<>(placeholders);
    used.keySet().removeIf(name -> !expression.matches(".*" + name + "(?!\\w).*"));
    return used;
  }

  /** Sends a write of a transaction alone. */
  static void single(DynamoDbClient client, TransactWriteItem write) {
    if (write.put() != null) {
      client.putItem(alone(write.put(), PutItemRequest.builder()).build());
    } else {
      client.updateItem(alone(write.update(), UpdateItemRequest.builder()).build());
    }
  }

  private static <B extends SdkPojo> B alone(SdkPojo write, B request) {
    write
        .sdkFieldNameToField()
        .forEach(
            (name, field) ->
                request
                    .sdkFieldNameToField()
                    .get(name)
                    .set(request, field.getValueOrDefault(write)));
    request
        .sdkFieldNameToField()
        .get("ReturnValuesOnConditionCheckFailure")
        .set(request, "ALL_OLD");
    return request;
  }

  /** Returns a put of another item. */
  static TransactWriteItem item(
      TransactWriteItem write, UnaryOperator<Map<String, AttributeValue>> change) {
    return write.copy(
        each -> each.put(write.put().copy(put -> put.item(change.apply(write.put().item())))));
  }

  static Map<String, AttributeValue> with(
      Map<String, AttributeValue> item, String name, AttributeValue value) {
    Map<String, AttributeValue> changed = new HashMap<>(item);
    changed.put(name, value);
    return changed;
  }

  static Map<String, AttributeValue> without(Map<String, AttributeValue> item, String name) {
    Map<String, AttributeValue> changed = new HashMap<>(item);
    changed.remove(name);
    return changed;
  }
}
