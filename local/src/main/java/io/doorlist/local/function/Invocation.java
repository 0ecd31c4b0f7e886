package io.doorlist.local.function;

public sealed interface Invocation {
  record Returned(byte[] output) implements Invocation {}

  /**
   * The function failed, or did not answer within its own timeout or the gateway's.
   *
   * @param late whether the gateway stopped waiting
   * @param problem the rest of a sentence that begins with the function's name
   */
  record Failed(boolean late, String problem) implements Invocation {
    private static final int MAX_FRAMES = 12;
    private static final int MAX_CAUSES = 8;

    static Failed late(boolean gateways) {
      return new Failed(gateways, "takes too long");
    }

    /**
     * Returns the outcome of a call that ended with an exception. It names the exception and its
     * causes, and where they were thrown. Their messages are left out, because they may contain QR
     * codes and tokens.
     */
    public static Failed of(Throwable failure) {
      StringBuilder text = new StringBuilder();
      Throwable cause = failure;
      for (int depth = 0; cause != null && depth < MAX_CAUSES; depth++, cause = cause.getCause()) {
        text.append(depth == 0 ? "fails with " : System.lineSeparator() + "  caused by ");
        text.append(cause.getClass().getName());
        StackTraceElement[] frames = cause.getStackTrace();
        for (int i = 0; i < Math.min(frames.length, MAX_FRAMES); i++) {
          text.append("%n    at %s".formatted(frames[i]));
        }
      }
      return new Failed(false, text.toString());
    }

    /** Returns the outcome of a call whose answer the gateway cannot pass on. */
    public static Failed malformed(String problem) {
      return new Failed(false, "answers what the gateway cannot pass on: " + problem);
    }

    /**
     * Writes the outcome to standard error.
     *
     * @param route the route as the template has it, because the path of a request may contain a QR
     *     code
     */
    public void say(String requestId, String route, String function) {
      System.err.println("request %s, %s: %s %s".formatted(requestId, route, function, problem));
    }
  }
}
