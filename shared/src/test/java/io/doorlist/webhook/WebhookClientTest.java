package io.doorlist.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.webhook.DeliveryOutcome.Answered;
import io.doorlist.webhook.DeliveryOutcome.Fault;
import io.doorlist.webhook.DeliveryOutcome.Unanswered;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class WebhookClientTest {
  private static final Resolver LOOPBACK = host -> List.of(InetAddress.getLoopbackAddress());
  private static final byte[] BODY = "{\"name\":\"Zoë\"}".getBytes(StandardCharsets.UTF_8);

  private static WebhookClient client(Duration timeout) {
    return new WebhookClient(true, LOOPBACK, timeout);
  }

  private static DeliveryOutcome post(ScriptedReceiver receiver) {
    return client(Duration.ofSeconds(30))
        .post("http://127.0.0.1:" + receiver.port() + "/hook?a=b", Map.of("webhook-id", "1"), BODY);
  }

  private static DeliveryOutcome postBriefly(ScriptedReceiver receiver) {
    return client(Duration.ofMillis(300))
        .post("http://127.0.0.1:" + receiver.port() + "/", Map.of(), BODY);
  }

  @Test
  void request_isOnePlainPost() throws IOException {
    try (ScriptedReceiver receiver =
        ScriptedReceiver.answering("HTTP/1.1 204 No Content\r\n\r\n")) {
      assertEquals(new Answered(204, null), post(receiver));
      assertEquals(
          List.of(
              "POST /hook?a=b HTTP/1.1\r\nHost: 127.0.0.1:"
                  + receiver.port()
                  + "\r\nUser-Agent: Doorlist-Webhooks\r\nContent-Type: application/json\r\n"
                  + "Content-Length: 15\r\nConnection: close\r\nwebhook-id: 1\r\n\r\n"
                  + "{\"name\":\"Zoë\"}"),
          receiver.requests());
    }
  }

  @ParameterizedTest
  @CsvSource({"200, true", "299, true", "300, false", "410, false", "500, false"})
  void success_is2xxOnly(int status, boolean success) throws IOException {
    try (ScriptedReceiver receiver =
        ScriptedReceiver.answering("HTTP/1.1 " + status + " X\r\n\r\n")) {
      DeliveryOutcome outcome = post(receiver);

      assertEquals(new Answered(status, null), outcome);
      assertEquals(success, outcome.success());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 307})
  void redirect_isNotFollowed(int status) throws IOException {
    try (ScriptedReceiver inside = ScriptedReceiver.answering("HTTP/1.1 200 OK\r\n\r\n");
        ScriptedReceiver receiver =
            ScriptedReceiver.answering(
                "HTTP/1.1 %s Found\r\nLocation: http://127.0.0.1:%s/\r\n\r\n"
                    .formatted(status, inside.port()))) {
      DeliveryOutcome outcome = post(receiver);

      assertEquals(new Answered(status, null), outcome);
      assertFalse(outcome.success());
      assertEquals(List.of(), inside.requests());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Retry-After: 120", "retry-after:120", "RETRY-AFTER: \t 120 "})
  void retryAfter_isRead(String header) throws IOException {
    try (ScriptedReceiver receiver =
        ScriptedReceiver.answering(
            "HTTP/1.1 429 Slow\r\nServer: x\r\n" + header + "\r\nX: y\r\n\r\n")) {
      assertEquals(new Answered(429, "120"), post(receiver));
    }
  }

  @Test
  void announcements_areSkipped() throws IOException {
    try (ScriptedReceiver receiver =
        ScriptedReceiver.answering(
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nRetry-After: 9\r\n\r\n"
                + "HTTP/1.0 200\n\n")) {
      assertEquals(new Answered(200, null), post(receiver));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\r\n\r\n",
        "HTTP/1.1 200 OK\r\n",
        "HTTP/1.1 200 OK\r\nX: y",
        "HTTP/1.1 20 OK\r\n\r\n",
        "HTTP/1.1 600 OK\r\n\r\n",
        "HTTP/2 200\r\n\r\n",
        "ICY 200 OK\r\n\r\n",
        "SSH-2.0-OpenSSH_9.6\r\n"
      })
  void answer_isNone_whenItIsNotHttp(String answer) throws IOException {
    try (ScriptedReceiver receiver = ScriptedReceiver.answering(answer)) {
      assertEquals(new Unanswered(Fault.NO_ANSWER), post(receiver));
    }
  }

  @Test
  void answer_isNone_whenItsHeadDoesNotEnd() throws IOException {
    String header = "X: " + "y".repeat(1000) + "\r\n";
    try (ScriptedReceiver receiver =
        ScriptedReceiver.answering("HTTP/1.1 200 OK\r\n" + header.repeat(50) + "\r\n")) {
      assertEquals(new Unanswered(Fault.NO_ANSWER), post(receiver));
    }
  }

  /** Each byte arrives soon, so the timeout of a single read would not end it. */
  @Test
  void tricklingReceiver_isGivenUp() throws IOException {
    CountDownLatch hungUp = new CountDownLatch(1);
    assertGivenUp(
        hungUp,
        (self, socket) -> {
          self.read(socket);
          try {
            while (true) {
              socket.getOutputStream().write('H');
              socket.getOutputStream().flush();
              TimeUnit.MILLISECONDS.sleep(20);
            }
          } finally {
            hungUp.countDown();
          }
        });
  }

  @Test
  void slowResolver_isGivenUp() {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch givenUp = new CountDownLatch(1);
    WebhookClient client =
        new WebhookClient(
            false,
            host -> {
              asked.countDown();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                givenUp.countDown();
              }
              throw new java.net.UnknownHostException();
            },
            Duration.ofMillis(100));

    do {
      assertEquals(
          new Unanswered(Fault.TIMED_OUT),
          client.post("https://hooks.example.com/", Map.of(), BODY));
      // On a busy machine the time may be over before the resolver is asked.
    } while (asked.getCount() > 0);
    assertTrue(await(givenUp), "nobody waits any more");
  }

  @Test
  void nobodyThere_isSaid() throws IOException {
    try (Socket deaf = new Socket()) {
      deaf.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));

      assertEquals(
          new Unanswered(Fault.NOT_CONNECTED),
          client(Duration.ofSeconds(30))
              .post("http://127.0.0.1:" + deaf.getLocalPort() + "/", Map.of(), BODY));
    }
  }

  @Test
  void unknownHost_isSaid() {
    WebhookClient client =
        new WebhookClient(
            false,
            host -> {
              throw new java.net.UnknownHostException();
            },
            Duration.ofSeconds(30));

    assertEquals(
        new Unanswered(Fault.UNKNOWN_HOST),
        client.post("https://hooks.example.com/", Map.of(), BODY));
  }

  private static void assertGivenUp(CountDownLatch hungUp, ScriptedReceiver.Behaviour behaviour)
      throws IOException {
    try (ScriptedReceiver receiver = new ScriptedReceiver(new ServerSocket(), behaviour)) {
      do {
        assertEquals(new Unanswered(Fault.TIMED_OUT), postBriefly(receiver));
        // On a busy machine the time may be over before anything is sent.
      } while (receiver.requests().isEmpty());
      assertTrue(await(hungUp), "the connection is closed, not left behind");
    }
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
