package io.doorlist.phone;

/** How long a phone waits before it tries again, so that phones do not come back together. */
public final class BackOff {
  private static final long FIRST_MILLIS = 1_000;
  private static final long MAX_MILLIS = 60_000;

  /** The service is there but busy, and what it serves in a second is worth asking for. */
  private static final long MAX_BUSY_MILLIS = 8_000;

  private static final int MAX_DOUBLINGS = 6;

  private BackOff() {}

  /**
   * Returns the wait: half a second to one and a half, and twice as long each time.
   *
   * @param attempts how many failed in a row
   * @param status of the last; 0 if it had no answer
   * @param spread 0 to 1, drawn
   */
  public static long millis(int attempts, int status, double spread) {
    long most = status == 429 || status == 503 ? MAX_BUSY_MILLIS : MAX_MILLIS;
    int doublings = Math.min(Math.max(attempts - 1, 0), MAX_DOUBLINGS);
    return (long) (Math.min(most, FIRST_MILLIS << doublings) * (0.5 + spread));
  }
}
