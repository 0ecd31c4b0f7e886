package io.doorlist.domain.checkin;

/** How many minutes back a pulse can go. */
public final class PulseWindow {
  /** The default, in minutes. */
  public static final int DEFAULT = 60;

  /** The maximum, in minutes. */
  public static final int MAX = 180;

  private PulseWindow() {}
}
