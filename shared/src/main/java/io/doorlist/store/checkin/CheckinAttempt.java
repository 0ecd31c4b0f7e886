package io.doorlist.store.checkin;

import io.doorlist.domain.Checkin;
import io.doorlist.domain.CheckinCommand;
import io.doorlist.domain.UnavailableException;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema.Key;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.Update;

/**
 * One try to let tickets in, with ordinals of its own: it succeeds as a whole, or says what was in
 * the way.
 */
final class CheckinAttempt {
  private final Door door;
  private final List<CheckinMark> checkins;
  private final long first;
  private final int rows;
  private final SortedMap<String, Integer> remaining;
  private final Map<Key, List<Integer>> byDoor = new LinkedHashMap<>();
  private final Map<Key, Long> versions = new HashMap<>();

  /**
   * Plans a try.
   *
   * @param tickets whom to let in
   * @param checkins what that makes of each, in the same order
   * @param first the first of the reserved ordinals, {@code rows} of them
   * @param remaining what an order has left afterwards
   */
  CheckinAttempt(
      Door door,
      List<Admission> tickets,
      List<CheckinMark> checkins,
      long first,
      int rows,
      SortedMap<String, Integer> remaining) {
    this.door = door;
    this.checkins = List.copyOf(checkins);
    this.first = first;
    this.rows = rows;
    this.remaining = remaining;
    for (int i = 0; i < tickets.size(); i++) {
      Key key = tickets.get(i).doorKey();
      byDoor.computeIfAbsent(key, any -> new ArrayList<>()).add(i);
      versions.put(key, tickets.get(i).doorVersion());
    }
  }

  /** What came of it. */
  sealed interface Result {}

  /** Everybody is in. */
  record Done(List<Checkin> checkins) implements Result {}

  /** The idempotency key was used before, and this is its item. */
  record KeyTaken(Item item) implements Result {}

  /** Another request with this idempotency key is still writing. */
  record KeyBusy() implements Result {}

  /** Nobody is in: a door or an ordinal was not as expected. */
  record Lost(Map<Key, Item> doors) implements Result {
    /** Returns the ticket as it is now. */
    Admission now(Admission ticket) {
      Item changed = doors.get(ticket.doorKey());
      return changed == null ? ticket : ticket.with(changed);
    }
  }

  /**
   * Writes it.
   *
   * @throws UnavailableException if the store did not answer in time; the tickets may be in or not
   */
  Result run(Dynamo dynamo, Sequence sequence) {
    List<TransactWriteItem> writes = new ArrayList<>();
    List<Key> doors = List.copyOf(byDoor.keySet());
    for (Key key : doors) {
      writes.add(marks(dynamo.table(), key, byDoor.get(key)));
    }
    int rowsAt = writes.size();
    for (int row = 0; row < rows; row++) {
      int from = row * CheckinMark.MOST_IN_ROW;
      int to = Math.min(from + CheckinMark.MOST_IN_ROW, checkins.size());
      writes.add(sequence.append(CheckinMark.row(door.sequence(), checkins.subList(from, to))));
    }
    int keyAt = writes.size();
    door.idempotencyKey().ifPresent(key -> writes.add(usedKey(dynamo.table(), key)));

    Instant deadline = door.command().deadline();
    Optional<Dynamo.Rejection> rejection;
    try {
      rejection = dynamo.transact(writes, deadline);
    } catch (UnavailableException e) {
      if (conflicts(e, keyAt)) {
        return new KeyBusy();
      }
      throw e;
    }
    if (rejection.isEmpty() || ours(rejection.get(), doors)) {
      settle(sequence, deadline);
      return done();
    }
    for (int row = 0; row < rows; row++) {
      if (!rejection.get().failed(rowsAt + row)) {
        giveUp(sequence, first + row, deadline);
      }
    }
    if (rejection.get().failed(keyAt)) {
      return new KeyTaken(rejection.get().failed().get(keyAt));
    }
    Map<Key, Item> changed = new HashMap<>();
    for (int i = 0; i < doors.size(); i++) {
      if (rejection.get().failed(i)) {
        changed.put(doors.get(i), rejection.get().failed().get(i));
      }
    }
    return new Lost(changed);
  }

  private Done done() {
    CheckinCommand command = door.command();
    return new Done(
        checkins.stream().map(mark -> mark.checkin(door.list(), command.mode())).toList());
  }

  /**
   * Tells whether the conditions failed because this very try was written before and its answer was
   * lost: the marks have the ordinals that only we hold.
   */
  private boolean ours(Dynamo.Rejection rejection, List<Key> doors) {
    for (int i = 0; i < doors.size(); i++) {
      if (rejection.failed(i)) {
        CheckinMark mine = checkins.get(byDoor.get(doors.get(i)).getFirst());
        Item marks = rejection.failed().get(i).map(Admission.MARKS);
        String name = Admission.mark(door.list().id(), mine.ticketId());
        return marks.has(name) && marks.map(name).number("ordinal") == mine.ordinal();
      }
    }
    return false;
  }

  private TransactWriteItem marks(String table, Key key, List<Integer> tickets) {
    List<String> set = new ArrayList<>();
    List<String> conditions = new ArrayList<>();
    Map<String, String> names = new HashMap<>(Map.of("#in", Admission.MARKS));
    Map<String, AttributeValue> values = new HashMap<>();
    conditions.add(Admission.VERSION + " = :v");
    values.put(":v", AttributeValue.fromN(Long.toString(versions.get(key))));
    for (int ticket : tickets) {
      CheckinMark mark = checkins.get(ticket);
      names.put("#m" + ticket, Admission.mark(door.list().id(), mark.ticketId()));
      values.put(":m" + ticket, mark.mark().value());
      set.add("#in.#m" + ticket + " = :m" + ticket);
      conditions.add("attribute_not_exists(#in.#m" + ticket + ")");
    }
    return TransactWriteItem.builder()
        .update(
            Update.builder()
                .tableName(table)
                .key(Dynamo.key(key))
                .updateExpression("SET " + String.join(", ", set))
                .conditionExpression(String.join(" AND ", conditions))
                .expressionAttributeNames(names)
                .expressionAttributeValues(values)
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                .build())
        .build();
  }

  private TransactWriteItem usedKey(String table, Key key) {
    boolean order = !remaining.isEmpty();
    UsedKey used = new UsedKey(door.command().key().request(), order, first, rows, remaining);
    return TransactWriteItem.builder()
        .put(
            Put.builder()
                .tableName(table)
                .item(used.item(key).attributes())
                .conditionExpression(Dynamo.ABSENT)
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                .build())
        .build();
  }

  private static boolean conflicts(UnavailableException e, int position) {
    return e.getCause() instanceof TransactionCanceledException cancelled
        && cancelled.cancellationReasons().size() > position
        && "TransactionConflict".equals(cancelled.cancellationReasons().get(position).code());
  }

  /** Settling is a courtesy to readers: the check-in is done whether or not it succeeds. */
  private void settle(Sequence sequence, Instant deadline) {
    try {
      sequence.settleInTurn(door.sequence(), first, rows, deadline);
    } catch (UnavailableException e) {
      return;
    }
  }

  /** Giving up ordinals is a courtesy too: a gap is closed in time. */
  private void giveUp(Sequence sequence, long ordinal, Instant deadline) {
    try {
      sequence.giveUp(door.sequence(), ordinal, 1, deadline);
    } catch (UnavailableException e) {
      return;
    }
  }
}
