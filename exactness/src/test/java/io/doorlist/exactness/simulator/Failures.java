package io.doorlist.exactness.simulator;

/** Shows what functions log of their own faults, if asked to: for finding the line that failed. */
final class Failures {
  private static final boolean SHOWN = Boolean.getBoolean("exactness.log");

  private Failures() {}

  static void note(String line) {
    if (SHOWN && line.contains("internal_error")) {
      System.err.println(line);
    }
  }
}
