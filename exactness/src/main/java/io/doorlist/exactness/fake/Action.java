package io.doorlist.exactness.fake;

import io.doorlist.store.table.Item;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.Update;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** One write to one item, alone or in a transaction. */
final class Action {
  private static final int EXPRESSION_BYTES = 4096;
  private static final int ITEM_BYTES = 400 * 1024;

  private enum Kind {
    PUT,
    UPDATE,
    DELETE,
    CHECK
  }

  private final Kind kind;
  private final Map<String, AttributeValue> key;
  private final Map<String, AttributeValue> item;
  private final Condition condition;
  private final UpdateExpression change;
  private final Bindings bindings;
  private final boolean returnsOld;

  private Action(
      Kind kind,
      Map<String, AttributeValue> keyOrItem,
      String condition,
      String change,
      Map<String, String> names,
      Map<String, AttributeValue> values,
      ReturnValuesOnConditionCheckFailure onFailure) {
    this.kind = kind;
    this.key = keyOrItem;
    this.item = kind == Kind.PUT ? keyOrItem : null;
    this.condition = condition == null ? null : Condition.parse(checked(condition));
    this.change = change == null ? null : UpdateExpression.parse(checked(change));
    this.bindings = new Bindings(names, values);
    this.returnsOld = onFailure == ReturnValuesOnConditionCheckFailure.ALL_OLD;
    checkPlaceholders();
    if (item != null) {
      checkSize(item);
    }
  }

  static Action of(PutItemRequest put) {
    return new Action(
        Kind.PUT,
        put.item(),
        put.conditionExpression(),
        null,
        put.expressionAttributeNames(),
        put.expressionAttributeValues(),
        put.returnValuesOnConditionCheckFailure());
  }

  static Action of(UpdateItemRequest update) {
    return new Action(
        Kind.UPDATE,
        update.key(),
        update.conditionExpression(),
        update.updateExpression(),
        update.expressionAttributeNames(),
        update.expressionAttributeValues(),
        update.returnValuesOnConditionCheckFailure());
  }

  static Action of(TransactWriteItem write) {
    if (write.put() != null) {
      Put put = write.put();
      return new Action(
          Kind.PUT,
          put.item(),
          put.conditionExpression(),
          null,
          put.expressionAttributeNames(),
          put.expressionAttributeValues(),
          put.returnValuesOnConditionCheckFailure());
    }
    if (write.update() != null) {
      Update update = write.update();
      return new Action(
          Kind.UPDATE,
          update.key(),
          update.conditionExpression(),
          update.updateExpression(),
          update.expressionAttributeNames(),
          update.expressionAttributeValues(),
          update.returnValuesOnConditionCheckFailure());
    }
    if (write.delete() != null) {
      Delete delete = write.delete();
      return new Action(
          Kind.DELETE,
          delete.key(),
          delete.conditionExpression(),
          null,
          delete.expressionAttributeNames(),
          delete.expressionAttributeValues(),
          delete.returnValuesOnConditionCheckFailure());
    }
    ConditionCheck check = write.conditionCheck();
    return new Action(
        Kind.CHECK,
        check.key(),
        check.conditionExpression(),
        null,
        check.expressionAttributeNames(),
        check.expressionAttributeValues(),
        check.returnValuesOnConditionCheckFailure());
  }

  private static String checked(String expression) {
    if (expression.length() > EXPRESSION_BYTES) {
      throw DynamoExceptions.validation("Expression size has exceeded the maximum allowed size");
    }
    return expression;
  }

  /** Refuses placeholders that no expression uses, as DynamoDB does. */
  private void checkPlaceholders() {
    Set<String> unused = new HashSet<>(bindings.names().keySet());
    unused.addAll(bindings.values().keySet());
    if (condition != null) {
      unused.removeAll(condition.placeholders());
    }
    if (change != null) {
      unused.removeAll(change.placeholders());
    }
    if (!unused.isEmpty()) {
      throw DynamoExceptions.validation("placeholders are not used: " + unused);
    }
  }

  private static void checkSize(Map<String, AttributeValue> item) {
    if (new Item(item).bytes() > ITEM_BYTES) {
      throw DynamoExceptions.validation("Item size has exceeded the maximum allowed size");
    }
  }

  String pk() {
    return FakeTable.pk(key);
  }

  String sk() {
    return FakeTable.sk(key);
  }

  boolean returnsOld() {
    return returnsOld;
  }

  boolean checksOnly() {
    return kind == Kind.CHECK;
  }

  /**
   * Returns whether its condition is true for the item.
   *
   * @param old {@code null} if there is no item
   */
  boolean holds(Map<String, AttributeValue> old) {
    return condition == null || condition.holds(old == null ? Map.of() : old, bindings);
  }

  /** Returns the item afterwards, {@code null} if it is deleted. */
  Map<String, AttributeValue> result(Map<String, AttributeValue> old) {
    return switch (kind) {
      case PUT -> item;
      case DELETE -> null;
      case CHECK -> old;
      case UPDATE -> {
        Map<String, AttributeValue> base = old;
        if (base == null) {
          base = new HashMap<>();
          base.put("pk", key.get("pk"));
          base.put("sk", key.get("sk"));
        }
        Map<String, AttributeValue> changed = change.apply(base, bindings);
        checkSize(changed);
        yield changed;
      }
    };
  }

  Map<String, AttributeValue> touched(Map<String, AttributeValue> changed) {
    return change.touched(changed, bindings);
  }
}
