package io.doorlist.store.table;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Writes as requests to DynamoDB. */
final class Requests {
  /** The item in the way is often the answer, and returning it costs nothing. */
  private static final ReturnValuesOnConditionCheckFailure OLD =
      ReturnValuesOnConditionCheckFailure.ALL_OLD;

  private Requests() {}

  /** Sends a write alone. */
  static void send(DynamoDbClient client, String table, Write write) {
    Expressions words = new Expressions(write);
    switch (write) {
      case Write.Put put ->
          client.putItem(
              request ->
                  request
                      .tableName(table)
                      .item(put.item().attributes())
                      .conditionExpression(words.condition())
                      .expressionAttributeNames(words.names())
                      .expressionAttributeValues(words.values()));
      case Write.Delete delete ->
          client.deleteItem(
              request ->
                  request
                      .tableName(table)
                      .key(delete.key().attributes())
                      .conditionExpression(words.condition())
                      .expressionAttributeNames(words.names())
                      .expressionAttributeValues(words.values()));
      case Write.Check check ->
          throw new UnsupportedOperationException("a check alone does nothing");
      case Update update -> client.updateItem(update(table, update));
    }
  }

  /** Returns an update that is sent alone and answered with the item's new state. */
  static UpdateItemRequest update(String table, Update update) {
    Expressions words = new Expressions(update);
    return UpdateItemRequest.builder()
        .tableName(table)
        .key(update.key().attributes())
        .updateExpression(words.update())
        .conditionExpression(words.condition())
        .expressionAttributeNames(words.names())
        .expressionAttributeValues(words.values())
        .returnValues(ReturnValue.ALL_NEW)
        .build();
  }

  /** Returns a write as a part of a transaction. */
  static TransactWriteItem part(String table, Write write) {
    Expressions words = new Expressions(write);
    TransactWriteItem.Builder part = TransactWriteItem.builder();
    switch (write) {
      case Write.Put put ->
          part.put(
              each ->
                  each.tableName(table)
                      .item(put.item().attributes())
                      .conditionExpression(words.condition())
                      .expressionAttributeNames(words.names())
                      .expressionAttributeValues(words.values())
                      .returnValuesOnConditionCheckFailure(OLD));
      case Write.Delete delete ->
          part.delete(
              each ->
                  each.tableName(table)
                      .key(delete.key().attributes())
                      .conditionExpression(words.condition())
                      .expressionAttributeNames(words.names())
                      .expressionAttributeValues(words.values())
                      .returnValuesOnConditionCheckFailure(OLD));
      case Write.Check check ->
          part.conditionCheck(
              each ->
                  each.tableName(table)
                      .key(check.key().attributes())
                      .conditionExpression(words.condition())
                      .expressionAttributeNames(words.names())
                      .expressionAttributeValues(words.values())
                      .returnValuesOnConditionCheckFailure(OLD));
      case Update update ->
          part.update(
              each ->
                  each.tableName(table)
                      .key(update.key().attributes())
                      .updateExpression(words.update())
                      .conditionExpression(words.condition())
                      .expressionAttributeNames(words.names())
                      .expressionAttributeValues(words.values())
                      .returnValuesOnConditionCheckFailure(OLD));
    }
    return part.build();
  }
}
