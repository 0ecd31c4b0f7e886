package io.doorlist.exactness.planted;

import io.doorlist.testing.RelayingClient;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/** Faults in the storage of idempotency keys. */
final class KeyFaults {
  private static final String KEYS = "#@keys#";

  private KeyFaults() {}

  /** Stores keys under other names than the stores request. */
  private static final class Renaming extends RelayingClient {
    private final UnaryOperator<String> rename;

    Renaming(DynamoDbClient next, UnaryOperator<String> rename) {
      super(next);
      this.rename = rename;
    }

    private Map<String, AttributeValue> renamed(Map<String, AttributeValue> item) {
      String pk = item.get("pk").s();
      if (!pk.contains(KEYS)) {
        return item;
      }
      return Writes.with(item, "pk", AttributeValue.fromS(rename.apply(pk)));
    }

    @Override
    public GetItemResponse getItem(GetItemRequest request) {
      GetItemResponse response =
          super.getItem(request.toBuilder().key(renamed(request.key())).build());
      if (!response.hasItem()) {
        return response;
      }
      Map<String, AttributeValue> back = new HashMap<>(response.item());
      back.putAll(request.key());
      return response.toBuilder().item(back).build();
    }

    /** Reads one key after the other. */
    @Override
    public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
      String table = request.requestItems().keySet().iterator().next();
      KeysAndAttributes asked = request.requestItems().get(table);
      List<Map<String, AttributeValue>> items =
          asked.keys().stream()
              .map(
                  key ->
                      getItem(
                          get ->
                              get.tableName(table).key(key).consistentRead(asked.consistentRead())))
              .filter(GetItemResponse::hasItem)
              .map(GetItemResponse::item)
              .toList();
      return BatchGetItemResponse.builder()
          .responses(Map.of(table, items))
          .unprocessedKeys(Map.of())
          .build();
    }

    @Override
    public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
      return super.transactWriteItems(
          Writes.each(
              request, write -> Writes.isKey(write) ? Writes.item(write, this::renamed) : write));
    }
  }

  /** Every token finds every token's keys. */
  static DynamoDbClient notBoundToToken(DynamoDbClient next) {
    return new Renaming(
        next,
        pk -> {
          int token = pk.indexOf(KEYS) + KEYS.length();
          return pk.substring(0, token) + "any" + pk.substring(pk.indexOf('#', token));
        });
  }

  /** The keys of a token are distinguished by one digit only. */
  static DynamoDbClient collide(DynamoDbClient next) {
    return new Renaming(
        next,
        pk -> {
          int digest = pk.indexOf('#', pk.indexOf(KEYS) + KEYS.length()) + 1;
          return pk.substring(0, digest + 1);
        });
  }
}
