package io.doorlist.exactness.planted;

import io.doorlist.exactness.fake.DynamoExceptions;
import io.doorlist.testing.RelayingClient;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.Update;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Faults in the transaction of a check-in. */
final class CheckinFaults {
  private CheckinFaults() {}

  /** Changes only the transactions of check-ins. */
  private abstract static class OfCheckins extends RelayingClient {
    OfCheckins(DynamoDbClient next) {
      super(next);
    }

    abstract TransactWriteItemsResponse checkin(TransactWriteItemsRequest request);

    final TransactWriteItemsResponse send(TransactWriteItemsRequest request) {
      return super.transactWriteItems(request);
    }

    @Override
    public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
      return Writes.isCheckin(request) ? checkin(request) : send(request);
    }
  }

  static DynamoDbClient noConditionOnMark(DynamoDbClient next) {
    return new OfCheckins(next) {
      @Override
      TransactWriteItemsResponse checkin(TransactWriteItemsRequest request) {
        return send(Writes.unconditional(request, Writes::isMark));
      }
    };
  }

  static DynamoDbClient noConditionOnRow(DynamoDbClient next) {
    return new OfCheckins(next) {
      @Override
      TransactWriteItemsResponse checkin(TransactWriteItemsRequest request) {
        return send(Writes.unconditional(request, Writes::isRow));
      }
    };
  }

  /** Reads whether the marks are free, then writes without a condition on them. */
  static DynamoDbClient readThenWrite(DynamoDbClient next) {
    return new OfCheckins(next) {
      @Override
      TransactWriteItemsResponse checkin(TransactWriteItemsRequest request) {
        List<CancellationReason> reasons = new ArrayList<>();
        boolean taken = false;
        for (TransactWriteItem write : request.transactItems()) {
          CancellationReason.Builder reason = CancellationReason.builder().code("None");
          if (Writes.isMark(write)) {
            Map<String, AttributeValue> door =
                getItem(
                        GetItemRequest.builder()
                            .tableName(write.update().tableName())
                            .key(write.update().key())
                            .consistentRead(true)
                            .build())
                    .item();
            Map<String, AttributeValue> marks = door.get("in").m();
            for (String name : write.update().expressionAttributeNames().values()) {
              if (marks.containsKey(name)) {
                reason.code("ConditionalCheckFailed").item(door);
                taken = true;
              }
            }
          }
          reasons.add(reason.build());
        }
        if (taken) {
          throw DynamoExceptions.cancelled(reasons);
        }
        return send(Writes.unconditional(request, Writes::isMark));
      }
    };
  }

  /** Sends each write of the transaction separately, rows first. */
  static DynamoDbClient singleWrites(DynamoDbClient next) {
    return new OfCheckins(next) {
      @Override
      TransactWriteItemsResponse checkin(TransactWriteItemsRequest request) {
        List<TransactWriteItem> writes = request.transactItems();
        for (int i = writes.size() - 1; i >= 0; i--) {
          try {
            single(writes.get(i));
          } catch (ConditionalCheckFailedException e) {
            throw failedAt(i, writes.size(), e);
          }
        }
        return TransactWriteItemsResponse.builder().build();
      }

      private void single(TransactWriteItem write) {
        if (write.put() != null) {
          putItem(
              PutItemRequest.builder()
                  .tableName(write.put().tableName())
                  .item(write.put().item())
                  .conditionExpression(write.put().conditionExpression())
                  .returnValuesOnConditionCheckFailure("ALL_OLD")
                  .build());
        } else {
          updateItem(single(write.update()));
        }
      }

      private UpdateItemRequest single(Update update) {
        return singleUpdate(update);
      }
    };
  }

  private static UpdateItemRequest singleUpdate(Update update) {
    return UpdateItemRequest.builder()
        .tableName(update.tableName())
        .key(update.key())
        .updateExpression(update.updateExpression())
        .conditionExpression(update.conditionExpression())
        .expressionAttributeNames(update.expressionAttributeNames())
        .expressionAttributeValues(update.expressionAttributeValues())
        .returnValuesOnConditionCheckFailure("ALL_OLD")
        .build();
  }

  private static TransactionCanceledException failedAt(
      int position, int writes, ConditionalCheckFailedException e) {
    List<CancellationReason> reasons = new ArrayList<>();
    for (int i = 0; i < writes; i++) {
      CancellationReason.Builder reason = CancellationReason.builder().code("None");
      if (i == position) {
        reason.code("ConditionalCheckFailed").item(e.item());
      }
      reasons.add(reason.build());
    }
    return DynamoExceptions.cancelled(reasons);
  }

  /**
   * Gives every attempt a token of its own, and hides that a mark in the way is the sender's:
   * either alone does no harm, as the other prevents it.
   */
  static DynamoDbClient newTokenAtEverySend(DynamoDbClient next) {
    return new OfCheckins(next) {
      private long sent;

      @Override
      TransactWriteItemsResponse checkin(TransactWriteItemsRequest request) {
        try {
          return send(request.toBuilder().clientRequestToken("token-" + ++sent).build());
        } catch (TransactionCanceledException e) {
          throw DynamoExceptions.cancelled(
              e.cancellationReasons().stream().map(CheckinFaults::withoutOrdinals).toList());
        }
      }
    };
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
              Map<String, AttributeValue> changed = new HashMap<>(mark.m());
              // The index stays; an ordinal larger by 2^20 belongs to nobody.
              long ordinal = Long.parseLong(changed.get("ordinal").n()) + (1 << 20);
              changed.put("ordinal", AttributeValue.fromN(Long.toString(ordinal)));
              marks.put(name, AttributeValue.fromM(changed));
            });
    Map<String, AttributeValue> item = new HashMap<>(reason.item());
    item.put("in", AttributeValue.fromM(marks));
    return reason.toBuilder().item(item).build();
  }

  /** Reports a conflict as a failed condition, with the present item. */
  static DynamoDbClient conflictAsFailedCondition(DynamoDbClient next) {
    return new OfCheckins(next) {
      @Override
      TransactWriteItemsResponse checkin(TransactWriteItemsRequest request) {
        try {
          return send(request);
        } catch (TransactionCanceledException e) {
          throw DynamoExceptions.cancelled(
              e.cancellationReasons().stream()
                  .map(
                      reason ->
                          reason.code().equals("TransactionConflict")
                              ? reason.toBuilder().code("ConditionalCheckFailed").build()
                              : reason)
                  .toList());
        }
      }
    };
  }

  static DynamoDbClient markOutsideTransaction(DynamoDbClient next) {
    return new OfCheckins(next) {
      @Override
      TransactWriteItemsResponse checkin(TransactWriteItemsRequest request) {
        TransactWriteItemsResponse response = send(Writes.without(request, Writes::isMark));
        for (TransactWriteItem write : request.transactItems()) {
          if (Writes.isMark(write)) {
            try {
              updateItem(singleUpdate(write.update()));
            } catch (ConditionalCheckFailedException e) {
              continue;
            }
          }
        }
        return response;
      }
    };
  }

  /** Sends only the first half of the marks of an order. */
  static DynamoDbClient partialOrder(DynamoDbClient next) {
    return new OfCheckins(next) {
      @Override
      TransactWriteItemsResponse checkin(TransactWriteItemsRequest request) {
        List<TransactWriteItem> marks =
            request.transactItems().stream().filter(Writes::isMark).toList();
        if (marks.size() < 2) {
          return send(request);
        }
        List<TransactWriteItem> dropped = marks.subList(marks.size() / 2, marks.size());
        return send(Writes.without(request, dropped::contains));
      }
    };
  }

  /** Changes only the transactions of uploads, which have several keys. */
  private static DynamoDbClient ofUploads(
      DynamoDbClient next, BinaryOperator<List<TransactWriteItem>> change) {
    return new OfCheckins(next) {
      @Override
      TransactWriteItemsResponse checkin(TransactWriteItemsRequest request) {
        List<TransactWriteItem> keys =
            request.transactItems().stream().filter(Writes::isKey).toList();
        return send(
            keys.size() < 2
                ? request
                : Writes.with(request, change.apply(request.transactItems(), keys)));
      }
    };
  }

  /** Stores which row a key of an upload is of, and not which of its check-ins. */
  static DynamoDbClient uploadKeyWithoutPlace(DynamoDbClient next) {
    return ofUploads(
        next,
        (writes, keys) ->
            writes.stream().map(each -> keys.contains(each) ? withoutIndex(each) : each).toList());
  }

  private static TransactWriteItem withoutIndex(TransactWriteItem key) {
    Map<String, AttributeValue> item = new HashMap<>(key.put().item());
    item.remove("index");
    return key.toBuilder().put(key.put().toBuilder().item(item).build()).build();
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
