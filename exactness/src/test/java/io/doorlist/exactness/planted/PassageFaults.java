package io.doorlist.exactness.planted;

import io.doorlist.testing.RelayingClient;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/** Faults in the comings and goings of tickets. */
final class PassageFaults {
  private PassageFaults() {}

  /** Returns what a row without units says happened; nothing if it is no such row. */
  static String what(TransactWriteItem write) {
    return write.put() == null || !write.put().item().containsKey("what")
        ? ""
        : write.put().item().get("what").s();
  }

  private static boolean isPassage(TransactWriteItem write) {
    return what(write).equals("entry") || what(write).equals("exit");
  }

  static boolean marksOthers(TransactWriteItem write) {
    return write.update() != null
        && write.update().expressionAttributeNames().containsValue("unexplained");
  }

  /** Changes the rows of passages. */
  static DynamoDbClient rows(
      DynamoDbClient next, UnaryOperator<Map<String, AttributeValue>> spoil) {
    return rows(next, PassageFaults::isPassage, spoil);
  }

  /** Leaves out what rows of undos say. */
  static DynamoDbClient undos(DynamoDbClient next, String member) {
    return rows(next, write -> what(write).equals("undo"), row -> Writes.without(row, member));
  }

  /** Takes the time of a scan as the phone's clock says it. */
  static Map<String, AttributeValue> bySaidTime(Map<String, AttributeValue> row) {
    return row.containsKey("scanned_at") ? Writes.with(row, "door_at", row.get("scanned_at")) : row;
  }

  private static DynamoDbClient rows(
      DynamoDbClient next,
      Predicate<TransactWriteItem> which,
      UnaryOperator<Map<String, AttributeValue>> spoil) {
    return Writes.changingEach(
        next, write -> which.test(write) ? Writes.item(write, spoil) : write);
  }

  static DynamoDbClient unconditional(DynamoDbClient next) {
    return Writes.changing(
        next,
        request ->
            request.transactItems().stream().anyMatch(PassageFaults::isPassage)
                ? Writes.unconditional(request, write -> write.update() != null)
                : request);
  }

  /** A list of an area lets people in any number of times. */
  static Map<String, AttributeValue> alwaysAgain(Map<String, AttributeValue> item) {
    return item.containsKey("area")
        ? Writes.with(item, "reentry", AttributeValue.fromS("always"))
        : item;
  }

  /** No area of the event empties. */
  static Map<String, AttributeValue> neverEmpty(Map<String, AttributeValue> item) {
    if (!item.containsKey("areas")) {
      return item;
    }
    List<AttributeValue> areas =
        item.get("areas").l().stream()
            .map(area -> AttributeValue.fromM(Writes.without(area.m(), "empties_at")))
            .toList();
    return Writes.with(item, "areas", AttributeValue.fromL(areas));
  }

  static Map<String, AttributeValue> curveFromArrival(Map<String, AttributeValue> row) {
    Map<String, AttributeValue> tally = row.get("tally").m();
    if (!tally.containsKey("curve")) {
      return row;
    }
    long sum =
        tally.get("curve").m().values().stream().mapToLong(each -> Long.parseLong(each.n())).sum();
    String minute = Long.toString(Math.floorDiv(Long.parseLong(row.get("at").n()), 60_000L));
    AttributeValue curve =
        AttributeValue.fromM(Map.of(minute, AttributeValue.fromN(Long.toString(sum))));
    return Writes.with(row, "tally", AttributeValue.fromM(Writes.with(tally, "curve", curve)));
  }

  static Map<String, AttributeValue> entriesTwice(Map<String, AttributeValue> row) {
    Map<String, AttributeValue> tally = row.get("tally").m();
    return tally.containsKey("entries")
        ? Writes.with(
            row,
            "tally",
            AttributeValue.fromM(Writes.with(tally, "entries", AttributeValue.fromN("2"))))
        : row;
  }

  /**
   * An undo of a check-in does not see the passages of its ticket, nor requires that there are
   * none.
   */
  static final class HastyUndo extends RelayingClient {
    /** Whether the last row that a thread has read is a check-in, as an undo reads it first. */
    private final ThreadLocal<Boolean> undoing = ThreadLocal.withInitial(() -> false);

    HastyUndo(DynamoDbClient next) {
      super(next);
    }

    @Override
    public GetItemResponse getItem(GetItemRequest request) {
      GetItemResponse response = super.getItem(request);
      String pk = request.key().get("pk").s();
      boolean row = Character.isDigit(request.key().get("sk").s().charAt(0));
      if (row && pk.contains("#checkins#")) {
        undoing.set(response.hasItem() && response.item().containsKey("tickets"));
      }
      if (!undoing.get() || !response.hasItem()) {
        return response;
      }
      Map<String, AttributeValue> item = new HashMap<>(response.item());
      item.keySet().removeIf(HastyUndo::isSet);
      return response.copy(copy -> copy.item(item));
    }

    private static boolean isSet(String attribute) {
      return attribute.matches("p[0-9]+");
    }

    @Override
    public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
      List<TransactWriteItem> writes = request.transactItems();
      boolean undo = undoing.get() && writes.stream().anyMatch(HastyUndo::removesMark);
      return super.transactWriteItems(
          undo ? Writes.unconditional(request, HastyUndo::removesMark) : request);
    }

    private static boolean removesMark(TransactWriteItem write) {
      return write.update() != null
          && write.update().updateExpression().contains("REMOVE")
          && write.update().expressionAttributeNames().values().stream()
              .anyMatch(name -> name.equals("in"));
    }
  }
}
