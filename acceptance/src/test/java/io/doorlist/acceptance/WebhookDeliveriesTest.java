package io.doorlist.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Webhook events on their way from an import through stream, recorder, queue and sender to a
 * receiver on this machine, and what listWebhookEvents shows of it.
 */
@ExtendWith(Service.Provider.class)
class WebhookDeliveriesTest {
  private final Service service;
  private final Queue<Integer> answers = new ConcurrentLinkedQueue<>();
  private final List<String> received = new CopyOnWriteArrayList<>();

  WebhookDeliveriesTest(Service service) {
    // A service that runs elsewhere delivers to nobody on this machine.
    assumeTrue(service.calls().isPresent());
    this.service = service;
  }

  @Test
  void delivery_isTriedAgain_andEndsWithASubscriberThatIsGone() throws Exception {
    answers.addAll(List.of(500, 204, 410));
    Event event = service.freshEvent();
    HttpServer receiver = receiver();
    try {
      String url = "http://127.0.0.1:" + receiver.getAddress().getPort() + "/hook";
      String webhook = subscribe(event, url);

      service.cli.load(event.with(Order.of(event.id() * 10 + 1, "adult")).lines());
      service.await(() -> states(event).equals(List.of("delivered 2")));
      service.cli.load(event.with(Order.of(event.id() * 10 + 2, "adult")).lines());
      service.await(() -> states(event).equals(List.of("failed 1", "delivered 2")));

      assertEquals(3, received.size());
      assertEquals(received.get(0), received.get(1));
      String left = service.cli.run("webhook", "list", "--account", event.account()).out();
      assertFalse(left.contains(webhook), left);
    } finally {
      receiver.stop(0);
    }
  }

  private String subscribe(Event event, String url) {
    Map<String, Object> added =
        service.cli.json(
            "webhook",
            "add",
            "--account",
            event.account(),
            "--url",
            url,
            "--types",
            "order.created",
            "--events",
            event.slug(),
            "--to-loopback");
    service.secrets.add((String) added.get("secret"));
    return (String) added.get("id");
  }

  /** Starts what takes deliveries and answers as it is told. */
  private HttpServer receiver() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/hook",
        exchange -> {
          received.add(
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          exchange.sendResponseHeaders(answers.remove(), -1);
          exchange.close();
        });
    server.start();
    return server;
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
