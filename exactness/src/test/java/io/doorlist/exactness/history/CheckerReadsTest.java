package io.doorlist.exactness.history;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The checker finds wrong counts and pages. */
class CheckerReadsTest extends HistoryFixture {

  @TestFactory
  Stream<DynamicTest> badHistory_isFound() {
    return Stream.of(
        bad(Rule.READ_SHOWS_ALL, "read misses what was acknowledged")
            .add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE))
            .add(Asked.count(LIST, "a"), 3, 4, Answer.read(0, List.of()))
            .endsWith(ONE),
        bad(Rule.READ_SHOWS_ALL, "page misses what was acknowledged")
            .add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE))
            .add(scan("t2", "a", null), 3, 9, Answer.created(8, TWO))
            .add(Asked.page(LIST, "a", 1, 50), 4, 5, Answer.read(1, List.of(TWO)))
            .endsWith(TWO, ONE),
        bad(Rule.READ_SHOWS_ALL, "count falls")
            .add(scan("t1", "a", null), 1, 20, Answer.created(7, ONE))
            .add(Asked.count(LIST, "a"), 2, 3, Answer.read(1, List.of()))
            .add(Asked.count(LIST, "a"), 4, 5, Answer.read(0, List.of()))
            .endsWith(ONE),
        bad(Rule.READ_SHOWS_ONLY, "count ahead of time")
            .add(Asked.count(LIST, "a"), 1, 2, Answer.read(1, List.of()))
            .add(scan("t1", "a", null), 3, 4, Answer.created(7, ONE))
            .endsWith(ONE),
        bad(Rule.PAGE_WHOLE, "page shorter than its count")
            .add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE))
            .add(Asked.page(LIST, "a", 1, 50), 3, 4, Answer.read(1, List.of()))
            .endsWith(ONE),
        bad(Rule.PAGE_WHOLE, "page out of order")
            .add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE))
            .add(scan("t2", "a", null), 3, 4, Answer.created(8, TWO))
            .add(Asked.page(LIST, "a", 1, 50), 5, 6, Answer.read(2, List.of(ONE, TWO)))
            .endsWith(TWO, ONE),
        bad(Rule.FINAL_COUNT, "final count is wrong")
            .add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE))
            .ends(new Walk(LIST, 2, List.of(ONE), List.of(), 0)),
        bad(Rule.FINAL_COUNT, "final walk has doubles")
            .add(scan("t1", "a", null), 1, 2, Answer.created(7, ONE))
            .endsWith(ONE, ONE));
  }
}
