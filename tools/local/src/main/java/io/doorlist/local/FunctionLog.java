package io.doorlist.local;

/**
 * Says on standard error what went wrong in a function. Paths, queries, headers, bodies and the
 * messages of exceptions are left out: they carry QR codes and tokens.
 */
final class FunctionLog {
  private static final int MOST_FRAMES = 12;
  private static final int MOST_CAUSES = 8;

  private FunctionLog() {}

  static void failed(String requestId, String route, String function, Throwable failure) {
    var text = new StringBuilder(head(requestId, route, function));
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < MOST_CAUSES; depth++, cause = cause.getCause()) {
      text.append(depth == 0 ? " fails with " : "%n  caused by ".formatted());
      text.append(cause.getClass().getName());
      StackTraceElement[] frames = cause.getStackTrace();
      for (int i = 0; i < Math.min(frames.length, MOST_FRAMES); i++) {
        text.append("%n    at %s".formatted(frames[i]));
      }
    }
    System.err.println(text);
  }

  static void malformed(String requestId, String route, String function, String problem) {
    System.err.println(
        head(requestId, route, function) + " writes what cannot be used: " + problem);
  }

  static void timedOut(String requestId, String route, String function) {
    System.err.println(head(requestId, route, function) + " takes too long");
  }

  private static String head(String requestId, String route, String function) {
    return "request %s, %s: %s".formatted(requestId, route, function);
  }
}
