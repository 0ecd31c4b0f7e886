package io.doorlist.exactness.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.exactness.history.Answer.Seen;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Valid and invalid histories with offline scans and undos. */
class CheckerDoorTest extends HistoryFixture {
  private static final Seen AGAIN = new Seen(256, 1, 99);

  private static Asked offline(String code, String token, String key) {
    return Asked.ticket(LIST, code, token, key, "online=false");
  }

  private static Asked undo(Seen seen) {
    return Asked.undo(LIST, seen.id(), "desk");
  }

  @Test
  void goodOfflineHistory() {
    add(offline("t1", "a", "k1"), 1, 2, Answer.created(7, ONE));
    add(offline("t1", "b", "k2"), 3, 4, Answer.already(ONE, false).onRecord());
    add(offline("t1", "b", "k2"), 5, 6, Answer.already(ONE, false).onRecord());
    add(offline("nobody", "b", null), 7, 8, Answer.refused(404, "not_found").onRecord());
    add(offline("t3", "c", "k3"), 9, 10, Answer.NONE);

    assertEquals(Set.of(), broken(1, List.of(), 2, ONE));
    assertEquals(Set.of(), broken(1, List.of(), 3, ONE), "what is unknown may be on record");
  }

  @Test
  void goodUndoHistory() {
    add(scan("t1", "a", "k1"), 1, 2, Answer.created(7, ONE));
    add(undo(ONE), 3, 4, Answer.refused(204, ""));
    add(undo(ONE), 5, 6, Answer.refused(404, "not_found"));
    add(scan("t1", "a", "k1"), 7, 8, Answer.created(7, ONE));
    add(scan("t1", "a", "k2"), 9, 10, Answer.created(8, AGAIN));
    add(Asked.page(LIST, "a", 1, 50), 11, 12, Answer.read(1, List.of(AGAIN)));

    assertEquals(Set.of(), broken(1, List.of(ONE.id()), 0, AGAIN));
  }

  @Test
  void goodHistoryOfLaterEntry() {
    add(scan("t1", "a", "k1"), 1, 2, Answer.created(7, ONE));
    add(offline("t1", "b", "k2"), 3, 4, Answer.already(ONE, false).onRecord());
    add(undo(ONE), 5, 6, Answer.refused(409, "has_passages"));

    assertEquals(Set.of(), broken(1, List.of(), 1, ONE));
  }

  @TestFactory
  Stream<DynamicTest> badHistory_isFound() {
    return Stream.of(
        bad(Rule.EXPECTED_ANSWER, "kept though nobody came in again")
            .add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE))
            .add(undo(ONE), 3, 4, Answer.refused(409, "has_passages"))
            .endsWith(List.of(), 0, ONE),
        bad(Rule.OFFLINE_ON_RECORD, "refused and forgotten")
            .add(offline("t1", "a", "k1"), 1, 2, Answer.created(7, ONE))
            .add(offline("t1", "b", "k2"), 3, 4, Answer.already(ONE, false))
            .endsWith(List.of(), 0, ONE),
        bad(Rule.OFFLINE_ON_RECORD, "recorded twice")
            .add(offline("t1", "a", "k1"), 1, 2, Answer.created(7, ONE))
            .add(offline("t1", "b", "k2"), 3, 4, Answer.already(ONE, false).onRecord())
            .endsWith(List.of(), 2, ONE),
        bad(Rule.OFFLINE_ON_RECORD, "in and on record")
            .add(offline("t1", "a", "k1"), 1, 5, Answer.created(7, ONE))
            .add(offline("t1", "a", "k1"), 2, 4, Answer.already(ONE, true).onRecord())
            .endsWith(List.of(), 1, ONE),
        bad(Rule.OFFLINE_ON_RECORD, "online refusal on record")
            .add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE))
            .add(scan("t1", "b", null), 3, 4, Answer.already(ONE, false).onRecord())
            .endsWith(List.of(), 1, ONE),
        bad(Rule.UNDONE_GONE, "undone and still there (1)")
            .add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE))
            .add(undo(ONE), 3, 4, Answer.refused(204, ""))
            .endsWith(List.of(), 0, ONE),
        bad(Rule.UNDONE_GONE, "undone and still there (2)")
            .add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE))
            .add(undo(ONE), 3, 4, Answer.refused(204, ""))
            .endsWith(List.of(ONE.id()), 0, ONE),
        bad(Rule.UNDONE_GONE, "undone and shown later")
            .add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE))
            .add(undo(ONE), 3, 4, Answer.refused(204, ""))
            .add(Asked.page(LIST, "a", 1, 50), 5, 6, Answer.read(1, List.of(ONE)))
            .endsWith(List.of(ONE.id()), 0),
        bad(Rule.UNDONE_GONE, "undone by nobody")
            .add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE))
            .add(undo(TWO), 3, 4, Answer.refused(404, "not_found"))
            .endsWith(List.of(ONE.id()), 0),
        bad(Rule.UNDONE_GONE, "undone twice")
            .add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE))
            .add(undo(ONE), 3, 4, Answer.refused(204, ""))
            .endsWith(List.of(ONE.id(), ONE.id()), 0),
        bad(Rule.ONE_WINNER, "in again before its undo")
            .add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE))
            .add(scan("t1", "b", null), 3, 4, Answer.created(8, AGAIN))
            .add(undo(ONE), 5, 6, Answer.refused(204, ""))
            .endsWith(List.of(ONE.id()), 0, AGAIN));
  }
}
