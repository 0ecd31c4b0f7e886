package io.doorlist.webhooksender;

import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.webhook.DeliveryId;
import io.doorlist.domain.webhook.DeliveryProgress;
import io.doorlist.domain.webhook.DeliveryState;
import io.doorlist.domain.webhook.WebhookEvent;
import io.doorlist.domain.webhook.WebhookSubscription;
import io.doorlist.json.WebhookEventJson;
import io.doorlist.queue.Delivery;
import io.doorlist.queue.DeliveryQueue;
import io.doorlist.store.Stores;
import io.doorlist.webhook.DeliveryOutcome;
import io.doorlist.webhook.DeliveryOutcome.Answered;
import io.doorlist.webhook.Message;
import io.doorlist.webhook.WebhookClient;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Handles a message of the deliveries queue: makes the attempt, postpones it, or does nothing.
 * Thread-safe.
 *
 * <p>Implementation notes. A message may come twice, late, or again because its reader died, so the
 * delivery's item decides. An attempt is claimed before it is made, for as long as the claimer can
 * live; afterwards it is lost but still counts, as it may have been sent. The next attempt's
 * message is sent after the outcome is stored; if the sender dies before that, the attempt's own
 * message comes again and sends it. So a pending delivery always has a message, sometimes two.
 */
record DeliverySender(
    Stores stores,
    DeliveryQueue queue,
    WebhookClient client,
    RetrySchedule schedule,
    Clock clock,
    String apiUrl) {
  private static final int GONE = 410;

  /** How often to read a delivery again that changes meanwhile. */
  private static final int LOOKS = 5;

  /**
   * Handles a message, which can be deleted when this returns.
   *
   * @param endsAt when the function will have ended, one way or another
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
        // The earlier reader of this message died, before or after it stored the outcome.
        later(new Delivery(id, seen.attempts() + 1), now, seen.dueAt());
        return Optional.empty();
      }
      if (seen.dueAt() != null && now.isBefore(seen.dueAt())) {
        later(message, now, seen.dueAt());
        return Optional.empty();
      }
      Optional<WebhookSubscription> subscription =
          stores.webhooks().find(id.account(), id.mode(), id.webhookId());
      if (subscription.isEmpty() || seen.attemptsOfRound() >= RetrySchedule.TRIES) {
        if (stores.deliveries().change(id, seen, seen.abandoned())) {
          return Optional.empty();
        }
        continue;
      }
      DeliveryProgress claimed = seen.claimed(endsAt);
      if (stores.deliveries().change(id, seen, claimed)) {
        return Optional.of(attempt(id, subscription.get(), claimed));
      }
    }
    throw new UnavailableException(null);
  }

  private DeliveryOutcome attempt(
      DeliveryId id, WebhookSubscription subscription, DeliveryProgress claimed) {
    WebhookEvent webhookEvent =
        stores
            .webhookEvents()
            .find(id.account(), id.mode(), id.webhookEventId())
            .orElseThrow(() -> new IllegalStateException("a delivery's webhook event is gone"));
    Message signed = message(id, webhookEvent);

    DeliveryOutcome outcome =
        client.post(
            subscription.url(),
            signed.headers(clock.instant(), subscription.secrets(clock.instant())),
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
    return outcome;
  }

  /** Stores the outcome of our attempt, unless that was counted as lost. */
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

  /** Sends the message again with a delay, of 15 minutes at most: then it is delayed again. */
  private void later(Delivery message, Instant now, Instant due) {
    // Delays are whole seconds; round up so that no attempt is early.
    long pause = due == null ? 0 : Duration.between(now, due).plusMillis(999).toSeconds();
    long seconds = Math.clamp(pause, 0, DeliveryQueue.MAX_DELAY.toSeconds());
    queue.send(List.of(message), Duration.ofSeconds(seconds));
  }

  private Message message(DeliveryId id, WebhookEvent webhookEvent) {
    String url = apiUrl + "/" + id.account() + "/webhooks/events/" + webhookEvent.id();
    return new Message(
        "msg_" + webhookEvent.id() + "_" + id.webhookId(),
        WebhookEventJson.message(webhookEvent, id.account(), id.mode(), url));
  }
}
