package io.doorlist.exactness.planted;

import io.doorlist.testing.RelayingClient;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
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
      Map<String, AttributeValue> renamed = new HashMap<>(item);
      renamed.put("pk", AttributeValue.fromS(rename.apply(pk)));
      return renamed;
    }

    @Override
    public GetItemResponse getItem(GetItemRequest request) {
      GetItemResponse response =
          super.getItem(request.toBuilder().key(renamed(request.key())).build());
      return response.hasItem()
          ? response.toBuilder().item(back(response.item(), request.key())).build()
          : response;
    }

    private static Map<String, AttributeValue> back(
        Map<String, AttributeValue> item, Map<String, AttributeValue> key) {
      Map<String, AttributeValue> back = new HashMap<>(item);
      back.putAll(key);
      return back;
    }

    @Override
    public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
      Map.Entry<String, KeysAndAttributes> asked =
          request.requestItems().entrySet().iterator().next();
      Map<Map<String, AttributeValue>, Map<String, AttributeValue>> names = new HashMap<>();
      asked.getValue().keys().forEach(key -> names.put(renamed(key), key));
      BatchGetItemResponse response =
          super.batchGetItem(
              BatchGetItemRequest.builder()
                  .requestItems(
                      Map.of(
                          asked.getKey(),
                          asked.getValue().toBuilder().keys(names.keySet()).build()))
                  .build());
      List<Map<String, AttributeValue>> items = new ArrayList<>();
      response
          .responses()
          .getOrDefault(asked.getKey(), List.of())
          .forEach(
              item -> {
                Map<String, AttributeValue> key = new HashMap<>();
                key.put("pk", item.get("pk"));
                key.put("sk", item.get("sk"));
                items.add(back(item, names.get(key)));
              });
      Map<String, KeysAndAttributes> open = new HashMap<>();
      response
          .unprocessedKeys()
          .forEach(
              (table, keys) ->
                  open.put(
                      table,
                      keys.toBuilder()
                          .keys(keys.keys().stream().map(names::get).toList())
                          .build()));
      return response.toBuilder()
          .responses(Map.of(asked.getKey(), items))
          .unprocessedKeys(open)
          .build();
    }

    @Override
    public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
      return super.transactWriteItems(
          Writes.each(
              request,
              write ->
                  Writes.isKey(write)
                      ? write.copy(
                          w -> w.put(write.put().copy(p -> p.item(renamed(write.put().item())))))
                      : write));
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

  static DynamoDbClient notStored(DynamoDbClient next) {
    return Writes.leavingOut(next, Writes::isKey);
  }

  /** Stores the key in a separate write, after the check-in. */
  static DynamoDbClient writtenAfterwards(DynamoDbClient next) {
    return new RelayingClient(next) {
      @Override
      public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
        TransactWriteItemsResponse response =
            super.transactWriteItems(Writes.without(request, Writes::isKey));
        for (TransactWriteItem write : request.transactItems()) {
          if (Writes.isKey(write)) {
            try {
              putItem(
                  put ->
                      put.tableName(write.put().tableName())
                          .item(write.put().item())
                          .conditionExpression(write.put().conditionExpression()));
            } catch (ConditionalCheckFailedException e) {
              continue;
            }
          }
        }
        return response;
      }
    };
  }
}
