package io.doorlist.phone;

/**
 * How long a phone waits before it tries again. Waits have a random part, so that phones do not
 * come back all at once.
 */
public final class BackOff {
  private static final long FIRST_MILLIS = 1_000;
  private static final long MAX_MILLIS = 60_000;

  /**
   * The longest wait while the service answers that it is busy. It is short, because the service
   * still serves some requests each second.
   */
  private static final long MAX_BUSY_MILLIS = 8_000;

  private static final int MAX_DOUBLINGS = 6;

  private BackOff() {}

  /**
   * Returns how long to wait. The first wait is between 0.5 and 1.5 seconds. Each further wait is
   * twice as long, up to a limit.
   *
   * @param attempts how many attempts have failed in a row
   * @param status of the last answer; 0 if there was none
   * @param spread a random number from 0 to 1
   */
  public static long millis(int attempts, int status, double spread) {
    long most = status == 429 || status == 503 ? MAX_BUSY_MILLIS : MAX_MILLIS;
    int doublings = Math.min(Math.max(attempts - 1, 0), MAX_DOUBLINGS);
    return (long) (Math.min(most, FIRST_MILLIS << doublings) * (0.5 + spread));
  }
}
