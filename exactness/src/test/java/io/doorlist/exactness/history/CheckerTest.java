package io.doorlist.exactness.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.exactness.history.Answer.Seen;
import io.doorlist.exactness.history.Roster.Fate;
import io.doorlist.exactness.history.Roster.Ticket;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

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

    assertEquals(Set.of(), broken(3, FOUR, THREE, ONE));
    assertEquals(Set.of(), broken(4, FOUR, THREE, TWO, ONE), "what is unknown may have happened");
  }

  @Test
  void twoWinners() {
    add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE));
    add(scan("t1", "b", null), 3, 4, Answer.created(8, new Seen(65, 1, 12)));

    finds(Rule.ONE_WINNER, ONE);
  }

  @Test
  void oneCheckinForTwo() {
    add(scan("t1", "a", null), 1, 3, Answer.created(7, ONE));
    add(scan("t1", "a", null), 2, 4, Answer.created(7, ONE));

    finds(Rule.ONE_WINNER, ONE);
  }

  @Test
  void lostSuccess() {
    add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE));

    finds(Rule.SUCCESS_KEPT);
  }

  @Test
  void alreadyBeforeAnyWinnerBegan() {
    add(scan("t1", "b", null), 1, 2, Answer.already(ONE, false));
    add(scan("t1", "a", null), 3, 4, Answer.created(7, ONE));

    finds(Rule.ALREADY_TRUE, ONE);
  }

  @Test
  void alreadyNamesAnother() {
    add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE));
    add(scan("t1", "b", null), 3, 4, Answer.already(new Seen(65, 1, 12), false));

    finds(Rule.ALREADY_TRUE, ONE);
  }

  @Test
  void alreadyMistakesTheToken() {
    add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE));
    add(scan("t1", "b", null), 3, 4, Answer.already(ONE, true));

    finds(Rule.ALREADY_TRUE, ONE);
  }

  @Test
  void replayWithOtherBytes() {
    add(scan("t1", "a", "k"), 1, 2, Answer.created(7, ONE));
    add(scan("t1", "a", "k"), 3, 4, Answer.created(8, ONE));

    finds(Rule.REPLAY_SAME, ONE);
  }

  @Test
  void retryToldOfItsOwnCheckin() {
    add(scan("t1", "a", "k"), 1, 2, Answer.NONE);
    add(scan("t1", "a", "k"), 3, 4, Answer.already(ONE, true));

    finds(Rule.REPLAY_SAME, ONE);
  }

  @Test
  void groupRefusedForItsOwnCheckin() {
    add(group("a", "k", 2), 1, 9, Answer.created(7, THREE, FOUR));
    add(group("a", "k", 2), 2, 8, Answer.refused(409, "not_enough_tickets"));

    finds(Rule.REPLAY_SAME, FOUR, THREE);
  }

  @Test
  void keyOpensAnotherRequest() {
    add(scan("t1", "a", "k"), 1, 2, Answer.created(7, ONE));
    add(scan("t2", "a", "k"), 3, 4, Answer.created(8, TWO));

    finds(Rule.KEY_BOUND, TWO, ONE);
  }

  @Test
  void keyOfAnotherToken() {
    add(scan("t1", "a", "k"), 1, 2, Answer.created(7, ONE));
    add(scan("t1", "b", "k"), 3, 4, Answer.created(7, ONE));

    finds(Rule.ONE_WINNER, ONE);
  }

  @Test
  void keyCalledReusedThatNothingUsed() {
    add(scan("t1", "a", "k"), 1, 2, Answer.refused(422, "idempotency_key_reused"));

    finds(Rule.KEY_BOUND);
  }

  @Test
  void partOfAnOrder_acknowledged() {
    add(group("a", null, 2), 1, 2, Answer.created(7, THREE));

    finds(Rule.ALL_OR_NOTHING, THREE);
  }

  @Test
  void partOfAnOrder_withoutAnAnswer() {
    add(group("a", null, 2), 1, 2, Answer.NONE);

    finds(Rule.ALL_OR_NOTHING, THREE);
  }

  @Test
  void partOfAnOrder_onAPage() {
    add(group("a", null, 2), 1, 9, Answer.created(7, THREE, FOUR));
    add(Asked.page(LIST, "a", 1, 50), 2, 3, Answer.read(1, List.of(FOUR)));

    finds(Rule.ALL_OR_NOTHING, FOUR, THREE);
  }

  @Test
  void checkinLooksDifferent() {
    add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE));

    finds(Rule.SAME_EVERYWHERE, new Seen(64, 1, 99));
  }

  @Test
  void validTicketIsRefused() {
    add(scan("t1", "a", null), 1, 2, Answer.refused(404, "not_found"));

    finds(Rule.FAIR_REFUSAL);
  }

  @Test
  void orderIsRefusedThoughFree() {
    add(group("a", null, 2), 1, 2, Answer.refused(409, "not_enough_tickets"));
    add(group("b", null, 2), 3, 4, Answer.created(7, THREE, FOUR));

    finds(Rule.FAIR_REFUSAL, FOUR, THREE);
  }

  @Test
  void voidTicketIsIn() {
    Seen five = new Seen(320, 5, 55);
    add(scan("t5", "a", null), 1, 2, Answer.created(7, five));

    finds(Rule.NO_ENTRY, five);
  }

  @Test
  void ticketIsInAtTheWrongDoor() {
    Seen six = new Seen(320, 6, 66);
    add(scan("t6", "a", null), 1, 2, Answer.created(7, six));

    finds(Rule.NO_ENTRY, six);
  }

  @Test
  void ticketIsInAfterItWasVoid() {
    add(Asked.leaveOut("t2"), 1, 2, Answer.refused(200, ""));
    add(scan("t2", "a", null), 3, 4, Answer.created(7, TWO));

    finds(Rule.CHANGE_HOLDS, TWO);
  }

  @Test
  void checkinOfNobody() {
    finds(Rule.NO_ENTRY, ONE);
  }

  @Test
  void serverError() {
    add(scan("t1", "a", null), 1, 2, Answer.refused(500, "internal_error"));

    finds(Rule.EXPECTED_ANSWER);
  }

  /** A million operations take seconds: the checker's time is about linear. */
  @Test
  void longHistory_takesLinearTime() {
    int tickets = 100_000;
    List<Seen> rows = new ArrayList<>();
    for (int i = 1; i <= tickets; i++) {
      long id = 1000 + i;
      roster.add(new Ticket(id, "x" + i, "y" + i, "adult", Fate.VALID));
      Seen seen = new Seen(i * 64L, id, i);
      rows.add(seen);
      long at = i * 10L;
      add(scan("x" + i, "a", "k" + i), at, at + 3, Answer.created(i, seen));
      add(scan("x" + i, "b", null), at + 1, at + 4, Answer.already(seen, false));
      add(Asked.count(LIST, "a"), at + 5, at + 6, Answer.read(i, List.of()));
    }

    assertEquals(Set.of(), broken(tickets, rows.reversed().toArray(Seen[]::new)));
  }
}
