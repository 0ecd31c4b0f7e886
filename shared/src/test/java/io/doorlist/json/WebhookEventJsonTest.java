package io.doorlist.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.webhook.DeliveryProgress;
import io.doorlist.domain.webhook.DeliveryState;
import io.doorlist.domain.webhook.WebhookEvent;
import io.doorlist.domain.webhook.WebhookEventType;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WebhookEventJsonTest {
  /** What was stored with the nine digits of a clock is shown like every other time. */
  @Test
  void timesOfADelivery_haveMilliseconds() throws Exception {
    Instant at = Instant.parse("2026-11-28T18:00:00.123456789Z");
    DeliveryProgress missed = DeliveryProgress.NEW.missed("500", at, at.plusSeconds(5));
    WebhookEvent webhookEvent =
        new WebhookEvent(
            71,
            "gala",
            WebhookEventType.TICKET_CHECKED_IN,
            DeliveryState.PENDING,
            1,
            List.of("wh_1"),
            at,
            9001,
            new JsonObject("{}"));

    JsonValue written = WebhookEventJson.of(webhookEvent, Map.of("wh_1", missed));

    Map<?, ?> delivery =
        (Map<?, ?>) ((List<?>) Json.readObject(written.text()).get("deliveries")).getFirst();
    assertEquals("2026-11-28T18:00:00.123Z", delivery.get("answered_at"));
    assertEquals("2026-11-28T18:00:05.123Z", delivery.get("next_attempt_at"));
  }
}
