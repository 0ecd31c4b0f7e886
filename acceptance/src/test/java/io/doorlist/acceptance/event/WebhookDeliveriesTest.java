package io.doorlist.acceptance.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import io.doorlist.acceptance.service.Receiver;
import io.doorlist.acceptance.service.Service;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Webhook events on their way from an import through stream, recorder, queue and sender to a
 * receiver on this machine, and what listWebhookEvents shows of it.
 */
@ExtendWith(Service.Provider.class)
class WebhookDeliveriesTest {
  private final Service service;

  WebhookDeliveriesTest(Service service) {
    // A service that runs elsewhere cannot deliver to this machine.
    assumeTrue(service.calls().isPresent());
    this.service = service;
  }

  @Test
  void delivery_isTriedAgain_andEndsWithASubscriberThatIsGone() throws Exception {
    Event event = service.eventWithOneList();
    try (Receiver receiver = Receiver.answering(500, 204, 410)) {
      String webhook = receiver.subscribe(service, event, "order.created");

      service.cli.load(event.with(Order.of(event.id() * 10 + 1, "adult")).lines());
      service.await(() -> states(event).equals(List.of("delivered 2")));
      service.cli.load(event.with(Order.of(event.id() * 10 + 2, "adult")).lines());
      service.await(() -> states(event).equals(List.of("failed 1", "delivered 2")));

      Call log =
          Call.get(
              "/" + event.account() + "/webhooks/events?state=failed&event_slug=" + event.slug());
      Map<String, Object> failed =
          service.client.expect(200, log.by(service.door)).rows("webhook_events").getFirst();
      Map<String, Object> delivery = Json.objects(failed.get("deliveries")).getFirst();
      assertEquals(webhook, delivery.get("webhook_id"));
      assertEquals("failed", delivery.get("state"));
      assertEquals("410", delivery.get("answer"));
      assertEquals(null, delivery.get("next_attempt_at"));
      List<String> received = receiver.received();
      assertEquals(3, received.size());
      assertEquals(received.get(0), received.get(1));
      String left = service.cli.run("webhook", "list", "--account", event.account()).out();
      assertFalse(left.contains(webhook), left);
    }
  }

  /**
   * A receiver that hung is asked by the queue of slow ones: the first new message is the probe.
   */
  @Test
  void receiverThatHung_hasItsNextMessage_whenItAnswers() throws Exception {
    Event event = service.eventWithOneList();
    try (Receiver receiver = Receiver.hanging()) {
      receiver.subscribe(service, event, "order.created");

      service.cli.load(event.with(Order.of(event.id() * 10 + 1, "adult")).lines());
      service.await(() -> timedOut(event));
      receiver.begin();
      service.cli.load(event.with(Order.of(event.id() * 10 + 2, "adult")).lines());
      service.await(() -> states(event).stream().findFirst().equals(Optional.of("delivered 1")));
    }
  }

  /** Returns whether the first attempt has ended, not only begun: until then nothing is known. */
  private boolean timedOut(Event event) {
    Call call = Call.get("/" + event.account() + "/webhooks/events?event_slug=" + event.slug());
    Answer answer = service.client.send(call.by(service.door));
    return answer.status() == 200
        && answer.rows("webhook_events").stream()
            .flatMap(row -> Json.objects(row.get("deliveries")).stream())
            .anyMatch(delivery -> "timed_out".equals(delivery.get("answer")));
  }

  /**
   * Returns the states of an event's webhook events, newest first, each with its attempts; none if
   * the service is too busy to say.
   */
  private List<String> states(Event event) {
    Call call = Call.get("/" + event.account() + "/webhooks/events?event_slug=" + event.slug());
    Answer answer = service.client.send(call.by(service.door));
    return answer.status() == 503
        ? List.of()
        : answer.rows("webhook_events").stream()
            .map(row -> row.get("state") + " " + row.get("attempts"))
            .toList();
  }
}
