package io.doorlist.phone;

/**
 * Corrects a phone's clock by the server's. The clocks of phones are wrong by minutes, and some by
 * an hour. Without the correction, such a phone could open a list at seven that opens at eight.
 */
public final class PhoneClock {
  /** The {@code Date} of an answer has whole seconds, so smaller differences mean nothing. */
  private static final long TOLERANCE_MILLIS = 2_000;

  private PhoneClock() {}

  /**
   * Returns what to add to the phone's time.
   *
   * @param sentMillis when the request was sent, by the phone's clock
   * @param receivedMillis when the answer came, by the phone's clock
   * @param dateMillis the server's time, in whole seconds
   */
  public static long correctionMillis(long sentMillis, long receivedMillis, long dateMillis) {
    long middle = sentMillis + (receivedMillis - sentMillis) / 2;
    long off = dateMillis + 500 - middle;
    return Math.abs(off) <= TOLERANCE_MILLIS + (receivedMillis - sentMillis) ? 0 : off;
  }

  /**
   * Returns what to add to the phone's time when the app is opened again. If the phone's clock now
   * shows an earlier time than the server told last, somebody has put the clock back.
   */
  public static long restoredMillis(long nowMillis, long correctionMillis, long serverMillis) {
    return Math.max(correctionMillis, serverMillis - nowMillis);
  }
}
