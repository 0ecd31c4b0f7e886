package io.doorlist.domain.checkin;

/**
 * How far back a pulse goes.
 *
 * @param minutes for how many minutes arrivals are shown
 * @param refused for how many minutes refusals are counted
 */
public record PulseWindow(int minutes, int refused) {
  /** The default, in minutes. */
  public static final int DEFAULT = 60;

  /** The maximum, in minutes. */
  public static final int MAX = 180;

  /** The maximum for refusals, in minutes: for so long they are kept. */
  public static final int MAX_REFUSED = 30 * 24 * 60;
}
