package io.doorlist.domain.checkin;

/**
 * How far back a {@link ListPulse} goes.
 *
 * @param evening whether it also shows the whole evening and counts the evening's refusals; if not,
 *     only the refusals of these minutes are counted
 */
public record PulseWindow(int minutes, boolean evening) {
  public static final int DEFAULT = 60;
  public static final int MAX = 180;
}
