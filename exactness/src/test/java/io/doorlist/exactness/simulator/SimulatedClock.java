package io.doorlist.exactness.simulator;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** The scheduler's time as one machine sees it. */
final class SimulatedClock extends Clock {
  private final Scheduler scheduler;
  private final Duration skew;

  SimulatedClock(Scheduler scheduler, Duration skew) {
    this.scheduler = scheduler;
    this.skew = skew;
  }

  @Override
  public Instant instant() {
    return scheduler.now().plus(skew);
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
