package io.doorlist.store.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.webhook.CircuitBreaker;
import io.doorlist.domain.webhook.WebhookEventType;
import io.doorlist.domain.webhook.WebhookSecret;
import io.doorlist.domain.webhook.WebhookSubscription;
import io.doorlist.testing.TestTable;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WebhookStoreTest {
  private static final Instant AT = Instant.parse("2026-03-01T10:00:00.123Z");

  private final Random random = new Random(7);
  private final WebhookStore store = new TestTable().stores(Clock.systemUTC()).webhooks();
  private final WebhookSubscription subscription =
      new WebhookSubscription(
          WebhookSubscription.newId(random),
          "acme",
          "https://hooks.example.com/door",
          List.of(WebhookEventType.TICKET_CHECKED_IN),
          List.of("gala"),
          Mode.LIVE,
          WebhookSecret.create(random),
          null,
          null,
          AT,
          CircuitBreaker.CLOSED);

  private WebhookSubscription found() {
    return store.find("acme", Mode.LIVE, subscription.id()).orElseThrow();
  }

  private boolean change(CircuitBreaker to) {
    return store.change(found(), to);
  }

  @Test
  void breaker_isRead_asItWasWritten() {
    store.create(subscription);
    CircuitBreaker open = CircuitBreaker.CLOSED.opened(AT);
    CircuitBreaker probing = open.passed(true, AT.plusSeconds(9)).orElseThrow();
    CircuitBreaker answering = probing.ended(Duration.ofSeconds(9), true, AT.plusSeconds(18));

    for (CircuitBreaker each : List.of(open, probing, answering, CircuitBreaker.CLOSED)) {
      assertTrue(change(each));
      assertEquals(each, found().breaker());
    }
    assertEquals(subscription.secret().reveal(), found().secret().reveal());
  }

  /** Of two senders that let a probe pass, one does. */
  @Test
  void breaker_isChangedOnce_fromWhatWasRead() {
    store.create(subscription);
    WebhookSubscription closed = found();
    assertTrue(change(CircuitBreaker.CLOSED.opened(AT)));
    WebhookSubscription open = found();
    CircuitBreaker probing = open.breaker().passed(true, AT.plusSeconds(9)).orElseThrow();

    assertFalse(store.change(closed, CircuitBreaker.CLOSED.opened(AT.plusSeconds(1))));
    assertTrue(store.change(open, probing));
    assertFalse(store.change(open, probing));
    assertFalse(store.change(closed, CircuitBreaker.CLOSED));
    assertEquals(probing, found().breaker());
  }

  /** What is learnt of a receiver brings no secret back, and no subscription. */
  @Test
  void breaker_isChanged_besideARotation_andNotAfterARemoval() {
    store.create(subscription);
    WebhookSubscription before = found();
    WebhookSubscription rotated = before.rotated(WebhookSecret.create(random), AT);
    assertTrue(store.rotate(rotated));

    assertTrue(store.change(before, CircuitBreaker.CLOSED.opened(AT)));
    assertEquals(rotated.secret().reveal(), found().secret().reveal());
    assertTrue(store.rotate(found().rotated(WebhookSecret.create(random), AT)));
    assertTrue(found().breaker().isOpen());
    store.remove("acme", Mode.LIVE, subscription.id());
    assertFalse(store.change(before, CircuitBreaker.CLOSED.opened(AT)));
    assertEquals(List.of(), store.list("acme", Mode.LIVE));
  }
}
