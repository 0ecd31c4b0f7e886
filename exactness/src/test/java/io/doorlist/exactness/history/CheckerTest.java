package io.doorlist.exactness.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.door.Window;
import io.doorlist.exactness.history.Answer.Seen;
import io.doorlist.exactness.history.Roster.Fate;
import io.doorlist.exactness.history.Roster.Ticket;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The checker finds what breaks each rule, and nothing in a valid history; a tick is a minute. The
 * planted faults break its rules in many more ways, and a hunt's seeds are valid histories.
 */
class CheckerTest {
  private static final long LIST = 1;
  private static final Instant START = Instant.parse("2026-06-01T18:00:00Z");
  private static final Seen ONE = new Seen(64, 1, 11);
  private static final Seen TWO = new Seen(128, 2, 22);
  private static final Seen THREE = new Seen(192, 3, 33);
  private static final Seen FOUR = new Seen(193, 4, 44);
  private static final Seen VOID = new Seen(320, 5, 55);
  private static final Seen SEVEN = new Seen(64, 7, 77);

  private final Roster roster = new Roster();

  CheckerTest() {
    Window twoHours = new Window(START.getEpochSecond(), START.plusSeconds(7200).getEpochSecond());
    roster.addList(LIST, Set.of("adult"));
    roster.add(new Ticket(1, "t1", "o1", "adult", Fate.VALID));
    roster.add(new Ticket(2, "t2", "o2", "adult", Fate.CHANGING));
    roster.add(new Ticket(3, "t3", "o3", "adult", Fate.VALID));
    roster.add(new Ticket(4, "t4", "o3", "adult", Fate.VALID));
    roster.add(new Ticket(5, "t5", "o5", "adult", Fate.VOID));
    roster.add(new Ticket(7, "t7", "o7", "adult", Fate.VALID, twoHours));
  }

  @Test
  void goodHistory_isGood() {
    Handwritten good =
        history()
            .add(scan("t1", "a", "k"), 1, 9, Answer.NONE)
            .add(scan("t1", "a", "k"), 10, 12, Answer.created(7, ONE))
            .add(scan("t1", "a", "k"), 13, 14, Answer.created(7, ONE))
            .add(offline("t1", "b", "k"), 15, 16, Answer.already(ONE, false).onRecord())
            .add(scan("t1", "b", "k"), 15, 17, Answer.already(ONE, false).onRecord())
            .add(scan("t2", "a", "k"), 16, 17, Answer.refused(422, "idempotency_key_reused"))
            .add(Asked.count(LIST, "a"), 2, 3, Answer.read(1, List.of()))
            .add(Asked.page(LIST, "a", 1, 50), 18, 19, Answer.read(1, List.of(ONE)))
            .add(group("a", "g", 2), 20, 21, Answer.created(8, THREE, FOUR))
            .add(group("b", null, 1), 20, 22, Answer.refused(409, "not_enough_tickets"))
            .add(scan("nobody", "a", null), 23, 24, Answer.refused(404, "not_found"))
            .add(Asked.undo(LIST, ONE.id(), "desk"), 24, 25, Answer.refused(409, "has_passages"))
            .add(scan("t7", "a", null), 119, 121, Answer.notAdmissible("too_late"))
            .add(scan("t2", "a", null), 125, 126, Answer.NONE);

    assertEquals(Set.of(), good.broken(1, FOUR, THREE, ONE));
    assertEquals(
        Set.of(), good.broken(1, FOUR, THREE, TWO, ONE), "what is unknown may have happened");
  }

  @TestFactory
  Stream<DynamicTest> badHistory_isFound() {
    return Stream.of(
        history()
            .add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE))
            .add(scan("t1", "b", null), 3, 4, Answer.created(8, new Seen(65, 1, 12)))
            .breaks(HistoryRule.ONE_WINNER, ONE),
        history()
            .add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE))
            .breaks(HistoryRule.SUCCESS_KEPT),
        history()
            .add(scan("t1", "b", null), 1, 2, Answer.already(ONE, false))
            .add(scan("t1", "a", null), 3, 4, Answer.created(7, ONE))
            .breaks(HistoryRule.ALREADY_TRUE, ONE),
        history()
            .add(scan("t1", "a", "k"), 1, 2, Answer.created(7, ONE))
            .add(scan("t1", "a", "k"), 3, 4, Answer.created(8, ONE))
            .breaks(HistoryRule.REPLAY_SAME, ONE),
        history()
            .add(scan("t1", "a", "k"), 1, 2, Answer.created(7, ONE))
            .add(scan("t2", "a", "k"), 3, 4, Answer.created(8, TWO))
            .breaks(HistoryRule.KEY_BOUND, TWO, ONE),
        history()
            .add(group("a", null, 2), 1, 9, Answer.created(7, THREE, FOUR))
            .add(Asked.page(LIST, "a", 1, 50), 2, 3, Answer.read(1, List.of(FOUR)))
            .breaks(HistoryRule.ALL_OR_NOTHING, FOUR, THREE),
        history()
            .add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE))
            .breaks(HistoryRule.SAME_EVERYWHERE, new Seen(64, 1, 99)),
        history()
            .add(group("a", null, 2), 1, 2, Answer.refused(409, "not_enough_tickets"))
            .add(group("b", null, 2), 3, 4, Answer.created(7, THREE, FOUR))
            .breaks(HistoryRule.FAIR_REFUSAL, FOUR, THREE),
        history()
            .add(scan("t5", "a", null), 1, 2, Answer.created(7, VOID))
            .breaks(HistoryRule.NO_ENTRY, VOID),
        history()
            .add(scan("t1", "a", null), 1, 2, Answer.refused(500, "internal_error"))
            .breaks(HistoryRule.EXPECTED_ANSWER),
        history()
            .add(scan("t1", "a", null), 1, 20, Answer.created(7, ONE))
            .add(Asked.count(LIST, "a"), 2, 3, Answer.read(1, List.of()))
            .add(Asked.count(LIST, "a"), 4, 5, Answer.read(0, List.of()))
            .breaks(HistoryRule.READ_SHOWS_ALL, ONE),
        history()
            .add(Asked.count(LIST, "a"), 1, 2, Answer.read(1, List.of()))
            .add(scan("t1", "a", null), 3, 4, Answer.created(7, ONE))
            .breaks(HistoryRule.READ_SHOWS_ONLY, ONE),
        history()
            .add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE))
            .add(scan("t2", "a", null), 3, 4, Answer.created(8, TWO))
            .add(Asked.page(LIST, "a", 1, 50), 5, 6, Answer.read(2, List.of(ONE, TWO)))
            .breaks(HistoryRule.PAGE_WHOLE, TWO, ONE),
        history()
            .add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE))
            .breaks(HistoryRule.FINAL_COUNT, ONE, ONE),
        history()
            .add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE))
            .add(Asked.look(LIST, "t1", "a"), 3, 4, Answer.look("admissible"))
            .breaks(HistoryRule.LOOK_TRUE, ONE),
        history()
            .add(scan("t7", "a", null), 130, 131, Answer.created(7, SEVEN))
            .breaks(HistoryRule.IN_TIME, SEVEN),
        history()
            .add(Asked.revoke("t2"), 1, 2, Answer.refused(200, ""))
            .add(scan("t2", "a", null), 3, 4, Answer.created(7, TWO))
            .breaks(HistoryRule.CHANGE_HOLDS, TWO),
        history()
            .add(offline("t1", "a", "k1"), 1, 2, Answer.created(7, ONE))
            .add(offline("t1", "b", "k2"), 3, 4, Answer.already(ONE, false))
            .breaks(HistoryRule.OFFLINE_ON_RECORD, ONE),
        history()
            .add(offline("t1", "a", "k1"), 1, 2, Answer.created(7, ONE))
            .add(scan("t1", "b", "k2"), 3, 4, Answer.already(ONE, false).onRecord())
            .breaks(HistoryRule.OFFLINE_ON_RECORD, ONE),
        history()
            .add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE))
            .add(Asked.undo(LIST, ONE.id(), "desk"), 3, 4, Answer.refused(204, ""))
            .breaks(HistoryRule.UNDONE_GONE, ONE));
  }

  private static Asked scan(String code, String token, String key) {
    return Asked.ticket(LIST, code, token, key, "");
  }

  private static Asked offline(String code, String token, String key) {
    return Asked.ticket(LIST, code, token, key, "online=false");
  }

  private static Asked group(String token, String key, int adults) {
    return Asked.order(LIST, "o3", token, key, Map.of("adult", adults));
  }

  private Handwritten history() {
    return new Handwritten();
  }

  /** A history that a test writes by hand. */
  private final class Handwritten {
    private final List<Operation> operations = new ArrayList<>();

    Handwritten add(Asked asked, long invoked, long completed, Answer answer) {
      operations.add(new Operation(0, asked, moment(invoked), moment(completed), answer));
      return this;
    }

    private static Tick moment(long tick) {
      return new Tick(tick, START.plusSeconds(60 * tick));
    }

    /** Returns which rules it breaks if so many are on record and the list has these rows. */
    Set<HistoryRule> broken(long recorded, Seen... rows) {
      Walk walk = new Walk(LIST, rows.length, List.of(rows), List.of(), recorded);
      EnumSet<HistoryRule> rules = EnumSet.noneOf(HistoryRule.class);
      new Checker(roster).check(operations, List.of(walk)).forEach(each -> rules.add(each.rule()));
      return rules;
    }

    /** Returns the test that it breaks a rule if the list has these rows in the end. */
    DynamicTest breaks(HistoryRule rule, Seen... rows) {
      return DynamicTest.dynamicTest(
          rule.name(),
          () -> {
            Set<HistoryRule> found = broken(0, rows);
            assertTrue(found.contains(rule), () -> "found only " + found);
          });
    }
  }
}
