package io.doorlist.exactness.storm;

import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.table.TableSchema;
import io.doorlist.testing.RelayingClient;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/**
 * Shortens how far behind the last reservation a gap of a list is closed, as a small partition
 * reserves less in the same time: whoever settles sees a HEAD that is further ahead.
 */
final class ShortPatience extends RelayingClient {
  /** How many places later a hasty sequence takes one for dead. */
  private static final int HASTE = 3;

  private final int ahead;
  private final boolean hasty;

  /**
   * Shortens it.
   *
   * @param hasty whether, besides, every reservation closes what was reserved shortly before it
   */
  ShortPatience(DynamoDbClient next, int patience, boolean hasty) {
    super(next);
    this.hasty = hasty;
    this.ahead = Sequence.GAP_PATIENCE - patience;
  }

  @Override
  public GetItemResponse getItem(GetItemRequest request) {
    GetItemResponse response = super.getItem(request);
    boolean head =
        request.key().get("sk").s().equals("HEAD")
            && request.key().get("pk").s().contains("#checkins#");
    if (ahead == 0 || !head || !response.hasItem() || !response.item().containsKey("next")) {
      return response;
    }
    Map<String, AttributeValue> item = new HashMap<>(response.item());
    long next = Long.parseLong(item.get("next").n());
    item.put("next", AttributeValue.fromN(Long.toString(next + ahead)));
    return response.toBuilder().item(item).build();
  }

  @Override
  public UpdateItemResponse updateItem(UpdateItemRequest request) {
    UpdateItemResponse response = super.updateItem(request);
    String pk = request.key().get("pk").s();
    if (hasty && pk.contains("#checkins#") && "ADD #next :0".equals(request.updateExpression())) {
      long ordinal = Long.parseLong(response.attributes().get("next").n()) - HASTE;
      if (ordinal > 0) {
        close(pk, ordinal, request.tableName());
      }
    }
    return response;
  }

  private void close(String pk, long ordinal, String table) {
    Map<String, AttributeValue> row = new HashMap<>();
    row.put("pk", AttributeValue.fromS(pk));
    row.put("sk", AttributeValue.fromS(TableSchema.row(pk, ordinal).sk()));
    row.put("units", AttributeValue.fromN("0"));
    try {
      super.putItem(
          put -> put.tableName(table).item(row).conditionExpression("attribute_not_exists(pk)"));
    } catch (DynamoDbException e) {
      // There is a row, or no unit for a void.
    }
  }
}
