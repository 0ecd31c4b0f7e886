package io.doorlist.webhooksender;

import io.doorlist.domain.DeliveryId;
import io.doorlist.domain.DeliveryProgress;
import io.doorlist.domain.DeliveryState;
import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.WebhookEvent;
import io.doorlist.domain.WebhookSubscription;
import io.doorlist.json.WebhookMessageJson;
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
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Does what a message of the deliveries queue asks for: waits, tries, or nothing. Thread-safe.
 *
 * <p>Implementation notes. A message may come twice, late, or again because its reader died, so the
 * delivery's item decides. A try is claimed before it is made, and the claim lasts as long as the
 * claimer can live: until then nobody else tries; after that the try is lost but still counts, as
 * it may have been sent. A try is made with the message of its number only. The next one's message
 * is sent after the outcome is kept: who dies before that leaves the try's own message, which then
 * sends it. So there is always a message for a pending delivery, sometimes two (ADR 0012).
 */
final class DeliverySender {
  private static final int GONE = 410;

  /** How often to look again at a delivery that changes under our hands. */
  private static final int LOOKS = 5;

  private final Stores stores;
  private final DeliveryQueue queue;
  private final WebhookClient client;
  private final RetrySchedule schedule;
  private final Clock clock;
  private final String apiUrl;

  /**
   * Creates one.
   *
   * @param apiUrl the API's base URL
   */
  DeliverySender(
      Stores stores,
      DeliveryQueue queue,
      WebhookClient client,
      RetrySchedule schedule,
      Clock clock,
      String apiUrl) {
    this.stores = stores;
    this.queue = queue;
    this.client = client;
    this.schedule = schedule;
    this.clock = clock;
    this.apiUrl = apiUrl;
  }

  /**
   * Takes a message, which is done with when this returns.
   *
   * @param endsAt when this will be over, one way or another
   * @return how a try went, or empty if none was made
   * @throws UnavailableException if the store is out of reach, or there is not the time for a try
   */
  Optional<DeliveryOutcome> take(Delivery message, Instant endsAt) {
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
        // The earlier reader of this message died, before or after it stored the outcome of the
        // try.
        later(message.attempt(seen.attempts() + 1), now, seen.dueAt());
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
        return Optional.of(attempt(message, subscription.get(), claimed));
      }
    }
    throw new UnavailableException(null);
  }

  /** Makes a try that is ours to make. */
  private DeliveryOutcome attempt(
      Delivery message, WebhookSubscription subscription, DeliveryProgress claimed) {
    DeliveryId id = message.id();
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
    if (outcome.success()) {
      keep(id, claimed, last -> last.ended(DeliveryState.DELIVERED, outcome.word(), now));
      return outcome;
    }
    if (outcome instanceof Answered answer && answer.status() == GONE) {
      stores.webhooks().remove(id.account(), id.mode(), id.webhookId());
      keep(id, claimed, last -> last.ended(DeliveryState.FAILED, outcome.word(), now));
      return outcome;
    }
    String retryAfter = outcome instanceof Answered answer ? answer.retryAfter() : null;
    Optional<Instant> due = schedule.next(claimed.attemptsOfRound(), now, retryAfter);
    if (due.isEmpty()) {
      keep(id, claimed, last -> last.ended(DeliveryState.FAILED, outcome.word(), now));
      return outcome;
    }
    keep(id, claimed, last -> last.missed(outcome.word(), now, due.get()));
    later(message.attempt(claimed.attempts() + 1), now, due.get());
    return outcome;
  }

  /**
   * Keeps how our try went, also if a redelivery was asked for meanwhile; does nothing if somebody
   * has counted it as lost.
   */
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
   * Sends the message on: it comes back when it is due, or in 15 minutes to be sent on again.
   *
   * @param due {@code null} for at once
   */
  private void later(Delivery message, Instant now, Instant due) {
    Duration pause = due == null ? Duration.ZERO : Duration.between(now, due);
    if (pause.compareTo(DeliveryQueue.MAX_DELAY) > 0) {
      pause = DeliveryQueue.MAX_DELAY;
    }
    // Whole seconds, and none of them too early.
    queue.send(
        message,
        pause.isNegative() ? Duration.ZERO : Duration.ofSeconds(pause.plusMillis(999).toSeconds()));
  }

  private Message message(DeliveryId id, WebhookEvent webhookEvent) {
    String url = apiUrl + "/" + id.account() + "/webhooks/events/" + webhookEvent.id();
    return new Message(
        "msg_" + webhookEvent.id() + "_" + id.webhookId(),
        WebhookMessageJson.of(webhookEvent, id.account(), id.mode(), url));
  }
}
