package io.doorlist.webhooksender;

import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.webhook.CircuitBreaker;
import io.doorlist.domain.webhook.DeliveryId;
import io.doorlist.domain.webhook.DeliveryProgress;
import io.doorlist.domain.webhook.DeliveryState;
import io.doorlist.domain.webhook.WebhookEvent;
import io.doorlist.domain.webhook.WebhookSubscription;
import io.doorlist.json.WebhookEventJson;
import io.doorlist.queue.Delivery;
import io.doorlist.queue.DeliveryQueue;
import io.doorlist.webhook.DeliveryOutcome;
import io.doorlist.webhook.DeliveryOutcome.Answered;
import io.doorlist.webhook.DeliveryOutcome.Fault;
import io.doorlist.webhook.DeliveryOutcome.Unanswered;
import io.doorlist.webhook.Message;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Handles a message of the deliveries queue. It makes the attempt, postpones it, or does nothing.
 * Thread-safe.
 *
 * <p>Implementation notes. A message may come twice, late, or again because its reader died, so the
 * delivery's item decides. Before the function makes an attempt, it claims the attempt until the
 * time when the function has surely ended. If the claim ends without an outcome, the attempt is
 * lost but still counts, because it may have been sent. The message for the next attempt is sent
 * after the outcome is stored. If the function dies between the two, the present message comes
 * again, and then the next message is sent. So a pending delivery always has a message, and
 * sometimes two.
 *
 * <p>Messages wait in the queue of the quick {@link Lane}, where handling one takes no longer than
 * a quick attempt. The queue of the slow lane has only attempts that the receiver's circuit breaker
 * let pass.
 */
record DeliverySender(
    SenderStores stores,
    Lane quick,
    Lane slow,
    RetrySchedule schedule,
    Clock clock,
    String apiUrl) {
  private static final int GONE = 410;

  /** How often to read a delivery if it keeps changing meanwhile. */
  private static final int LOOKS = 5;

  /**
   * How long a message waits for a slow receiver at most. The attempts of a {@link RetrySchedule}
   * can last as long.
   */
  private static final Duration LONGEST_HOLD = Duration.ofHours(84);

  /**
   * Handles a message, which can be deleted when this returns.
   *
   * @param endsAt when the function has surely ended
   * @return the outcome of the attempt, or empty if none was made
   * @throws UnavailableException if the store is unavailable, or if there is no time for an attempt
   */
  Optional<DeliveryOutcome> deliver(Delivery message, Instant endsAt) {
    DeliveryId id = message.id();
    for (int look = 0; look < LOOKS; look++) {
      DeliveryProgress seen = stores.deliveries().find(id).orElse(DeliveryProgress.NEW);
      if (!seen.pending() || message.attempt() < seen.attempts()) {
        return Optional.empty();
      }
      Instant now = clock.instant();
      if (seen.claimEndsAt() != null && now.isBefore(seen.claimEndsAt())) {
        later(message, now, seen.claimEndsAt());
        return Optional.empty();
      }
      if (message.attempt() == seen.attempts()) {
        // An earlier function had this message and died, before or after it stored the outcome.
        later(new Delivery(id, seen.attempts() + 1), now, seen.dueAt());
        return Optional.empty();
      }
      if (seen.dueAt() != null && now.isBefore(seen.dueAt())) {
        later(message, now, seen.dueAt());
        return Optional.empty();
      }
      Optional<WebhookSubscription> subscription =
          stores.webhooks().find(id.account(), id.mode(), id.webhookId());
      if (subscription.isEmpty()
          || seen.attemptsOfRound() >= RetrySchedule.TRIES
          || heldTooLong(id, seen, subscription.get(), now)) {
        if (stores.deliveries().change(id, seen, seen.abandoned())) {
          return Optional.empty();
        }
        continue;
      }
      if (subscription.get().breaker().isOpen() && !message.slow()) {
        hold(message, seen, subscription.get(), now);
        return Optional.empty();
      }
      DeliveryProgress claimed = seen.claimed(endsAt);
      if (stores.deliveries().change(id, seen, claimed)) {
        return Optional.of(attempt(message, subscription.get(), claimed));
      }
    }
    throw new UnavailableException(null);
  }

  /** Lets the message pass to the slow lane, or lets it wait without using up an attempt. */
  private void hold(
      Delivery message, DeliveryProgress seen, WebhookSubscription subscription, Instant now) {
    CircuitBreaker breaker = subscription.breaker();
    Optional<CircuitBreaker> passed = breaker.passed(seen.attemptsOfRound() == 0, now);
    if (passed.isPresent() && stores.webhooks().change(subscription, passed.get())) {
      Delivery slowly = new Delivery(message.id(), message.attempt(), true);
      slow.queue().send(List.of(slowly), Duration.ZERO);
    } else {
      later(message, now, breaker.waitsUntil(schedule.random().nextDouble(), now));
    }
  }

  /**
   * Returns whether a message has waited longer than {@link #LONGEST_HOLD}. Its delivery then
   * fails, as if all attempts had failed.
   */
  private boolean heldTooLong(
      DeliveryId id, DeliveryProgress seen, WebhookSubscription subscription, Instant now) {
    Instant oldest = now.minus(LONGEST_HOLD);
    CircuitBreaker breaker = subscription.breaker();
    if (!breaker.isOpen() || breaker.openSince().isAfter(oldest)) {
      return false;
    }
    Instant begun = seen.askedAt() != null ? seen.askedAt() : webhookEvent(id).createdAt();
    return begun.isBefore(oldest);
  }

  private WebhookEvent webhookEvent(DeliveryId id) {
    return stores
        .webhookEvents()
        .find(id.account(), id.mode(), id.webhookEventId())
        .orElseThrow(() -> new IllegalStateException("a delivery's webhook event is gone"));
  }

  private DeliveryOutcome attempt(
      Delivery message, WebhookSubscription subscription, DeliveryProgress claimed) {
    DeliveryId id = message.id();
    Message signed = message(id, webhookEvent(id));

    Instant begin = clock.instant();
    DeliveryOutcome outcome =
        (message.slow() ? slow : quick)
            .post()
            .post(
                subscription.url(),
                signed.headers(begin, subscription.secrets(begin)),
                signed.payload());

    Instant now = clock.instant();
    Optional<Instant> due = Optional.empty();
    if (outcome instanceof Answered answer && answer.status() == GONE) {
      stores.webhooks().remove(id.account(), id.mode(), id.webhookId());
    } else if (!outcome.success()) {
      String retryAfter = outcome instanceof Answered answer ? answer.retryAfter() : null;
      due = schedule.next(claimed.attemptsOfRound(), now, retryAfter);
    }
    if (due.isPresent()) {
      Instant next = due.get();
      keep(id, claimed, last -> last.missed(outcome.word(), now, next));
      later(new Delivery(id, claimed.attempts() + 1), now, next);
    } else {
      DeliveryState end = outcome.success() ? DeliveryState.DELIVERED : DeliveryState.FAILED;
      keep(id, claimed, last -> last.ended(end, outcome.word(), now));
    }
    learn(message, subscription, outcome, Duration.between(begin, now));
    return outcome;
  }

  /**
   * Updates the receiver's circuit breaker after an attempt. Usually nothing changes, so nothing is
   * written.
   */
  private void learn(
      Delivery message, WebhookSubscription subscription, DeliveryOutcome outcome, Duration took) {
    WebhookSubscription seen = subscription;
    for (int look = 0; look < LOOKS; look++) {
      CircuitBreaker breaker = seen.breaker();
      CircuitBreaker learnt = breaker;
      if (message.slow()) {
        learnt = breaker.ended(took, outcome instanceof Answered, clock.instant());
      } else if (outcome.equals(new Unanswered(Fault.TIMED_OUT))) {
        learnt = breaker.opened(clock.instant());
      }
      if (learnt.equals(breaker) || stores.webhooks().change(seen, learnt)) {
        return;
      }
      Optional<WebhookSubscription> again =
          stores.webhooks().find(seen.account(), seen.mode(), seen.id());
      if (again.isEmpty()) {
        return;
      }
      seen = again.get();
    }
    // Gives up, because other attempts keep changing the breaker and store what they learn.
  }

  /** Stores the outcome of this attempt, unless the attempt already counts as lost. */
  private void keep(
      DeliveryId id, DeliveryProgress claimed, UnaryOperator<DeliveryProgress> outcome) {
    DeliveryProgress seen = claimed;
    for (int look = 0; look < LOOKS; look++) {
      if (stores.deliveries().change(id, seen, outcome.apply(seen))) {
        return;
      }
      seen = stores.deliveries().find(id).orElseThrow();
      if (seen.attempts() != claimed.attempts() || seen.claimEndsAt() == null) {
        return;
      }
    }
    throw new UnavailableException(null);
  }

  /**
   * Sends the message again, to the quick lane. The delay is at most 15 minutes. After that the
   * message is delayed again if need be.
   */
  private void later(Delivery message, Instant now, Instant due) {
    // Delays are whole seconds. They are rounded up so that no attempt is early.
    long pause = due == null ? 0 : Duration.between(now, due).plusMillis(999).toSeconds();
    long seconds = Math.clamp(pause, 0, DeliveryQueue.MAX_DELAY.toSeconds());
    Delivery waiting = new Delivery(message.id(), message.attempt());
    quick.queue().send(List.of(waiting), Duration.ofSeconds(seconds));
  }

  private Message message(DeliveryId id, WebhookEvent webhookEvent) {
    String url = apiUrl + "/" + id.account() + "/webhooks/events/" + webhookEvent.id();
    return new Message(
        "msg_" + webhookEvent.id() + "_" + id.webhookId(),
        WebhookEventJson.message(webhookEvent, id.account(), id.mode(), url));
  }
}
