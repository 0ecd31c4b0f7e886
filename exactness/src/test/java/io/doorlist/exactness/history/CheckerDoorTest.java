package io.doorlist.exactness.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.exactness.history.Answer.Seen;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Valid and invalid histories with offline scans and undos. */
class CheckerDoorTest extends HistoryFixture {
  private static final Seen AGAIN = new Seen(256, 1, 99);

  private static Asked offline(String code, String token, String key) {
    return Asked.ticket(LIST, code, token, key, "online=false");
  }

  private static Asked undo(Seen seen) {
    return Asked.undo(LIST, seen.id(), "desk");
  }

  private Set<Rule> broken(List<Long> undone, long doubles, Seen... rows) {
    EnumSet<Rule> rules = EnumSet.noneOf(Rule.class);
    Walk walk = new Walk(LIST, rows.length, Arrays.asList(rows), undone, doubles);
    new Checker(roster)
        .check(operations, List.of(walk))
        .forEach(violation -> rules.add(violation.rule()));
    return rules;
  }

  private void finds(Rule rule, List<Long> undone, long doubles, Seen... rows) {
    Set<Rule> found = broken(undone, doubles, rows);
    assertTrue(found.contains(rule), () -> "found only " + found);
  }

  @Test
  void goodOfflineHistory() {
    add(offline("t1", "a", "k1"), 1, 2, Answer.created(7, ONE));
    add(offline("t1", "b", "k2"), 3, 4, Answer.already(ONE, false).onRecord());
    add(offline("t1", "b", "k2"), 5, 6, Answer.already(ONE, false).onRecord());
    add(offline("nobody", "b", null), 7, 8, Answer.refused(404, "not_found").onRecord());
    add(offline("t3", "c", "k3"), 9, 10, Answer.NONE);

    assertEquals(Set.of(), broken(List.of(), 2, ONE));
    assertEquals(Set.of(), broken(List.of(), 3, ONE), "what is unknown may be on record");
  }

  @Test
  void refusedAndForgotten() {
    add(offline("t1", "a", "k1"), 1, 2, Answer.created(7, ONE));
    add(offline("t1", "b", "k2"), 3, 4, Answer.already(ONE, false));

    finds(Rule.OFFLINE_ON_RECORD, List.of(), 0, ONE);
  }

  @Test
  void recordedTwice() {
    add(offline("t1", "a", "k1"), 1, 2, Answer.created(7, ONE));
    add(offline("t1", "b", "k2"), 3, 4, Answer.already(ONE, false).onRecord());

    finds(Rule.OFFLINE_ON_RECORD, List.of(), 2, ONE);
  }

  @Test
  void inAndOnRecord() {
    add(offline("t1", "a", "k1"), 1, 5, Answer.created(7, ONE));
    add(offline("t1", "a", "k1"), 2, 4, Answer.already(ONE, true).onRecord());

    finds(Rule.OFFLINE_ON_RECORD, List.of(), 1, ONE);
  }

  @Test
  void onlineRefusalOnRecord() {
    add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE));
    add(scan("t1", "b", null), 3, 4, Answer.already(ONE, false).onRecord());

    finds(Rule.OFFLINE_ON_RECORD, List.of(), 1, ONE);
  }

  @Test
  void goodUndoHistory() {
    add(scan("t1", "a", "k1"), 1, 2, Answer.created(7, ONE));
    add(undo(ONE), 3, 4, Answer.refused(204, ""));
    add(undo(ONE), 5, 6, Answer.refused(404, "not_found"));
    add(scan("t1", "a", "k1"), 7, 8, Answer.created(7, ONE));
    add(scan("t1", "a", "k2"), 9, 10, Answer.created(8, AGAIN));
    add(Asked.page(LIST, "a", 1, 50), 11, 12, Answer.read(1, List.of(AGAIN)));

    assertEquals(Set.of(), broken(List.of(ONE.id()), 0, AGAIN));
  }

  @Test
  void undoneAndStillThere() {
    add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE));
    add(undo(ONE), 3, 4, Answer.refused(204, ""));

    finds(Rule.UNDONE_GONE, List.of(), 0, ONE);
    finds(Rule.UNDONE_GONE, List.of(ONE.id()), 0, ONE);
  }

  @Test
  void undoneAndShownLater() {
    add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE));
    add(undo(ONE), 3, 4, Answer.refused(204, ""));
    add(Asked.page(LIST, "a", 1, 50), 5, 6, Answer.read(1, List.of(ONE)));

    finds(Rule.UNDONE_GONE, List.of(ONE.id()), 0);
  }

  @Test
  void undoneByNobody() {
    add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE));
    add(undo(TWO), 3, 4, Answer.refused(404, "not_found"));

    finds(Rule.UNDONE_GONE, List.of(ONE.id()), 0);
  }

  @Test
  void undoneTwice() {
    add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE));
    add(undo(ONE), 3, 4, Answer.refused(204, ""));

    finds(Rule.UNDONE_GONE, List.of(ONE.id(), ONE.id()), 0);
  }

  @Test
  void inAgainBeforeItsUndo() {
    add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE));
    add(scan("t1", "b", null), 3, 4, Answer.created(8, AGAIN));
    add(undo(ONE), 5, 6, Answer.refused(204, ""));

    finds(Rule.ONE_WINNER, List.of(ONE.id()), 0, AGAIN);
  }
}
