package io.doorlist.json;

import static io.doorlist.json.Samples.compact;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import io.doorlist.domain.webhook.DeliveryState;
import io.doorlist.domain.webhook.WebhookEvent;
import io.doorlist.domain.webhook.WebhookEventType;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class WebhookEventJsonTest {
  private static final WebhookEvent CHECKED_IN =
      new WebhookEvent(
          77,
          "spring-gala",
          WebhookEventType.TICKET_CHECKED_IN,
          DeliveryState.NOT_SUBSCRIBED,
          0,
          Instant.parse("2026-09-14T17:03:21.020Z"),
          9001,
          new JsonObject("{\"id\":9001,\"responses\":{\"size\":1.50}}"));

  private static final String CHECKED_IN_JSON =
      """
      {"id": 77, "webhook_event": "ticket.checked_in", "state": "not_subscribed", "attempts": 0,
       "created_at": "2026-09-14T17:03:21.020Z",
       "data": {"type": "ticket", "id": 9001,
                "object": {"id": 9001, "responses": {"size": 1.50}}}}
      """;

  @Test
  void of_writesEveryMemberInTheContractsOrder() {
    assertEquals(compact(CHECKED_IN_JSON), WebhookEventJson.of(CHECKED_IN).text());
  }

  @Test
  void page_writesWholeWebhookEventsAndMeta() {
    Page<WebhookEvent> page =
        new Page<>(List.of(CHECKED_IN, CHECKED_IN), new PageRequest(1, 50), 2);

    assertEquals(
        compact(
            """
            {"webhook_events": [%s, %s],
             "meta": {"lookup_mode": "live",
                      "pagination": {"page": 1, "items": 50, "pages": 1, "count": 2}}}
            """
                .formatted(CHECKED_IN_JSON, CHECKED_IN_JSON)),
        WebhookEventJson.page(page, Mode.LIVE).text());
  }
}
