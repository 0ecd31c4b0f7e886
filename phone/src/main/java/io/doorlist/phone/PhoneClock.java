package io.doorlist.phone;

/**
 * Corrects a phone's clock by the server's. Phones are wrong by minutes, some by an hour; offline,
 * a list that opens at eight would then open at seven.
 */
public final class PhoneClock {
  /** The {@code Date} of an answer has whole seconds, so a smaller difference means nothing. */
  private static final long TOLERANCE_MILLIS = 2_000;

  private PhoneClock() {}

  /**
   * Returns what to add to the phone's time.
   *
   * @param sentMillis when the request was sent, by the phone's clock, as {@code receivedMillis}
   * @param dateMillis the server's time, in whole seconds
   */
  public static long correctionMillis(long sentMillis, long receivedMillis, long dateMillis) {
    long middle = sentMillis + (receivedMillis - sentMillis) / 2;
    long off = dateMillis + 500 - middle;
    return Math.abs(off) <= TOLERANCE_MILLIS + (receivedMillis - sentMillis) ? 0 : off;
  }

  /**
   * Returns what to add to the phone's time when it is opened again. Time has not gone back since
   * the server last said it. So a clock that is behind that now was put back.
   */
  public static long restoredMillis(long nowMillis, long correctionMillis, long serverMillis) {
    return Math.max(correctionMillis, serverMillis - nowMillis);
  }
}
