package io.doorlist.table.aws;

import io.doorlist.table.Expressions;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Turns writes into requests to DynamoDB. */
final class Requests {
  /**
   * Asks for the item that made a condition fail. Callers often need it for their answer, and it
   * costs nothing.
   */
  private static final ReturnValuesOnConditionCheckFailure OLD =
      ReturnValuesOnConditionCheckFailure.ALL_OLD;

  private Requests() {}

  static PutItemRequest put(String table, Write.Put put) {
    Expressions words = Expressions.of(put);
    return PutItemRequest.builder()
        .tableName(table)
        .item(SdkValues.of(put.item()))
        .conditionExpression(words.condition())
        .expressionAttributeNames(names(words))
        .expressionAttributeValues(values(words))
        .build();
  }

  static DeleteItemRequest delete(String table, Write.Delete delete) {
    Expressions words = Expressions.of(delete);
    return DeleteItemRequest.builder()
        .tableName(table)
        .key(SdkValues.of(delete.key()))
        .conditionExpression(words.condition())
        .expressionAttributeNames(names(words))
        .expressionAttributeValues(values(words))
        .build();
  }

  /** Returns the request of an update, whose answer is the item's new state. */
  static UpdateItemRequest update(String table, Update update) {
    Expressions words = Expressions.of(update);
    return UpdateItemRequest.builder()
        .tableName(table)
        .key(SdkValues.of(update.key()))
        .updateExpression(words.update())
        .conditionExpression(words.condition())
        .expressionAttributeNames(names(words))
        .expressionAttributeValues(values(words))
        .returnValues(ReturnValue.ALL_NEW)
        .build();
  }

  /** Returns a write as a part of a transaction. */
  static TransactWriteItem part(String table, Write write) {
    Expressions words = Expressions.of(write);
    TransactWriteItem.Builder part = TransactWriteItem.builder();
    switch (write) {
      case Write.Put put ->
          part.put(
              each ->
                  each.tableName(table)
                      .item(SdkValues.of(put.item()))
                      .conditionExpression(words.condition())
                      .expressionAttributeNames(names(words))
                      .expressionAttributeValues(values(words))
                      .returnValuesOnConditionCheckFailure(OLD));
      case Write.Delete delete ->
          part.delete(
              each ->
                  each.tableName(table)
                      .key(SdkValues.of(delete.key()))
                      .conditionExpression(words.condition())
                      .expressionAttributeNames(names(words))
                      .expressionAttributeValues(values(words))
                      .returnValuesOnConditionCheckFailure(OLD));
      case Write.Check check ->
          part.conditionCheck(
              each ->
                  each.tableName(table)
                      .key(SdkValues.of(check.key()))
                      .conditionExpression(words.condition())
                      .expressionAttributeNames(names(words))
                      .expressionAttributeValues(values(words))
                      .returnValuesOnConditionCheckFailure(OLD));
      case Update update ->
          part.update(
              each ->
                  each.tableName(table)
                      .key(SdkValues.of(update.key()))
                      .updateExpression(words.update())
                      .conditionExpression(words.condition())
                      .expressionAttributeNames(names(words))
                      .expressionAttributeValues(values(words))
                      .returnValuesOnConditionCheckFailure(OLD));
    }
    return part.build();
  }

  /** Returns the names, or {@code null} if there are none, as the SDK wants it. */
  static Map<String, String> names(Expressions words) {
    return words.names().isEmpty() ? null : words.names();
  }

  /** Returns the values, or {@code null} if there are none, as the SDK wants it. */
  static Map<String, AttributeValue> values(Expressions words) {
    return words.values().isEmpty() ? null : SdkValues.of(words.values());
  }
}
