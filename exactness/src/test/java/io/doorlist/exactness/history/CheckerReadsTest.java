package io.doorlist.exactness.history;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The checker finds wrong counts and pages. */
class CheckerReadsTest extends HistoryFixture {
  @Test
  void readMissesWhatWasAcknowledged() {
    add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE));
    add(Asked.count(LIST, "a"), 3, 4, Answer.read(0, List.of()));

    finds(Rule.READ_SHOWS_ALL, ONE);
  }

  @Test
  void pageMissesWhatWasAcknowledged() {
    add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE));
    add(scan("t2", "a", null), 3, 9, Answer.created(8, TWO));
    add(Asked.page(LIST, "a", 1, 50), 4, 5, Answer.read(1, List.of(TWO)));

    finds(Rule.READ_SHOWS_ALL, TWO, ONE);
  }

  @Test
  void countFalls() {
    add(scan("t1", "a", null), 1, 20, Answer.created(7, ONE));
    add(Asked.count(LIST, "a"), 2, 3, Answer.read(1, List.of()));
    add(Asked.count(LIST, "a"), 4, 5, Answer.read(0, List.of()));

    finds(Rule.READ_SHOWS_ALL, ONE);
  }

  @Test
  void countAheadOfTime() {
    add(Asked.count(LIST, "a"), 1, 2, Answer.read(1, List.of()));
    add(scan("t1", "a", null), 3, 4, Answer.created(7, ONE));

    finds(Rule.READ_SHOWS_ONLY, ONE);
  }

  @Test
  void pageShorterThanItsCount() {
    add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE));
    add(Asked.page(LIST, "a", 1, 50), 3, 4, Answer.read(1, List.of()));

    finds(Rule.PAGE_WHOLE, ONE);
  }

  @Test
  void pageOutOfOrder() {
    add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE));
    add(scan("t2", "a", null), 3, 4, Answer.created(8, TWO));
    add(Asked.page(LIST, "a", 1, 50), 5, 6, Answer.read(2, List.of(ONE, TWO)));

    finds(Rule.PAGE_WHOLE, TWO, ONE);
  }

  @Test
  void finalCountIsWrong() {
    add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE));

    assertTrue(broken(2, ONE).contains(Rule.FINAL_COUNT));
  }

  @Test
  void finalWalkHasDoubles() {
    add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE));

    finds(Rule.FINAL_COUNT, ONE, ONE);
  }
}
