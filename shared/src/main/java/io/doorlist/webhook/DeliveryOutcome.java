package io.doorlist.webhook;

import io.doorlist.domain.Worded;

/** The outcome of posting a message. */
public sealed interface DeliveryOutcome {
  /** The receiver answered, perhaps with a Retry-After header. */
  record Answered(int status, String retryAfter) implements DeliveryOutcome {}

  record Unanswered(Fault fault) implements DeliveryOutcome {}

  enum Fault implements Worded {
    REFUSED_TARGET,
    UNKNOWN_HOST,
    NOT_CONNECTED,
    TLS_FAILED,
    NO_ANSWER,
    TIMED_OUT
  }

  /**
   * Returns whether the receiver accepted the message. A redirect is not followed and counts as a
   * failure.
   */
  default boolean success() {
    return this instanceof Answered answer && answer.status() >= 200 && answer.status() <= 299;
  }

  /** Returns the status of the answer, or the word for the fault if there was none. */
  default String word() {
    return switch (this) {
      case Answered answer -> Integer.toString(answer.status());
      case Unanswered none -> none.fault().word();
    };
  }
}
