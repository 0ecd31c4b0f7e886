package io.doorlist.exactness.simulator.schedule;

/** Says what crashed and where. */
public final class Crash {
  private Crash() {}

  public static String text(Throwable e) {
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
