package io.doorlist.domain.webhook;

import io.doorlist.domain.Mode;
import io.doorlist.domain.Slug;
import io.doorlist.domain.token.TokenSecret;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * An account's subscription to webhook events. It says which events are sent, and where.
 *
 * @param id {@code wh_} and 24 random letters and digits
 * @param types the types it receives; all if empty
 * @param events slugs of the events whose changes it receives; every event of the account if empty
 * @param mode whether it receives changes of live or of test data, which never mix
 * @param formerSecret the former secret, which also signs messages for a while after a rotation, or
 *     {@code null}
 * @param breaker the circuit breaker, which knows whether the receiver is slow
 */
public record WebhookSubscription(
    String id,
    String account,
    String url,
    List<WebhookEventType> types,
    List<String> events,
    Mode mode,
    WebhookSecret secret,
    WebhookSecret formerSecret,
    Instant formerSecretEndsAt,
    Instant createdAt,
    CircuitBreaker breaker) {
  public WebhookSubscription {
    Objects.requireNonNull(id, "id");
    Slug.check(account);
    Objects.requireNonNull(url, "url");
    types = List.copyOf(types);
    events = List.copyOf(events);
    Objects.requireNonNull(secret, "secret");
    Objects.requireNonNull(createdAt, "createdAt");
    Objects.requireNonNull(breaker, "breaker");
    if ((formerSecret == null) != (formerSecretEndsAt == null)) {
      throw new IllegalArgumentException("a former secret has a time when it ends");
    }
  }

  public static String newId(RandomGenerator random) {
    return "wh_" + TokenSecret.random(24, random);
  }

  public boolean wants(WebhookEventType type, String event) {
    return (types.isEmpty() || types.contains(type))
        && (events.isEmpty() || events.contains(event));
  }

  /** Returns the secrets that a message is signed with at this time, the newest first. */
  public List<WebhookSecret> secrets(Instant now) {
    return formerSecret != null && now.isBefore(formerSecretEndsAt)
        ? List.of(secret, formerSecret)
        : List.of(secret);
  }

  /**
   * Returns the subscription with a new secret. The present secret also signs until the given time.
   */
  public WebhookSubscription rotated(WebhookSecret newSecret, Instant formerEndsAt) {
    return new WebhookSubscription(
        id, account, url, types, events, mode, newSecret, secret, formerEndsAt, createdAt, breaker);
  }
}
