package io.doorlist.exactness.planted;

import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** Faults in undos and in the records of double admissions. */
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

  /** The record of a double admission leaves its key free. */
  static DynamoDbClient doubleWithoutKey(DynamoDbClient next) {
    return doubles(next, request -> Writes.without(request, Writes::isKey));
  }

  /** The key is used, but nothing is on record. */
  static DynamoDbClient doubleNotKept(DynamoDbClient next) {
    return doubles(next, request -> Writes.without(request, DoorFaults::isDouble));
  }

  /** A double admission takes the key from a check-in, or from its twin. */
  static DynamoDbClient doubleOverKey(DynamoDbClient next) {
    return doubles(next, request -> Writes.unconditional(request, Writes::isKey));
  }

  private static DynamoDbClient undoWithout(
      DynamoDbClient next, Predicate<TransactWriteItem> dropped) {
    return undo(next, request -> Writes.without(request, dropped));
  }

  private static DynamoDbClient undo(
      DynamoDbClient next, UnaryOperator<TransactWriteItemsRequest> change) {
    return changing(next, DoorFaults::isLog, change);
  }

  private static DynamoDbClient doubles(
      DynamoDbClient next, UnaryOperator<TransactWriteItemsRequest> change) {
    return changing(next, DoorFaults::isDouble, change);
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
    return write.put() != null && write.put().item().get("pk").s().contains("#undone#");
  }

  private static boolean isDouble(TransactWriteItem write) {
    return write.put() != null && write.put().item().get("pk").s().contains("#doubles#");
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
