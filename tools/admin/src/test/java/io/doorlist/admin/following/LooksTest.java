package io.doorlist.admin.following;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.doorlist.admin.importing.foreign.ForeignSource.EventChoice;
import io.doorlist.testing.Imports;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Whatever a pretix does, following it continues, and says clearly what was wrong. */
class LooksTest extends FollowFixture {
  private static final Duration INTERVAL = Duration.ofSeconds(30);

  private final List<Duration> pauses = new ArrayList<>();
  private Duration patience = Duration.ofSeconds(30);

  @Test
  void until_waitsAsLongAsPretixWants() {
    sendAway(429, "120", "{\"detail\":\"slow down\"}");

    assertTells("pretix asks to be left alone for a while (429); trying again in 120 s");
    assertEquals(List.of(Duration.ofSeconds(120), INTERVAL), pauses);
  }

  @Test
  void until_waitsUntilTheDateThatPretixNames() {
    sendAway(503, "Sun, 01 Mar 2026 20:01:40 GMT", "<h1>guest@example.org</h1>");

    assertTells("pretix answers 503 to /events/gala/; trying again in 100 s");
  }

  @Test
  void until_goesOn_afterAFaultOfTheShop() {
    answerFirst(500, "{\"secret\":\"n1\"}");

    assertTells("pretix answers 500 to /events/gala/; trying again in 30 s");
  }

  @Test
  void until_goesOn_afterACutConnection() {
    answerFirst("cut", RecordedPretix::cut);

    assertTells("the answer of 127.0.0.1 broke off; trying again in 30 s");
  }

  @Test
  void until_goesOn_whenAnAnswerNeverEnds() {
    patience = Duration.ofMillis(300);
    CountDownLatch never = new CountDownLatch(1);
    answerFirst(
        "slow",
        exchange -> {
          exchange.sendResponseHeaders(200, 1_000);
          exchange.getResponseBody().flush();
          try {
            never.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return true;
        });

    assertTells("127.0.0.1 does not answer within 0 s; trying again in 30 s");
  }

  @Test
  void until_goesOn_whenTheBodyIsNoJson() {
    answerFirst(200, "<html>guest@example.org is welcome</html>");

    assertTells("what answers at /events/gala/ is not pretix's API, or is in maintenance");
  }

  @Test
  void until_goesOn_whenTheBodyIsSomethingElse() {
    answerFirst(200, "{\"hello\":\"guest@example.org\"}");

    assertTells("trying again in 30 s");
  }

  @Test
  void until_followsARedirect_onTheSameHost() {
    answerFirst(
        "redirect",
        exchange -> {
          exchange.getResponseHeaders().set("Location", exchange.getRequestURI().toString());
          RecordedPretix.send(exchange, 302, "");
          return true;
        });

    assertFalse(told().contains("trying again"), told());
  }

  @Test
  void theToken_doesNotFollowARedirect_toAnotherHost() throws IOException {
    AtomicInteger asked = new AtomicInteger();
    HttpServer other =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    other.createContext("/", exchange -> asked.incrementAndGet());
    other.start();
    try {
      answerFirst(
          "redirect away",
          exchange -> {
            exchange
                .getResponseHeaders()
                .set("Location", "http://127.0.0.1:" + other.getAddress().getPort() + "/");
            RecordedPretix.send(exchange, 301, "");
            return true;
          });
    } catch (ShopFault e) {
      assertTrue(e.getMessage().contains("to where the token is not sent"), e.getMessage());
    } finally {
      other.stop(0);
    }
    assertEquals(0, asked.get());
  }

  @Test
  void until_ends_whenTheFirstAnswerShowsThatTheTokenIsWrong() {
    shop.next(
        exchange -> {
          RecordedPretix.send(exchange, 401, "{}");
          return true;
        });

    ShopFault fault = assertThrows(ShopFault.class, () -> looks().until(pause -> true));

    assertTrue(fault.getMessage().contains("does not accept the API token (401)"));
    assertEquals("", told());
  }

  @Test
  void until_goesOn_whenTheTokenIsRefusedLater() {
    int[] looks = {0};
    looks()
        .until(
            pause -> {
              pauses.add(pause);
              if (++looks[0] <= 2) {
                shop.next(
                    exchange -> {
                      RecordedPretix.send(exchange, 401, "{}");
                      return true;
                    });
              }
              return looks[0] < 4;
            });

    assertTells("pretix does not accept the API token (401)");
    assertEquals(1, told().lines().filter(line -> line.contains("401")).count(), told());
    assertTrue(told().contains("works again"), told());
  }

  @Test
  void until_goesOn_whenNobodyAnswers() throws IOException {
    RecordedPretix gone = shop;
    gone.close();

    looks(gone)
        .until(
            pause -> {
              pauses.add(pause);
              return pauses.size() < 3;
            });

    assertTells("nothing answers at 127.0.0.1; trying again in 30 s");
    assertEquals(1, told().lines().count(), told());
    shop = new RecordedPretix();
  }

  /** Makes the second request of a first look fail, and looks again. */
  private void sendAway(int status, String retryAfter, String body) {
    answerFirst(
        "sent away",
        exchange -> {
          exchange.getResponseHeaders().set("Retry-After", retryAfter);
          RecordedPretix.send(exchange, status, body);
          return true;
        });
  }

  private void answerFirst(int status, String body) {
    answerFirst(
        body,
        exchange -> {
          RecordedPretix.send(exchange, status, body);
          return true;
        });
  }

  private void answerFirst(String what, RecordedPretix.Behaviour behaviour) {
    shop.next(exchange -> false, behaviour);
    looks()
        .until(
            pause -> {
              pauses.add(pause);
              return pauses.size() < 2;
            });
    assertEquals(
        33,
        table.run("export", "--account=acme").out().split("\"kind\":\"order\"", -1).length - 1,
        what);
  }

  private void assertTells(String message) {
    assertTrue(told().contains(message), told());
    assertFalse(told().contains(RecordedPretix.TOKEN), told());
    assertFalse(told().contains("guest@"), told());
    assertFalse(told().contains("secret"), told());
  }

  private String told() {
    return err.toString(StandardCharsets.UTF_8);
  }

  private Looks looks() {
    return looks(shop);
  }

  private Looks looks(RecordedPretix from) {
    Clock clock = Clock.fixed(from.now, ZoneOffset.UTC);
    FollowStatus status = status(clock);
    EventChoice choice = EventChoice.of("gala").orElseThrow();
    return new Looks(
        new PretixFollower(
            new PretixApi(from.url(), "acme", RecordedPretix.TOKEN, patience, clock, interruption),
            table.stores(),
            Imports.into(table.stores()),
            new PretixFollower.Source("the shop", "acme", choice, false),
            status,
            clock),
        status,
        INTERVAL);
  }
}
