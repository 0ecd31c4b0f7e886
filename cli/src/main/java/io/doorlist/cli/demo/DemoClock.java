package io.doorlist.cli.demo;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * The clock while demo data is loaded. The loader sets it to the time of each thing that happens in
 * the demo. It stands still, so that the data is the same whenever it is loaded. Only if an
 * operation takes longer than {@link #STEP}, the clock moves on, because code that waits for a
 * deadline must see time pass. Thread-safe.
 */
public final class DemoClock implements InstantSource {
  /** Longer than any operation takes, unless it fails. */
  private static final Duration STEP = Duration.ofSeconds(3);

  /** A time of the demo data, and the real time at which the clock was set to it. */
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
