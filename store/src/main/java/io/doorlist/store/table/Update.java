package io.doorlist.store.table;

import static java.util.stream.Collectors.joining;

import io.doorlist.store.table.TableSchema.Key;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Changes some attributes of an item and keeps the others. Not thread-safe. */
public final class Update extends Write {
  private final Key key;
  private final StringJoiner set = new StringJoiner(",", "SET ", "");
  private final StringJoiner add = new StringJoiner(",", "ADD ", "");
  private final StringJoiner remove = new StringJoiner(",", "REMOVE ", "");

  private Update(Key key) {
    this.key = key;
    for (StringJoiner clause : List.of(set, add, remove)) {
      clause.setEmptyValue("");
    }
  }

  /** Returns an update of an item, which is created if it does not exist. */
  public static Update of(Key key) {
    return new Update(key);
  }

  public Update set(String attribute, Object value) {
    return set(Path.of(attribute), value);
  }

  public Update set(Path path, Object value) {
    set.add(terms.path(path) + " = " + terms.value(value));
    return this;
  }

  public Update setAll(Item attributes) {
    attributes.attributes().forEach(this::set);
    return this;
  }

  public Update setIfAbsent(String attribute, Object value) {
    String name = terms.name(attribute);
    set.add(name + " = if_not_exists(" + name + ", " + terms.value(value) + ")");
    return this;
  }

  /** Appends an element to a list, which is created if it is absent. */
  public Update append(String list, Object element) {
    String name = terms.name(list);
    String old = "if_not_exists(" + name + ", " + terms.value(List.of()) + ")";
    set.add(name + " = list_append(" + old + ", " + terms.value(List.of(element)) + ")");
    return this;
  }

  /** Adds to a number, which counts as 0 if it is absent. */
  public Update add(String attribute, long number) {
    add.add(terms.name(attribute) + " " + terms.value(number));
    return this;
  }

  public Update remove(String attribute) {
    return remove(Path.of(attribute));
  }

  public Update remove(Path path) {
    remove.add(terms.path(path));
    return this;
  }

  @Override
  public Update require(Condition required) {
    super.require(required);
    return this;
  }

  @Override
  public Update ifPresent() {
    return require(Condition.present());
  }

  private String expression() {
    return Stream.of(set, add, remove)
        .map(StringJoiner::toString)
        .filter(clause -> !clause.isEmpty())
        .collect(joining(" "));
  }

  @Override
  TransactWriteItem part(String table) {
    return TransactWriteItem.builder()
        .update(
            update ->
                update
                    .tableName(table)
                    .key(key.attributes())
                    .updateExpression(expression())
                    .conditionExpression(condition())
                    .expressionAttributeNames(terms.names())
                    .expressionAttributeValues(terms.values())
                    .returnValuesOnConditionCheckFailure(OLD))
        .build();
  }

  UpdateItemRequest request(String table) {
    return UpdateItemRequest.builder()
        .tableName(table)
        .key(key.attributes())
        .updateExpression(expression())
        .conditionExpression(condition())
        .expressionAttributeNames(terms.names())
        .expressionAttributeValues(terms.values())
        .returnValues(ReturnValue.ALL_NEW)
        .build();
  }

  @Override
  void send(DynamoDbClient client, String table) {
    client.updateItem(request(table));
  }
}
