package io.doorlist.local.function;

public sealed interface Invocation {
  record Returned(byte[] output) implements Invocation {}

  /**
   * It did not, in its own time or in the gateway's.
   *
   * @param late whether the gateway waits no longer
   * @param problem as a sentence goes on after the function's name
   */
  record Failed(boolean late, String problem) implements Invocation {
    private static final int MAX_FRAMES = 12;
    private static final int MAX_CAUSES = 8;

    static Failed late(boolean gateways) {
      return new Failed(gateways, "takes too long");
    }

    /**
     * Says which exceptions and causes ended a call, and where they were thrown. Their messages are
     * left out: they carry QR codes and tokens.
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

    /** Returns the outcome of a function that answered what the gateway cannot pass on. */
    public static Failed malformed(String problem) {
      return new Failed(false, "answers what the gateway cannot pass on: " + problem);
    }

    /**
     * Says it on standard error.
     *
     * @param route the template's, as paths carry QR codes
     */
    public void say(String requestId, String route, String function) {
      System.err.println("request %s, %s: %s %s".formatted(requestId, route, function, problem));
    }
  }
}
