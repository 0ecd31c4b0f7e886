package io.doorlist.exactness.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.door.Window;
import io.doorlist.exactness.history.Answer.Seen;
import io.doorlist.exactness.history.Roster.Fate;
import io.doorlist.exactness.history.Roster.Ticket;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Valid and invalid histories with looks, windows and an organiser's changes; a tick is a minute.
 */
class CheckerTermsTest extends HistoryFixture {
  private static final Seen SEVEN = new Seen(64, 7, 77);

  CheckerTermsTest() {
    Window twoHours = new Window(START.getEpochSecond(), START.plusSeconds(7200).getEpochSecond());
    roster.add(new Ticket(7, "t7", "o7", "adult", Fate.VALID, twoHours));
    roster.mayGet("t2x", roster.byId(2));
    roster.mayMove(roster.byId(2), "o9");
  }

  private static Asked look(String code) {
    return Asked.look(LIST, code, "a");
  }

  private static Asked offline(String scannedAt) {
    return Asked.ticket(LIST, "t7", "a", "k", "online=false&scanned_at=" + scannedAt);
  }

  @Test
  void goodLooks() {
    add(look("t1"), 1, 2, Answer.look("admissible"));
    add(scan("t1", "a", null), 3, 6, Answer.created(7, ONE));
    add(look("t1"), 4, 5, Answer.look("admissible"));
    add(look("t1"), 7, 8, Answer.look("already_checked_in", ONE));
    add(look("t5"), 9, 10, Answer.look("not_admissible"));
    add(look("nobody"), 11, 12, Answer.refused(404, "not_found"));

    assertEquals(Set.of(), broken(ONE));
  }

  @Test
  void goodWindow() {
    add(scan("t7", "a", null), 119, 121, Answer.notAdmissible("too_late"));
    add(offline("2026-06-01T18:30:00Z"), 300, 301, Answer.created(7, SEVEN));

    assertEquals(Set.of(), broken(SEVEN));
  }

  @Test
  void goodChanges() {
    add(Asked.revoke("t2"), 1, 2, Answer.refused(200, ""));
    add(Asked.move("t2", "o2"), 3, 4, Answer.refused(200, ""));
    add(scan("t2", "a", null), 5, 6, Answer.notAdmissible("revoked"));
    add(scan("t2x", "a", null), 7, 8, Answer.created(7, TWO));

    assertEquals(Set.of(), broken(TWO));
  }

  @TestFactory
  Stream<DynamicTest> badHistory_isFound() {
    return Stream.of(
        bad(Rule.LOOK_TRUE, "looks that are wrong (1)")
            .add(look("t5"), 1, 2, Answer.look("admissible"))
            .endsWith(),
        bad(Rule.LOOK_TRUE, "looks that are wrong (2)")
            .add(look("t1"), 1, 2, Answer.look("not_admissible"))
            .endsWith(),
        bad(Rule.LOOK_TRUE, "looks that are wrong (3)")
            .add(look("t1"), 1, 2, Answer.look("already_checked_in", ONE))
            .add(scan("t1", "a", null), 3, 4, Answer.created(7, ONE))
            .endsWith(ONE),
        bad(Rule.LOOK_TRUE, "look that misses who is in")
            .add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE))
            .add(look("t1"), 3, 4, Answer.look("admissible"))
            .endsWith(ONE),
        bad(Rule.LOOK_TRUE, "look that misses who came in again")
            .add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE))
            .add(look("t1"), 3, 4, Answer.look("admissible"))
            .add(Asked.undo(LIST, ONE.id(), "desk"), 5, 6, Answer.refused(404, "not_found"))
            .endsWith(ONE),
        bad(Rule.IN_TIME, "in after the window (1)")
            .add(scan("t7", "a", null), 130, 131, Answer.created(7, SEVEN))
            .endsWith(SEVEN),
        bad(Rule.IN_TIME, "in after the window (2)")
            .add(offline("2026-06-01T20:00:00Z"), 300, 301, Answer.created(7, SEVEN))
            .endsWith(SEVEN),
        bad(Rule.IN_TIME, "refused inside the window (1)")
            .add(scan("t7", "a", null), 60, 61, Answer.notAdmissible("too_late"))
            .endsWith(),
        bad(Rule.IN_TIME, "refused inside the window (2)")
            .add(
                offline("2026-06-01T18:30:00Z"),
                300,
                301,
                new Answer(422, "not_admissible", List.of(), -1, false, 0, true, "too_late"))
            .endsWith(),
        bad(Rule.CHANGE_HOLDS, "in by a code that was replaced")
            .add(Asked.revoke("t2"), 1, 2, Answer.refused(200, ""))
            .add(scan("t2", "a", null), 3, 4, Answer.created(7, TWO))
            .endsWith(TWO),
        bad(Rule.CHANGE_HOLDS, "in by the order that it left")
            .add(Asked.move("t2", "o2"), 1, 2, Answer.refused(200, ""))
            .add(
                Asked.order(LIST, "o2", "a", null, Map.of("adult", 1)),
                3,
                4,
                Answer.created(7, TWO))
            .endsWith(TWO),
        bad(Rule.LOOK_TRUE, "admissible though out")
            .add(Asked.leaveOut("t2"), 1, 2, Answer.refused(200, ""))
            .add(look("t2"), 3, 4, Answer.look("admissible"))
            .endsWith());
  }
}
