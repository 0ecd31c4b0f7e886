package io.doorlist.domain;

/** How many minutes back a pulse can go. */
public final class PulseWindow {
  /** Minutes unless somebody asks for others. */
  public static final int DEFAULT = 60;

  /** Minutes at most. */
  public static final int MAX = 180;

  private PulseWindow() {}
}
