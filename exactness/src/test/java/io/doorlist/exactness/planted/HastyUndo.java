package io.doorlist.exactness.planted;

import io.doorlist.testing.RelayingClient;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/**
 * An undo of a check-in does not see the passages of its ticket, nor requires that there are none.
 */
final class HastyUndo extends RelayingClient {
  /** Whether the last row that a thread has read is a check-in, as an undo reads it first. */
  private final ThreadLocal<Boolean> undoing = ThreadLocal.withInitial(() -> false);

  HastyUndo(DynamoDbClient next) {
    super(next);
  }

  @Override
  public GetItemResponse getItem(GetItemRequest request) {
    GetItemResponse response = super.getItem(request);
    String pk = request.key().get("pk").s();
    boolean row = Character.isDigit(request.key().get("sk").s().charAt(0));
    if (row && pk.contains("#checkins#")) {
      undoing.set(response.hasItem() && response.item().containsKey("tickets"));
    }
    if (!undoing.get() || !response.hasItem()) {
      return response;
    }
    Map<String, AttributeValue> item = new HashMap<>(response.item());
    item.keySet().removeIf(HastyUndo::isSet);
    return response.copy(copy -> copy.item(item));
  }

  private static boolean isSet(String attribute) {
    return attribute.matches("p[0-9]+");
  }

  @Override
  public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
    List<TransactWriteItem> writes = request.transactItems();
    boolean undo = undoing.get() && writes.stream().anyMatch(HastyUndo::removesMark);
    return super.transactWriteItems(
        undo ? Writes.unconditional(request, HastyUndo::removesMark) : request);
  }

  private static boolean removesMark(TransactWriteItem write) {
    return write.update() != null
        && write.update().updateExpression().contains("REMOVE")
        && write.update().expressionAttributeNames().values().stream()
            .anyMatch(name -> name.equals("in"));
  }
}
