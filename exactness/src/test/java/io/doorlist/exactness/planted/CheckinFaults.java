package io.doorlist.exactness.planted;

import io.doorlist.exactness.fake.DynamoExceptions;
import io.doorlist.testing.RelayingClient;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.Update;

/** Faults in the transaction of a check-in. */
final class CheckinFaults {
  private CheckinFaults() {}

  /** Changes only the transactions of check-ins. */
  static DynamoDbClient ofCheckins(
      DynamoDbClient next, UnaryOperator<TransactWriteItemsRequest> change) {
    return Writes.changing(
        next, request -> Writes.isCheckin(request) ? change.apply(request) : request);
  }

  /** Sends only the transactions of check-ins in another way. */
  private static DynamoDbClient checkinsSent(
      DynamoDbClient next, Function<TransactWriteItemsRequest, TransactWriteItemsResponse> way) {
    return new RelayingClient(next) {
      @Override
      public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
        return Writes.isCheckin(request) ? way.apply(request) : next.transactWriteItems(request);
      }
    };
  }

  /** Reads whether the marks are free, then writes without a condition on them. */
  static DynamoDbClient readThenWrite(DynamoDbClient next) {
    return checkinsSent(
        next,
        request -> {
          List<CancellationReason> reasons =
              request.transactItems().stream().map(write -> taken(next, write)).toList();
          if (reasons.stream().anyMatch(CancellationReason::hasItem)) {
            throw DynamoExceptions.cancelled(reasons);
          }
          return next.transactWriteItems(Writes.unconditional(request, Writes::isMark));
        });
  }

  /** Returns why a write would fail: somebody else has set the mark. */
  private static CancellationReason taken(DynamoDbClient next, TransactWriteItem write) {
    CancellationReason.Builder reason = CancellationReason.builder().code("None");
    if (Writes.isMark(write)) {
      Update mark = write.update();
      Map<String, AttributeValue> door =
          next.getItem(get -> get.tableName(mark.tableName()).key(mark.key()).consistentRead(true))
              .item();
      Map<String, AttributeValue> marks = door.get("in").m();
      if (mark.expressionAttributeNames().values().stream().anyMatch(marks::containsKey)) {
        reason.code("ConditionalCheckFailed").item(door);
      }
    }
    return reason.build();
  }

  /** Sends each write of the transaction separately, rows first. */
  static DynamoDbClient singleWrites(DynamoDbClient next) {
    return checkinsSent(
        next,
        request -> {
          List<TransactWriteItem> writes = request.transactItems();
          for (int i = writes.size() - 1; i >= 0; i--) {
            try {
              Writes.single(next, writes.get(i));
            } catch (ConditionalCheckFailedException e) {
              throw failedAt(i, writes.size(), e);
            }
          }
          return TransactWriteItemsResponse.builder().build();
        });
  }

  private static TransactionCanceledException failedAt(
      int position, int writes, ConditionalCheckFailedException e) {
    CancellationReason none = CancellationReason.builder().code("None").build();
    List<CancellationReason> reasons = new ArrayList<>(Collections.nCopies(writes, none));
    reasons.set(position, none.copy(each -> each.code("ConditionalCheckFailed").item(e.item())));
    return DynamoExceptions.cancelled(reasons);
  }

  /**
   * Gives every attempt a token of its own, and hides that a mark in the way is the sender's:
   * either alone does no harm, as the other prevents it.
   */
  static DynamoDbClient newTokenAtEverySend(DynamoDbClient next) {
    AtomicLong sent = new AtomicLong();
    return checkinsSent(
        next,
        request -> {
          String token = "token-" + sent.incrementAndGet();
          return cancelledFor(
              next,
              request.copy(each -> each.clientRequestToken(token)),
              CheckinFaults::withoutOrdinals);
        });
  }

  /** Sends a transaction; if it is cancelled, for other reasons than the table says. */
  private static TransactWriteItemsResponse cancelledFor(
      DynamoDbClient next,
      TransactWriteItemsRequest request,
      UnaryOperator<CancellationReason> reason) {
    try {
      return next.transactWriteItems(request);
    } catch (TransactionCanceledException e) {
      throw DynamoExceptions.cancelled(e.cancellationReasons().stream().map(reason).toList());
    }
  }

  private static CancellationReason withoutOrdinals(CancellationReason reason) {
    if (!reason.hasItem() || !reason.item().containsKey("in")) {
      return reason;
    }
    Map<String, AttributeValue> marks = new HashMap<>();
    reason
        .item()
        .get("in")
        .m()
        .forEach(
            (name, mark) -> {
              // The index stays; an ordinal larger by 2^20 belongs to nobody.
              long ordinal = Long.parseLong(mark.m().get("ordinal").n()) + (1 << 20);
              AttributeValue other = AttributeValue.fromN(Long.toString(ordinal));
              marks.put(name, AttributeValue.fromM(Writes.with(mark.m(), "ordinal", other)));
            });
    return reason.copy(
        each -> each.item(Writes.with(reason.item(), "in", AttributeValue.fromM(marks))));
  }

  /** Reports a conflict as a failed condition, with the present item. */
  static DynamoDbClient conflictAsFailedCondition(DynamoDbClient next) {
    return checkinsSent(
        next,
        request ->
            cancelledFor(
                next,
                request,
                reason ->
                    reason.code().equals("TransactionConflict")
                        ? reason.copy(each -> each.code("ConditionalCheckFailed"))
                        : reason));
  }

  /** Sends only the first half of the marks of an order. */
  static DynamoDbClient partialOrder(DynamoDbClient next) {
    return ofCheckins(
        next,
        request -> {
          List<TransactWriteItem> marks =
              request.transactItems().stream().filter(Writes::isMark).toList();
          List<TransactWriteItem> dropped =
              marks.size() < 2 ? List.of() : marks.subList(marks.size() / 2, marks.size());
          return Writes.without(request, dropped::contains);
        });
  }

  /** Changes only the transactions of uploads, which have several keys. */
  private static DynamoDbClient ofUploads(
      DynamoDbClient next, BinaryOperator<List<TransactWriteItem>> change) {
    return ofCheckins(
        next,
        request -> {
          List<TransactWriteItem> keys =
              request.transactItems().stream().filter(Writes::isKey).toList();
          return keys.size() < 2
              ? request
              : Writes.with(request, change.apply(request.transactItems(), keys));
        });
  }

  /** Stores which row a key of an upload is of, and not which of its check-ins. */
  static DynamoDbClient uploadKeyWithoutPlace(DynamoDbClient next) {
    return ofUploads(
        next,
        (writes, keys) ->
            writes.stream().map(each -> keys.contains(each) ? withoutIndex(each) : each).toList());
  }

  private static TransactWriteItem withoutIndex(TransactWriteItem key) {
    return Writes.item(key, item -> Writes.without(item, "index"));
  }

  /** Stores the first key of an upload alone. */
  static DynamoDbClient uploadKeepsOneKey(DynamoDbClient next) {
    return ofUploads(
        next,
        (writes, keys) ->
            writes.stream().filter(each -> !keys.subList(1, keys.size()).contains(each)).toList());
  }

  /** Leaves out the mark of the upload's last ticket. */
  static DynamoDbClient uploadLosesAMark(DynamoDbClient next) {
    return ofUploads(
        next,
        (writes, keys) -> {
          TransactWriteItem last =
              writes.stream().filter(Writes::isMark).reduce((one, other) -> other).orElseThrow();
          return writes.stream().filter(each -> each != last).toList();
        });
  }
}
