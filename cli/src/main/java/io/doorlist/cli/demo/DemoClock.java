package io.doorlist.cli.demo;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Shows the time at which something in the demo data happens, so that the data is the same whenever
 * it is loaded. Each look advances it by {@link #STEP}, because code that waits for a deadline must
 * see it pass. Thread-safe.
 */
public final class DemoClock implements InstantSource {
  /** Longer than anything takes unless it fails. */
  private static final Duration STEP = Duration.ofSeconds(3);

  /** The time, and when it was set. */
  private record Setting(Instant time, long nanoTime) {}

  private volatile Setting setting = new Setting(DemoOrder.FIRST, System.nanoTime());

  void set(Instant time) {
    setting = new Setting(time, System.nanoTime());
  }

  @Override
  public Instant instant() {
    Setting now = setting;
    long steps = (System.nanoTime() - now.nanoTime()) / STEP.toNanos();
    return now.time().plus(STEP.multipliedBy(steps));
  }
}
