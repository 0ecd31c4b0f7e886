package io.doorlist.exactness.planted;

import io.doorlist.testing.RelayingClient;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** Faults in the growth, settling and reading of lists. */
final class SequenceFaults {
  private static final Pattern SURPLUS = Pattern.compile("ADD #surplus (:\\w+)");

  private SequenceFaults() {}

  private static boolean isReserve(UpdateItemRequest request) {
    return "ADD #next :0".equals(request.updateExpression());
  }

  private static boolean isAdvance(String expression) {
    return expression.startsWith("SET #settled ");
  }

  /** Every second writer gets the ordinals of the previous one. */
  static DynamoDbClient ordinalReused(DynamoDbClient next) {
    return new RelayingClient(next) {
      private final Map<Map<String, AttributeValue>, UpdateItemResponse> last =
          new ConcurrentHashMap<>();

      @Override
      public UpdateItemResponse updateItem(UpdateItemRequest request) {
        if (!isReserve(request)) {
          return super.updateItem(request);
        }
        UpdateItemResponse before = last.remove(request.key());
        if (before != null) {
          return before;
        }
        UpdateItemResponse response = super.updateItem(request);
        last.put(request.key(), response);
        return response;
      }
    };
  }

  /** Settles over gaps without closing them. */
  static DynamoDbClient settledOverGap(DynamoDbClient next) {
    return new RelayingClient(next) {
      @Override
      public PutItemResponse putItem(PutItemRequest request) {
        return isVoid(request) ? PutItemResponse.builder().build() : super.putItem(request);
      }
    };
  }

  private static boolean isVoid(PutItemRequest request) {
    AttributeValue units = request.item().get("units");
    return units != null && units.n().equals("0");
  }

  /** Closes gaps with rows that count as units. */
  static DynamoDbClient voidCountedAsRow(DynamoDbClient next) {
    return new RelayingClient(next) {
      @Override
      public PutItemResponse putItem(PutItemRequest request) {
        if (!isVoid(request)) {
          return super.putItem(request);
        }
        return super.putItem(
            request.copy(put -> put.item(Writes.without(request.item(), "units"))));
      }
    };
  }

  /** Adds one to the surplus each time that the list settles. */
  static DynamoDbClient countOffByOne(DynamoDbClient next) {
    return new RelayingClient(next) {
      @Override
      public UpdateItemResponse updateItem(UpdateItemRequest request) {
        return isAdvance(request.updateExpression())
            ? super.updateItem(request.toBuilder().expressionAttributeValues(more(request)).build())
            : super.updateItem(request);
      }

      private Map<String, AttributeValue> more(UpdateItemRequest request) {
        Matcher added = SURPLUS.matcher(request.updateExpression());
        if (!added.find()) {
          throw new IllegalArgumentException(request.updateExpression());
        }
        Map<String, AttributeValue> values = request.expressionAttributeValues();
        long surplus = Long.parseLong(values.get(added.group(1)).n()) + 1;
        return Writes.with(values, added.group(1), AttributeValue.fromN(Long.toString(surplus)));
      }
    };
  }

  /** Lets two writers settle the same rows. */
  static DynamoDbClient settledWithoutCondition(DynamoDbClient next) {
    return Writes.changing(
        next,
        request ->
            Writes.unconditional(
                request,
                write -> write.update() != null && isAdvance(write.update().updateExpression())));
  }
}
