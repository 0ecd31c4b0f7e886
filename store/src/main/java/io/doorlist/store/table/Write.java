package io.doorlist.store.table;

import io.doorlist.store.table.TableSchema.Key;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * One write of one item and its condition, alone ({@link Dynamo#write}) or in a transaction ({@link
 * Dynamo#transact}). Every conditional write is one of these or an {@link Update}. Not thread-safe.
 */
public abstract class Write {
  /** The item in the way is often the answer, and returning it costs nothing. */
  static final ReturnValuesOnConditionCheckFailure OLD =
      ReturnValuesOnConditionCheckFailure.ALL_OLD;

  final Terms terms = new Terms();
  private String condition;

  Write() {}

  /** Returns a write that creates an item or replaces the one with its key. */
  public static Write put(Item item) {
    return new Write() {
      @Override
      TransactWriteItem part(String table) {
        return TransactWriteItem.builder()
            .put(
                put ->
                    put.tableName(table)
                        .item(item.attributes())
                        .conditionExpression(condition())
                        .expressionAttributeNames(terms.names())
                        .expressionAttributeValues(terms.values())
                        .returnValuesOnConditionCheckFailure(OLD))
            .build();
      }

      @Override
      void send(DynamoDbClient client, String table) {
        client.putItem(
            put ->
                put.tableName(table)
                    .item(item.attributes())
                    .conditionExpression(condition())
                    .expressionAttributeNames(terms.names())
                    .expressionAttributeValues(terms.values()));
      }
    };
  }

  public static Write delete(Key key) {
    return new Write() {
      @Override
      TransactWriteItem part(String table) {
        return TransactWriteItem.builder()
            .delete(
                delete ->
                    delete
                        .tableName(table)
                        .key(key.attributes())
                        .conditionExpression(condition())
                        .expressionAttributeNames(terms.names())
                        .expressionAttributeValues(terms.values())
                        .returnValuesOnConditionCheckFailure(OLD))
            .build();
      }

      @Override
      void send(DynamoDbClient client, String table) {
        client.deleteItem(
            delete ->
                delete
                    .tableName(table)
                    .key(key.attributes())
                    .conditionExpression(condition())
                    .expressionAttributeNames(terms.names())
                    .expressionAttributeValues(terms.values()));
      }
    };
  }

  /** Returns a write that changes nothing: it makes a transaction depend on a condition. */
  public static Write check(Key key) {
    return new Write() {
      @Override
      TransactWriteItem part(String table) {
        return TransactWriteItem.builder()
            .conditionCheck(
                check ->
                    check
                        .tableName(table)
                        .key(key.attributes())
                        .conditionExpression(condition())
                        .expressionAttributeNames(terms.names())
                        .expressionAttributeValues(terms.values())
                        .returnValuesOnConditionCheckFailure(OLD))
            .build();
      }
    };
  }

  /** Sets the condition of the write, which has one at most. */
  public Write require(Condition required) {
    if (condition != null) {
      throw new IllegalStateException("the write has a condition");
    }
    condition = required.text(terms);
    return this;
  }

  public Write ifAbsent() {
    return require(Condition.absent());
  }

  public Write ifPresent() {
    return require(Condition.present());
  }

  /** Returns the condition in the SDK's form, or {@code null} if there is none. */
  final String condition() {
    return condition;
  }

  abstract TransactWriteItem part(String table);

  void send(DynamoDbClient client, String table) {
    throw new UnsupportedOperationException("a check alone does nothing");
  }
}
