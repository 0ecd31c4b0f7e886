package io.doorlist.phone;

/**
 * Decides when a phone asks whether its copies have changed. It asks every few seconds while its
 * door is busy. When nothing happens, it asks less often, because the battery must last an evening.
 */
public final class Polling {
  private static final long BUSY_MILLIS = 4_000;
  private static final long QUIET_MILLIS = 20_000;
  private static final long BUSY_FOR_MILLIS = 180_000;
  private static final long MAX_MILLIS = 60_000;
  private static final int MAX_DOUBLINGS = 4;

  private Polling() {}

  /**
   * Returns how long to wait.
   *
   * @param sinceActivityMillis time since the last scan here, or since the last news from other
   *     doors
   * @param failures how many requests in a row got no answer
   */
  public static long waitMillis(long sinceActivityMillis, int failures) {
    long wait = sinceActivityMillis < BUSY_FOR_MILLIS ? BUSY_MILLIS : QUIET_MILLIS;
    return Math.min(MAX_MILLIS, wait << Math.min(failures, MAX_DOUBLINGS));
  }
}
