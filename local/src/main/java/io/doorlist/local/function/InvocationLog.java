package io.doorlist.local.function;

/**
 * Says on standard error what went wrong in a function. Paths, queries, headers, bodies and the
 * messages of exceptions are left out: they carry QR codes and tokens.
 */
public final class InvocationLog {
  private static final int MAX_FRAMES = 12;
  private static final int MAX_CAUSES = 8;

  private InvocationLog() {}

  /** Says which exceptions and causes ended an invocation, and where they were thrown. */
  public static void failed(String requestId, String route, String function, Throwable failure) {
    StringBuilder text = new StringBuilder(head(requestId, route, function));
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < MAX_CAUSES; depth++, cause = cause.getCause()) {
      text.append(depth == 0 ? " fails with " : System.lineSeparator() + "  caused by ");
      text.append(cause.getClass().getName());
      StackTraceElement[] frames = cause.getStackTrace();
      for (int i = 0; i < Math.min(frames.length, MAX_FRAMES); i++) {
        text.append("%n    at %s".formatted(frames[i]));
      }
    }
    System.err.println(text);
  }

  /** Says that a function answered what the gateway cannot pass on. */
  public static void malformed(String requestId, String route, String function, String problem) {
    System.err.println(
        head(requestId, route, function) + " answers what the gateway cannot pass on: " + problem);
  }

  /** Says that a function did not answer within its time. */
  public static void timedOut(String requestId, String route, String function) {
    System.err.println(head(requestId, route, function) + " takes too long");
  }

  private static String head(String requestId, String route, String function) {
    return "request %s, %s: %s".formatted(requestId, route, function);
  }
}
