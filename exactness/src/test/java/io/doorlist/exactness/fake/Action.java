package io.doorlist.exactness.fake;

import io.doorlist.store.table.Item;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
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
  private final Map<String, AttributeValue> keyOrItem;
  private final Condition condition;
  private final UpdateExpression change;
  private final Map<String, String> names;
  private final Map<String, AttributeValue> values;
  private final boolean returnsOld;

  private Action(Kind kind, SdkPojo write) {
    this.kind = kind;
    this.keyOrItem = member(write, kind == Kind.PUT ? "Item" : "Key");
    String condition = checked(member(write, "ConditionExpression"));
    String change = kind == Kind.UPDATE ? checked(member(write, "UpdateExpression")) : null;
    this.condition = condition == null ? null : Condition.parse(condition);
    this.change = change == null ? null : UpdateExpression.parse(change);
    this.names = member(write, "ExpressionAttributeNames");
    this.values = member(write, "ExpressionAttributeValues");
    this.returnsOld = "ALL_OLD".equals(member(write, "ReturnValuesOnConditionCheckFailure"));
    checkPlaceholders();
    if (kind == Kind.PUT) {
      checkSize(keyOrItem);
    }
  }

  /** Returns a member that every kind of write has by the same name. */
  @SuppressWarnings("unchecked")
  private static <T> T member(SdkPojo write, String name) {
    return (T) write.sdkFieldNameToField().get(name).getValueOrDefault(write);
  }

  static Action of(PutItemRequest put) {
    return new Action(Kind.PUT, put);
  }

  static Action of(UpdateItemRequest update) {
    return new Action(Kind.UPDATE, update);
  }

  static Action of(TransactWriteItem write) {
    if (write.put() != null) {
      return new Action(Kind.PUT, write.put());
    }
    if (write.update() != null) {
      return new Action(Kind.UPDATE, write.update());
    }
    return write.delete() != null
        ? new Action(Kind.DELETE, write.delete())
        : new Action(Kind.CHECK, write.conditionCheck());
  }

  private static String checked(String expression) {
    if (expression != null && expression.length() > EXPRESSION_BYTES) {
      throw DynamoExceptions.validation("Expression size has exceeded the maximum allowed size");
    }
    return expression;
  }

  /** Refuses placeholders that no expression uses, as DynamoDB does. */
  private void checkPlaceholders() {
    Set<String> unused = new HashSet<>(names.keySet());
    unused.addAll(values.keySet());
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
    return FakeTable.pk(keyOrItem);
  }

  String sk() {
    return FakeTable.sk(keyOrItem);
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
    return condition == null
        || condition.test().test(new Bindings(old == null ? Map.of() : old, names, values));
  }

  /** Returns the item afterwards, {@code null} if it is deleted. */
  Map<String, AttributeValue> result(Map<String, AttributeValue> old) {
    return switch (kind) {
      case PUT -> keyOrItem;
      case DELETE -> null;
      case CHECK -> old;
      case UPDATE -> {
        Map<String, AttributeValue> base = old == null ? new HashMap<>(keyOrItem) : old;
        Map<String, AttributeValue> changed = change.apply(new Bindings(base, names, values));
        checkSize(changed);
        yield changed;
      }
    };
  }

  Map<String, AttributeValue> touched(Map<String, AttributeValue> changed) {
    return change.touched(new Bindings(changed, names, values));
  }
}
