package io.doorlist.exactness.planted;

import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** Faults in undos and in what is recorded of people whom a device let in. */
final class DoorFaults {
  private DoorFaults() {}

  /** The mark stays on the ticket. */
  static DynamoDbClient undoKeepsMark(DynamoDbClient next) {
    return undoWithout(next, DoorFaults::isMark);
  }

  /** The row still shows who was let in. */
  static DynamoDbClient undoKeepsRow(DynamoDbClient next) {
    return undoWithout(next, DoorFaults::isRow);
  }

  /** HEAD does not count the undo. */
  static DynamoDbClient undoNotCounted(DynamoDbClient next) {
    return undoWithout(next, DoorFaults::isHead);
  }

  /** Undos are not logged. */
  static DynamoDbClient undoNotLogged(DynamoDbClient next) {
    return undoWithout(next, DoorFaults::isLog);
  }

  /** Two requests at the same time both undo the same check-in. */
  static DynamoDbClient undoUnconditional(DynamoDbClient next) {
    return undo(next, request -> Writes.unconditional(request, write -> true));
  }

  /** What is recorded of a refusal leaves its key free. */
  static DynamoDbClient recordWithoutKey(DynamoDbClient next) {
    return records(next, request -> Writes.without(request, Writes::isKey));
  }

  /** The key is used, but nothing is on record. */
  static DynamoDbClient recordNotKept(DynamoDbClient next) {
    return records(next, request -> Writes.without(request, DoorFaults::isRecord));
  }

  /** A record takes the key from a check-in, or from its twin. */
  static DynamoDbClient recordOverKey(DynamoDbClient next) {
    return records(next, request -> Writes.unconditional(request, Writes::isKey));
  }

  private static DynamoDbClient undoWithout(
      DynamoDbClient next, Predicate<TransactWriteItem> dropped) {
    return undo(next, request -> Writes.without(request, dropped));
  }

  private static DynamoDbClient undo(
      DynamoDbClient next, UnaryOperator<TransactWriteItemsRequest> change) {
    return changing(next, DoorFaults::isLog, change);
  }

  private static DynamoDbClient records(
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

  private static boolean isLog(TransactWriteItem write) {
    return write.put() != null && write.put().item().containsKey("undid");
  }

  private static boolean isRecord(TransactWriteItem write) {
    return write.put() != null && write.put().item().containsKey("refused");
  }

  private static boolean isHead(TransactWriteItem write) {
    return write.update() != null && write.update().key().get("sk").s().equals("HEAD");
  }

  private static boolean isRow(TransactWriteItem write) {
    return write.update() != null
        && write.update().key().get("pk").s().contains("#checkins#")
        && !isHead(write);
  }

  private static boolean isMark(TransactWriteItem write) {
    return write.update() != null && !isHead(write) && !isRow(write);
  }
}
