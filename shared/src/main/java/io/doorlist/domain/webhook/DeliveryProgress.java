package io.doorlist.domain.webhook;

import java.time.Instant;

/**
 * The progress of a webhook event's delivery to a subscription. An attempt counts as soon as a
 * sender claims it, because nobody knows whether a sender that died had sent the message.
 *
 * @param version grows by one with every change
 * @param earlierAttempts how many attempts were made before the last request for a redelivery
 * @param dueAt when the next attempt is due; {@code null} for at once
 * @param claimEndsAt until when the last claimed attempt may still be running, or {@code null} if
 *     none is running
 * @param answer the status of the last attempt's answer, or a word for why it had none; {@code
 *     null} if no attempt has ended
 * @param askedAt when somebody last asked for a redelivery, or {@code null}
 */
public record DeliveryProgress(
    long version,
    DeliveryState state,
    int attempts,
    int earlierAttempts,
    Instant dueAt,
    Instant claimEndsAt,
    String answer,
    Instant answeredAt,
    Instant askedAt) {
  public static final DeliveryProgress NEW =
      new DeliveryProgress(0, DeliveryState.PENDING, 0, 0, null, null, null, null, null);

  public boolean pending() {
    return state == DeliveryState.PENDING;
  }

  public int attemptsOfRound() {
    return attempts - earlierAttempts;
  }

  public DeliveryProgress claimed(Instant end) {
    return new DeliveryProgress(
        version + 1, state, attempts + 1, earlierAttempts, null, end, answer, answeredAt, askedAt);
  }

  /** Returns the progress after a failed attempt that another one will follow. */
  public DeliveryProgress missed(String newAnswer, Instant now, Instant nextDueAt) {
    return new DeliveryProgress(
        version + 1, state, attempts, earlierAttempts, nextDueAt, null, newAnswer, now, askedAt);
  }

  public DeliveryProgress ended(DeliveryState newState, String newAnswer, Instant now) {
    return new DeliveryProgress(
        version + 1, newState, attempts, earlierAttempts, null, null, newAnswer, now, askedAt);
  }

  public DeliveryProgress abandoned() {
    return ended(DeliveryState.FAILED, answer, answeredAt);
  }

  /**
   * Returns the progress after somebody asked for a redelivery: all attempts may be made again, the
   * first at once.
   */
  public DeliveryProgress asked(Instant now) {
    return new DeliveryProgress(
        version + 1,
        DeliveryState.PENDING,
        attempts,
        attempts,
        null,
        claimEndsAt,
        answer,
        answeredAt,
        now);
  }
}
