package io.doorlist.exactness.simulator;

/** Says what crashed and where. */
final class Crash {
  private Crash() {}

  static String text(Throwable e) {
    Throwable cause = e;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    StringBuilder text = new StringBuilder(cause.toString());
    for (StackTraceElement frame : cause.getStackTrace()) {
      if (frame.getClassName().startsWith("io.doorlist")) {
        text.append(" at ").append(frame);
      }
    }
    return text.toString();
  }
}
