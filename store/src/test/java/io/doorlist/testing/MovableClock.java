package io.doorlist.testing;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that stands still until a test moves it. */
public final class MovableClock extends Clock {
  private volatile Instant now;

  public MovableClock() {
    this(Instant.parse("2026-09-14T17:00:00Z"));
  }

  public MovableClock(Instant start) {
    now = start;
  }

  public void pass(Duration time) {
    now = now.plus(time);
  }

  /** Moves forward to a time, unless it has passed. */
  public void moveTo(Instant time) {
    if (time.isAfter(now)) {
      now = time;
    }
  }

  @Override
  public Instant instant() {
    return now;
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
