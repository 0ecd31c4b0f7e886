package io.doorlist.exactness.storm;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** GOODPUT at AWS's size (long), and at a small partition for some seeds. */
class StormTest {
  private static final Duration LENGTH = Duration.ofSeconds(20);

  @Test
  void briefStorms_keepTheRule() throws InterruptedException {
    assertEquals(List.of(), Goodput.broken(0, StormFault.NONE));
  }

  @ParameterizedTest
  @Tag("long")
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void plantedFault_isCaught(StormFault fault) throws InterruptedException {
    assertNotEquals(List.of(), Goodput.broken(0, fault));
  }

  /** 20,000 scans of 100 phones drain in seconds, and nobody at a door waits for them. */
  @Test
  @Tag("long")
  void queues_drain_andLetLiveScansPass() throws InterruptedException {
    StormReport report = new Storm(StormPlan.reconnect(1, 200), StormFault.NONE).run();

    assertAll(
        () -> assertTrue(report.drained() <= 15, report.drained() + " s"),
        () -> assertTrue(report.p99During() <= 300, report.p99During() + " ms"),
        () -> assertEquals(0, report.lost()));
  }

  @Test
  @Tag("long")
  void uploads_fillThePartition_andLetLiveScansPass() throws InterruptedException {
    StormReport report = new Storm(StormPlan.of(1, 3, 1, LENGTH), StormFault.NONE).run();

    assertAll(
        () -> assertTrue(report.goodput() >= 0.9 * StormPlan.LIMIT, report.goodput() + " a second"),
        () -> assertTrue(report.unitsEach() < 3.3, report.unitsEach() + " units each"),
        () -> assertTrue(report.p99During() <= 1_000, report.p99During() + " ms"),
        () -> assertTrue(report.p99After() <= 300, report.p99After() + " ms after it"),
        () -> assertEquals(0, report.lost()));
  }
}
