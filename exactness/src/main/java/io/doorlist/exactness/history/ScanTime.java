package io.doorlist.exactness.history;

import io.doorlist.domain.checkin.Scan;
import io.doorlist.door.Window;
import java.time.Duration;
import java.time.Instant;

/**
 * The first and the last second since 1970 at which the service may have decided on a request. They
 * are the times of the server's clock while the request was on its way. For an offline scan, both
 * are the second that the device sends, if the service believes it.
 */
record ScanTime(long earliest, long latest) {
  /** How far a server's clock may be wrong. */
  private static final Duration SKEW = Duration.ofSeconds(21);

  private static final Instant NEVER_ENDED = Instant.parse("2999-01-01T00:00:00Z");

  /** Returns the seconds for a request that was on its way between two moments. */
  static ScanTime of(Asked asked, Instant begun, Instant ended) {
    Instant first = begun.minus(SKEW);
    Instant last = ended.plus(SKEW);
    Instant scanned = asked.offline() ? asked.scannedAt().orElse(null) : null;
    if (scanned == null) {
      return new ScanTime(first.getEpochSecond(), last.getEpochSecond());
    }
    boolean atFirst = credible(scanned, first);
    boolean atLast = credible(scanned, last);
    if (atFirst && atLast) {
      return new ScanTime(scanned.getEpochSecond(), scanned.getEpochSecond());
    }
    boolean never = !atFirst && !atLast && !(first.isBefore(scanned) && last.isAfter(scanned));
    Instant from = never || first.isBefore(scanned) ? first : scanned;
    Instant to = never || last.isAfter(scanned) ? last : scanned;
    return new ScanTime(from.getEpochSecond(), to.getEpochSecond());
  }

  /** Returns the seconds for a request that may still arrive at any time. */
  static ScanTime open(Asked asked, Instant begun) {
    ScanTime now = of(asked, begun, begun);
    ScanTime ever = of(asked, begun, NEVER_ENDED);
    return new ScanTime(Math.min(now.earliest, ever.earliest), Math.max(now.latest, ever.latest));
  }

  private static boolean credible(Instant scanned, Instant now) {
    return !scanned.isAfter(now.plus(Scan.CLOCK_AHEAD))
        && !scanned.isBefore(now.minus(Scan.CLOCK_BEHIND));
  }

  boolean mayBeIn(Window window) {
    return !window.isAfter(latest) && !window.isBefore(earliest);
  }

  boolean isIn(Window window) {
    return !mayBeEarly(window) && !mayBeLate(window);
  }

  boolean mayBeEarly(Window window) {
    return window.isAfter(earliest);
  }

  boolean mayBeLate(Window window) {
    return window.isBefore(latest);
  }
}
