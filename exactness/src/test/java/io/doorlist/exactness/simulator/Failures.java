package io.doorlist.exactness.simulator;

/** Shows what functions log about their own faults, if enabled: to find the line that failed. */
final class Failures {
  private static final boolean SHOWN = Boolean.getBoolean("exactness.log");

  private Failures() {}

  static void note(String line) {
    if (SHOWN && line.contains("internal_error")) {
      System.err.println(line);
    }
  }
}
