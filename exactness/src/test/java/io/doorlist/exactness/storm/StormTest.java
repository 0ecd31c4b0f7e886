package io.doorlist.exactness.storm;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * GOODPUT: at three times what a list's partition takes, nine tenths of what it takes come in,
 * whoever stands at a door comes first, and after the storm it is as before. Without a burst, as
 * AWS promises none.
 */
@Tag("long")
class StormTest {
  private static final Duration LENGTH = Duration.ofSeconds(20);

  @Test
  void uploads_fillThePartition_andLetLiveScansPass() throws InterruptedException {
    StormReport report = new Storm(StormPlan.of(1, 3, 1, LENGTH), client -> client).run();

    assertAll(
        () -> assertTrue(report.goodput() >= 0.9 * StormPlan.LIMIT, report.goodput() + " a second"),
        () -> assertTrue(report.unitsEach() < 3.3, report.unitsEach() + " units each"),
        () -> assertTrue(report.p99During() <= 1_000, report.p99During() + " ms"),
        () -> assertTrue(report.p99After() <= 300, report.p99After() + " ms after it"),
        () -> assertEquals(0, report.lost()));
  }
}
