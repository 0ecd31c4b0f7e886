package io.doorlist.webhook;

/** The outcome of posting a message. */
public sealed interface DeliveryOutcome {
  /**
   * The receiver answered.
   *
   * @param retryAfter the Retry-After header, or {@code null}
   */
  record Answered(int status, String retryAfter) implements DeliveryOutcome {
    /**
     * Returns whether the receiver took the message; a redirect is not followed and is a failure.
     */
    @Override
    public boolean success() {
      return status >= 200 && status <= 299;
    }

    @Override
    public String word() {
      return Integer.toString(status);
    }
  }

  /** There was no answer. */
  record Unanswered(Fault fault) implements DeliveryOutcome {
    @Override
    public boolean success() {
      return false;
    }

    @Override
    public String word() {
      return fault.word();
    }
  }

  /** Why there was no answer. */
  enum Fault {
    REFUSED_TARGET("refused_target"),
    UNKNOWN_HOST("unknown_host"),
    NOT_CONNECTED("not_connected"),
    TLS_FAILED("tls_failed"),
    NO_ANSWER("no_answer"),
    TIMED_OUT("timed_out");

    private final String word;

    Fault(String word) {
      this.word = word;
    }

    /** Returns the word for stored items and the command line. */
    public String word() {
      return word;
    }
  }

  /** Returns whether the receiver took the message. */
  boolean success();

  /** Returns the status of the answer, or the word for the fault. */
  String word();
}
