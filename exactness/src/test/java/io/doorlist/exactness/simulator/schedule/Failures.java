package io.doorlist.exactness.simulator.schedule;

/** Shows what functions log about their own faults, if enabled: to find the line that failed. */
public final class Failures {
  private static final boolean SHOWN = Boolean.getBoolean("exactness.log");

  private Failures() {}

  public static void note(String line) {
    if (SHOWN && line.contains("internal_error")) {
      System.err.println(line);
    }
  }
}
