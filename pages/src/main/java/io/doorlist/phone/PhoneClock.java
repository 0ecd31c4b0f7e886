package io.doorlist.phone;

/**
 * Corrects a phone's clock by the server's. Phones are off by minutes, some by an hour; a list that
 * opens at eight would then open at seven, offline.
 */
public final class PhoneClock {
  /** The {@code Date} of an answer has whole seconds; less than this says nothing. */
  private static final long TOLERANCE_MILLIS = 2_000;

  private PhoneClock() {}

  /**
   * Returns what to add to the phone's time.
   *
   * @param sentMillis when the request went out, by the phone
   * @param receivedMillis when its answer came, by the phone
   * @param dateMillis what the server says the time was, cut to the second
   */
  public static long correctionMillis(long sentMillis, long receivedMillis, long dateMillis) {
    long middle = sentMillis + (receivedMillis - sentMillis) / 2;
    long off = dateMillis + 500 - middle;
    return Math.abs(off) <= TOLERANCE_MILLIS + (receivedMillis - sentMillis) ? 0 : off;
  }
}
