package io.doorlist.exactness.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.exactness.history.Answer.Seen;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The checker finds each violation, and nothing in a valid history. */
class CheckerTest extends HistoryFixture {
  @Test
  void goodHistory_isGood() {
    add(scan("t1", "a", "k"), 1, 9, Answer.NONE);
    add(scan("t1", "a", "k"), 10, 12, Answer.created(7, ONE));
    add(scan("t1", "a", "k"), 13, 14, Answer.created(7, ONE));
    add(scan("t1", "b", "k"), 11, 15, Answer.already(ONE, false));
    add(scan("t2", "a", "k"), 16, 17, Answer.refused(422, "idempotency_key_reused"));
    add(Asked.count(LIST, "a"), 2, 3, Answer.read(1, List.of()));
    add(Asked.page(LIST, "a", 1, 50), 18, 19, Answer.read(1, List.of(ONE)));
    add(group("a", "g", 2), 20, 21, Answer.created(8, THREE, FOUR));
    add(group("b", null, 1), 20, 22, Answer.refused(409, "not_enough_tickets"));
    add(scan("nobody", "a", null), 23, 24, Answer.refused(404, "not_found"));
    add(scan("t2", "a", null), 25, 26, Answer.NONE);

    assertEquals(Set.of(), broken(FOUR, THREE, ONE));
    assertEquals(Set.of(), broken(FOUR, THREE, TWO, ONE), "what is unknown may have happened");
  }

  @TestFactory
  Stream<DynamicTest> badHistory_isFound() {
    return Stream.of(
        bad(Rule.ONE_WINNER, "two winners")
            .add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE))
            .add(scan("t1", "b", null), 3, 4, Answer.created(8, new Seen(65, 1, 12)))
            .endsWith(ONE),
        bad(Rule.ONE_WINNER, "one checkin for two")
            .add(scan("t1", "a", null), 1, 3, Answer.created(7, ONE))
            .add(scan("t1", "a", null), 2, 4, Answer.created(7, ONE))
            .endsWith(ONE),
        bad(Rule.SUCCESS_KEPT, "lost success")
            .add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE))
            .endsWith(),
        bad(Rule.ALREADY_TRUE, "already before any winner began")
            .add(scan("t1", "b", null), 1, 2, Answer.already(ONE, false))
            .add(scan("t1", "a", null), 3, 4, Answer.created(7, ONE))
            .endsWith(ONE),
        bad(Rule.ALREADY_TRUE, "already names another")
            .add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE))
            .add(scan("t1", "b", null), 3, 4, Answer.already(new Seen(65, 1, 12), false))
            .endsWith(ONE),
        bad(Rule.ALREADY_TRUE, "already mistakes the token")
            .add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE))
            .add(scan("t1", "b", null), 3, 4, Answer.already(ONE, true))
            .endsWith(ONE),
        bad(Rule.REPLAY_SAME, "replay with other bytes")
            .add(scan("t1", "a", "k"), 1, 2, Answer.created(7, ONE))
            .add(scan("t1", "a", "k"), 3, 4, Answer.created(8, ONE))
            .endsWith(ONE),
        bad(Rule.REPLAY_SAME, "retry told of its own checkin")
            .add(scan("t1", "a", "k"), 1, 2, Answer.NONE)
            .add(scan("t1", "a", "k"), 3, 4, Answer.already(ONE, true))
            .endsWith(ONE),
        bad(Rule.REPLAY_SAME, "group refused for its own checkin")
            .add(group("a", "k", 2), 1, 9, Answer.created(7, THREE, FOUR))
            .add(group("a", "k", 2), 2, 8, Answer.refused(409, "not_enough_tickets"))
            .endsWith(FOUR, THREE),
        bad(Rule.KEY_BOUND, "key opens another request")
            .add(scan("t1", "a", "k"), 1, 2, Answer.created(7, ONE))
            .add(scan("t2", "a", "k"), 3, 4, Answer.created(8, TWO))
            .endsWith(TWO, ONE),
        bad(Rule.ONE_WINNER, "key of another token")
            .add(scan("t1", "a", "k"), 1, 2, Answer.created(7, ONE))
            .add(scan("t1", "b", "k"), 3, 4, Answer.created(7, ONE))
            .endsWith(ONE),
        bad(Rule.KEY_BOUND, "key called reused that nothing used")
            .add(scan("t1", "a", "k"), 1, 2, Answer.refused(422, "idempotency_key_reused"))
            .endsWith(),
        bad(Rule.ALL_OR_NOTHING, "part of an order, acknowledged")
            .add(group("a", null, 2), 1, 2, Answer.created(7, THREE))
            .endsWith(THREE),
        bad(Rule.ALL_OR_NOTHING, "part of an order, without an answer")
            .add(group("a", null, 2), 1, 2, Answer.NONE)
            .endsWith(THREE),
        bad(Rule.ALL_OR_NOTHING, "part of an order, on a page")
            .add(group("a", null, 2), 1, 9, Answer.created(7, THREE, FOUR))
            .add(Asked.page(LIST, "a", 1, 50), 2, 3, Answer.read(1, List.of(FOUR)))
            .endsWith(FOUR, THREE),
        bad(Rule.SAME_EVERYWHERE, "checkin looks different")
            .add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE))
            .endsWith(new Seen(64, 1, 99)),
        bad(Rule.FAIR_REFUSAL, "valid ticket is refused")
            .add(scan("t1", "a", null), 1, 2, Answer.refused(404, "not_found"))
            .endsWith(),
        bad(Rule.FAIR_REFUSAL, "order is refused though free")
            .add(group("a", null, 2), 1, 2, Answer.refused(409, "not_enough_tickets"))
            .add(group("b", null, 2), 3, 4, Answer.created(7, THREE, FOUR))
            .endsWith(FOUR, THREE),
        bad(Rule.NO_ENTRY, "void ticket is in")
            .add(scan("t5", "a", null), 1, 2, Answer.created(7, new Seen(320, 5, 55)))
            .endsWith(new Seen(320, 5, 55)),
        bad(Rule.NO_ENTRY, "ticket is in at the wrong door")
            .add(scan("t6", "a", null), 1, 2, Answer.created(7, new Seen(320, 6, 66)))
            .endsWith(new Seen(320, 6, 66)),
        bad(Rule.CHANGE_HOLDS, "ticket is in after it was void")
            .add(Asked.leaveOut("t2"), 1, 2, Answer.refused(200, ""))
            .add(scan("t2", "a", null), 3, 4, Answer.created(7, TWO))
            .endsWith(TWO),
        bad(Rule.NO_ENTRY, "checkin of nobody").endsWith(ONE),
        bad(Rule.EXPECTED_ANSWER, "server error")
            .add(scan("t1", "a", null), 1, 2, Answer.refused(500, "internal_error"))
            .endsWith());
  }
}
