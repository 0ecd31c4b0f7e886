package io.doorlist.exactness.planted;

import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** Faults in undos and in what is recorded of people whom a device let in. */
final class DoorFaults {
  private DoorFaults() {}

  static DynamoDbClient undos(
      DynamoDbClient next, UnaryOperator<TransactWriteItemsRequest> change) {
    return changing(next, DoorFaults::isLog, change);
  }

  static DynamoDbClient records(
      DynamoDbClient next, UnaryOperator<TransactWriteItemsRequest> change) {
    return changing(next, DoorFaults::isRecord, change);
  }

  /** Changes the transactions that have such a write. */
  private static DynamoDbClient changing(
      DynamoDbClient next,
      Predicate<TransactWriteItem> has,
      UnaryOperator<TransactWriteItemsRequest> change) {
    return Writes.changing(
        next,
        request ->
            request.transactItems().stream().anyMatch(has) ? change.apply(request) : request);
  }

  static boolean isLog(TransactWriteItem write) {
    return write.put() != null && write.put().item().containsKey("undid");
  }

  static boolean isRecord(TransactWriteItem write) {
    return write.put() != null && write.put().item().containsKey("refused");
  }

  static boolean isHead(TransactWriteItem write) {
    return write.update() != null && write.update().key().get("sk").s().equals("HEAD");
  }

  static boolean isRow(TransactWriteItem write) {
    return write.update() != null
        && write.update().key().get("pk").s().contains("#checkins#")
        && !isHead(write);
  }

  static boolean isMark(TransactWriteItem write) {
    return write.update() != null && !isHead(write) && !isRow(write);
  }
}
