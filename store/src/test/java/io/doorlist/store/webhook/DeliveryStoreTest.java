package io.doorlist.store.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.webhook.DeliveryId;
import io.doorlist.domain.webhook.DeliveryProgress;
import io.doorlist.domain.webhook.DeliveryState;
import io.doorlist.domain.webhook.RecordedWebhookEvent;
import io.doorlist.domain.webhook.WebhookEvent;
import io.doorlist.testing.Stores;
import io.doorlist.testing.TestTable;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class DeliveryStoreTest {
  private static final Instant AT = Instant.parse("2026-03-01T10:00:00Z");

  private final TestTable table = new TestTable();
  private final Stores stores = table.stores(Clock.systemUTC());

  /** Waits long enough for a busy machine. */
  private final DeliveryStore deliveries = new DeliveryStore(table.access());

  private final RecordedWebhookEvent happened =
      stores
          .webhookEvents()
          .record(
              List.of(NewWebhookEvents.change("gala", Mode.LIVE, 0)),
              any -> List.of(),
              UnaryOperator.identity())
          .getFirst();

  private DeliveryId id(String webhook) {
    return new DeliveryId("acme", Mode.LIVE, happened.id(), webhook);
  }

  private DeliveryProgress begin(String webhook) {
    DeliveryProgress first = DeliveryProgress.NEW.asked(AT);
    assertTrue(deliveries.begin(id(webhook), first));
    return first;
  }

  private void assertShown(DeliveryState state, int attempts) {
    WebhookEvent shown =
        stores.webhookEvents().find("acme", Mode.LIVE, happened.id()).orElseThrow();
    assertEquals(state + " " + attempts, shown.state() + " " + shown.attempts());
  }

  /** Issue 53: a list of webhook events shows how far each delivery is. */
  @Test
  void progressOfMany_isThatOfEach_andNewBeforeTheFirstAttempt() {
    DeliveryProgress first = begin("wh_b");
    List<RecordedWebhookEvent> other =
        stores
            .webhookEvents()
            .record(
                List.of(NewWebhookEvents.change("gala", Mode.LIVE, 1)),
                any -> List.of("wh_a"),
                UnaryOperator.identity());
    List<WebhookEvent> both =
        List.of(
            stores.webhookEvents().find("acme", Mode.LIVE, happened.id()).orElseThrow(),
            stores.webhookEvents().find("acme", Mode.LIVE, other.getFirst().id()).orElseThrow());

    assertEquals(
        Map.of(
            happened.id(), Map.of("wh_b", first),
            other.getFirst().id(), Map.of("wh_a", DeliveryProgress.NEW)),
        deliveries.find("acme", Mode.LIVE, both));
  }

  @Test
  void progress_isReadBack() {
    DeliveryProgress first = begin("wh_a");
    DeliveryProgress claimed = first.claimed(AT.plusSeconds(40));
    assertTrue(deliveries.change(id("wh_a"), first, claimed));
    assertEquals(Optional.of(claimed), deliveries.find(id("wh_a")));

    DeliveryProgress missed = claimed.missed("503", AT, AT.plusSeconds(5));
    assertTrue(deliveries.change(id("wh_a"), claimed, missed));
    assertEquals(Optional.of(missed), deliveries.find(id("wh_a")));
    assertEquals(Optional.empty(), deliveries.find(id("wh_b")));
  }

  @Test
  void change_isRefused_whenAnotherCameFirst() {
    DeliveryProgress first = begin("wh_a");
    assertTrue(deliveries.change(id("wh_a"), first, first.claimed(AT)));

    assertFalse(deliveries.change(id("wh_a"), first, first.claimed(AT.plusSeconds(1))));
    assertFalse(deliveries.change(id("wh_a"), first, first.abandoned()));

    assertShown(DeliveryState.PENDING, 1);
    assertFalse(deliveries.begin(id("wh_a"), DeliveryProgress.NEW.asked(AT)));
  }

  @Test
  void state_isThatOfAllDeliveries() {
    DeliveryProgress one = begin("wh_a").claimed(AT);
    DeliveryProgress other = begin("wh_b").claimed(AT);
    deliveries.change(id("wh_a"), DeliveryProgress.NEW.asked(AT), one);
    deliveries.change(id("wh_b"), DeliveryProgress.NEW.asked(AT), other);
    assertShown(DeliveryState.PENDING, 2);

    DeliveryProgress failed = one.ended(DeliveryState.FAILED, "410", AT);
    assertTrue(deliveries.change(id("wh_a"), one, failed));
    assertShown(DeliveryState.PENDING, 2);
    assertTrue(
        deliveries.change(id("wh_b"), other, other.ended(DeliveryState.DELIVERED, "200", AT)));
    assertShown(DeliveryState.FAILED, 2);

    DeliveryProgress again = failed.asked(AT);
    assertTrue(deliveries.change(id("wh_a"), failed, again));
    assertShown(DeliveryState.PENDING, 2);
    DeliveryProgress claimed = again.claimed(AT);
    assertTrue(deliveries.change(id("wh_a"), again, claimed));
    assertTrue(
        deliveries.change(id("wh_a"), claimed, claimed.ended(DeliveryState.DELIVERED, "200", AT)));
    assertShown(DeliveryState.DELIVERED, 3);
  }
}
