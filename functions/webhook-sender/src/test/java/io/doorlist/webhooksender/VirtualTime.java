package io.doorlist.webhooksender;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that stands still until it is moved. */
final class VirtualTime extends Clock {
  private volatile Instant now = Instant.parse("2026-11-21T20:00:00Z");

  void moveTo(Instant time) {
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
    throw new UnsupportedOperationException();
  }
}
