package io.doorlist.exactness.storm;

import java.util.SplittableRandom;

/** How long the page waits before it sends a scan again, as Outbox and queue.js do. */
final class StormPages {
  private static final long FIRST_WAIT = 1_000;
  private static final long MAX_WAIT = 60_000;

  private StormPages() {}

  static long waitMillis(int attempts, SplittableRandom random) {
    return Math.min(MAX_WAIT, FIRST_WAIT << Math.min(attempts, 6));
  }
}
