package io.doorlist.exactness.planted;

import io.doorlist.exactness.history.Rule;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Faults in the comings and goings of tickets. */
public enum PassageFaults {
  /** An exit is confirmed, but no row has it. */
  EXIT_LOST(
      client -> Writes.leavingOut(client, write -> what(write).equals("exit")), Rule.ON_RECORD),
  /** Passages are folded in the order in which they arrive. */
  FOLDED_BY_ARRIVAL(
      client -> rows(client, row -> with(row, "door_at", row.get("at"))), Rule.DOOR_TIME),
  /** A late upload changes the number inside from now on, and not from when it was scanned. */
  PEAK_FORGETS_LATE_UPLOADS(client -> rows(client, PassageFaults::curveFromArrival), Rule.WALK),
  /** An entry after the first counts twice. */
  REENTRY_COUNTS_TWICE(client -> rows(client, PassageFaults::entriesTwice), Rule.WALK),
  /** Two phones at the same time overwrite what the other has added to a ticket's passages. */
  SET_OVERWRITTEN(PassageFaults::unconditional, Rule.STATE),
  /** A passage is undone, but the counts do not change. */
  PASSAGE_UNDO_NOT_COUNTED(
      client -> rows(client, "undo", row -> TermFaults.without(row, "tally")), Rule.WALK),
  /** An undo does not say which entries are open no more. */
  UNDO_FORGETS_TO_CLOSE(
      client -> rows(client, "undo", row -> TermFaults.without(row, "closes")), Rule.OPEN),
  /** A passage does not say which entries are open from now on. */
  CHANGE_FORGETS_OPENS(client -> rows(client, row -> TermFaults.without(row, "opens")), Rule.OPEN),
  /** The rows of other passages keep saying what was true of them before. */
  OTHERS_NOT_MARKED(client -> Writes.leavingOut(client, PassageFaults::marksOthers), Rule.OPEN),
  /** Every door lets people in again, whatever its list says of re-entry. */
  REENTRY_RULE_IGNORED(client -> TermFaults.reading(client, PassageFaults::alwaysAgain), Rule.WALK),
  /** Nobody leaves when the area empties. */
  EMPTYING_IGNORED(client -> TermFaults.reading(client, PassageFaults::neverEmpty), Rule.WALK),
  /** The time of a scan is taken as the phone's clock says it. */
  CLOCK_NOT_CORRECTED(
      client ->
          rows(
              client,
              row ->
                  row.containsKey("scanned_at")
                      ? with(row, "door_at", row.get("scanned_at"))
                      : row),
      Rule.DOOR_TIME),
  /** The first scan of an outage gets the time of its upload. */
  ONLINE_BY_ARRIVAL(
      client ->
          rows(client, row -> row.get("online").bool() ? with(row, "door_at", row.get("at")) : row),
      Rule.DOOR_TIME),
  /** A check-in is undone while passages of its ticket stand. */
  LATER_PASSAGES_IGNORED(HastyUndo::new, Rule.KEPT);

  private final UnaryOperator<DynamoDbClient> fault;
  private final Rule rule;

  PassageFaults(UnaryOperator<DynamoDbClient> fault, Rule rule) {
    this.fault = fault;
    this.rule = rule;
  }

  /** Returns the client with this fault. */
  public DynamoDbClient on(DynamoDbClient client) {
    return fault.apply(client);
  }

  /** Returns the rule that it breaks. */
  public Rule rule() {
    return rule;
  }

  /** Returns what a row without units says happened; nothing if it is no such row. */
  private static String what(TransactWriteItem write) {
    return write.put() == null || !write.put().item().containsKey("what")
        ? ""
        : write.put().item().get("what").s();
  }

  private static boolean isPassage(TransactWriteItem write) {
    return what(write).equals("entry") || what(write).equals("exit");
  }

  private static boolean marksOthers(TransactWriteItem write) {
    return write.update() != null
        && write.update().expressionAttributeNames().containsValue("unexplained");
  }

  private static DynamoDbClient rows(
      DynamoDbClient next, UnaryOperator<Map<String, AttributeValue>> spoil) {
    return rows(next, PassageFaults::isPassage, spoil);
  }

  private static DynamoDbClient rows(
      DynamoDbClient next, String what, UnaryOperator<Map<String, AttributeValue>> spoil) {
    return rows(next, write -> what(write).equals(what), spoil);
  }

  private static DynamoDbClient rows(
      DynamoDbClient next,
      Predicate<TransactWriteItem> which,
      UnaryOperator<Map<String, AttributeValue>> spoil) {
    return Writes.changingEach(
        next,
        write ->
            which.test(write)
                ? write.copy(
                    w -> w.put(write.put().copy(p -> p.item(spoil.apply(write.put().item())))))
                : write);
  }

  private static DynamoDbClient unconditional(DynamoDbClient next) {
    return Writes.changing(
        next,
        request ->
            request.transactItems().stream().anyMatch(PassageFaults::isPassage)
                ? Writes.unconditional(request, write -> write.update() != null)
                : request);
  }

  private static Map<String, AttributeValue> with(
      Map<String, AttributeValue> item, String name, AttributeValue value) {
    Map<String, AttributeValue> changed = new HashMap<>(item);
    changed.put(name, value);
    return changed;
  }

  /** A list of an area lets people in any number of times. */
  private static Map<String, AttributeValue> alwaysAgain(Map<String, AttributeValue> item) {
    return item.containsKey("area") ? with(item, "reentry", AttributeValue.fromS("always")) : item;
  }

  /** No area of the event empties. */
  private static Map<String, AttributeValue> neverEmpty(Map<String, AttributeValue> item) {
    if (!item.containsKey("areas")) {
      return item;
    }
    List<AttributeValue> areas =
        item.get("areas").l().stream()
            .map(area -> AttributeValue.fromM(TermFaults.without(area.m(), "empties_at")))
            .toList();
    return with(item, "areas", AttributeValue.fromL(areas));
  }

  private static Map<String, AttributeValue> curveFromArrival(Map<String, AttributeValue> row) {
    Map<String, AttributeValue> tally = row.get("tally").m();
    if (!tally.containsKey("curve")) {
      return row;
    }
    long sum =
        tally.get("curve").m().values().stream().mapToLong(each -> Long.parseLong(each.n())).sum();
    String minute = Long.toString(Math.floorDiv(Long.parseLong(row.get("at").n()), 60_000L));
    AttributeValue curve =
        AttributeValue.fromM(Map.of(minute, AttributeValue.fromN(Long.toString(sum))));
    return with(row, "tally", AttributeValue.fromM(with(tally, "curve", curve)));
  }

  private static Map<String, AttributeValue> entriesTwice(Map<String, AttributeValue> row) {
    Map<String, AttributeValue> tally = row.get("tally").m();
    return tally.containsKey("entries")
        ? with(
            row, "tally", AttributeValue.fromM(with(tally, "entries", AttributeValue.fromN("2"))))
        : row;
  }
}
