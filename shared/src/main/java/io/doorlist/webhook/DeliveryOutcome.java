package io.doorlist.webhook;

import io.doorlist.domain.Worded;

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
  enum Fault implements Worded {
    REFUSED_TARGET,
    UNKNOWN_HOST,
    NOT_CONNECTED,
    TLS_FAILED,
    NO_ANSWER,
    TIMED_OUT
  }

  /** Returns whether the receiver took the message. */
  boolean success();

  /** Returns the status of the answer, or the word for the fault. */
  String word();
}
