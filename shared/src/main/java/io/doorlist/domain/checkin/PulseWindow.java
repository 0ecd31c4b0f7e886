package io.doorlist.domain.checkin;

/**
 * How far back a pulse goes.
 *
 * @param evening whether it shows the whole evening too, and counts its refusals: otherwise those
 *     of these minutes
 */
public record PulseWindow(int minutes, boolean evening) {
  public static final int DEFAULT = 60;
  public static final int MAX = 180;
}
