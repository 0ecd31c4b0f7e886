package io.doorlist.cli.following;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.sun.net.httpserver.HttpServer;
import io.doorlist.cli.CommandResult;
import io.doorlist.testing.Imports;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a pretix does, following it continues, and says clearly what was wrong. */
class PollingLoopTest extends FollowFixture {
  private static final Duration INTERVAL = Duration.ofSeconds(30);

  private final List<Duration> pauses = new ArrayList<>();
  private Duration patience = Duration.ofSeconds(30);

  @BeforeEach
  void sellLittle() {
    shop.keep("gala/N1", "gala/N2", "gala/ADDON");
  }

  static Stream<Arguments> faults() {
    String guest = "<h1>guest@example.org</h1>";
    return Stream.of(
        arguments(
            RecordedPretix.answer(429, "{\"detail\":\"slow down\"}", "Retry-After", "120"),
            "pretix asks to be left alone for a while (429)",
            120),
        arguments(
            RecordedPretix.answer(503, guest, "Retry-After", "Sun, 01 Mar 2026 20:01:40 GMT"),
            "pretix answers 503 to /events/gala/",
            100),
        arguments(
            RecordedPretix.answer(500, "{\"secret\":\"n1\"}"),
            "pretix answers 500 to /events/gala/",
            30),
        arguments(
            (RecordedPretix.Behaviour) RecordedPretix::cut,
            "the answer of 127.0.0.1 broke off",
            30),
        arguments(
            RecordedPretix.answer(200, guest),
            "what answers at /events/gala/ is not pretix's API, or is in maintenance",
            30),
        arguments(RecordedPretix.answer(200, "{\"hello\":\"guest@example.org\"}"), "", 30));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void until_goesOn_afterAFaultOfTheShop_whenItWantsTo(
      RecordedPretix.Behaviour fault, String message, int seconds) {
    answerFirst(fault);

    assertTells(message);
    assertTells("; trying again in " + seconds + " s");
    assertEquals(List.of(Duration.ofSeconds(seconds), INTERVAL), pauses);
  }

  @Test
  void until_goesOn_whenAnAnswerNeverEnds() {
    patience = Duration.ofSeconds(1);
    CountDownLatch never = new CountDownLatch(1);
    // On a busy machine other answers may take too long, too.
    answerFirst(
        () -> !said().contains("works again"),
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

    assertTells("127.0.0.1 does not answer within 1 s; trying again in 30 s");
  }

  @Test
  void theToken_doesNotFollowARedirect_toAnotherHost() throws IOException {
    AtomicInteger asked = new AtomicInteger();
    HttpServer other =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    other.createContext("/", exchange -> asked.incrementAndGet());
    other.start();
    try {
      String away = "http://127.0.0.1:" + other.getAddress().getPort() + "/";
      answerFirst(RecordedPretix.answer(301, "", "Location", away));
    } catch (ShopFault e) {
      assertTrue(e.getMessage().contains("to where the token is not sent"), e.getMessage());
    } finally {
      other.stop(0);
    }
    assertEquals(0, asked.get());
  }

  @Test
  void until_waits_whenTheTokenIsWrong_andGoesOnWithTheNext() {
    String[] token = {"wrong"};

    looks(shop.url(), () -> token[0])
        .until(
            pause -> {
              pauses.add(pause);
              token[0] = pauses.size() == 2 ? RecordedPretix.TOKEN : token[0];
              return pauses.size() < 3;
            });

    assertTells("pretix does not accept the API token (401)");
    assertTells("; trying again in 30 s");
    assertTells("works again");
    assertEquals(1, said().lines().filter(line -> line.contains("401")).count(), said());
  }

  @Test
  void tokenFile_isReadBeforeEachRequest(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("token"), "wrong");
    shop.next(
        exchange -> {
          Files.writeString(file, RecordedPretix.TOKEN);
          return shop.before(() -> {}).answer(exchange);
        });

    CommandResult followed =
        table.run(
            "follow --from pretix --organizer acme --once --url " + shop.url(),
            "--token-file=" + file);

    assertEquals(0, followed.status(), followed.err());
  }

  @Test
  void until_goesOn_whenNobodyAnswers() throws IOException {
    try (Socket deaf = new Socket()) {
      deaf.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      looks(URI.create("http://127.0.0.1:" + deaf.getLocalPort()), () -> RecordedPretix.TOKEN)
          .until(
              pause -> {
                pauses.add(pause);
                return pauses.size() < 3;
              });
    }

    assertTells("nothing answers at 127.0.0.1; trying again in 30 s");
    assertEquals(1, said().lines().count(), said());
  }

  /** Answers the second request of a first look like this, and looks again. */
  private void answerFirst(RecordedPretix.Behaviour behaviour) {
    answerFirst(() -> pauses.size() < 2, behaviour);
  }

  private void answerFirst(BooleanSupplier again, RecordedPretix.Behaviour behaviour) {
    shop.next(exchange -> false, behaviour);
    looks()
        .until(
            pause -> {
              pauses.add(pause);
              return again.getAsBoolean();
            });
    assertEquals(
        3, table.run("export", "--account=acme").out().split("\"kind\":\"order\"", -1).length - 1);
  }

  private void assertTells(String message) {
    assertTrue(said().contains(message), said());
    assertFalse(said().contains(RecordedPretix.TOKEN), said());
    assertFalse(said().contains("guest@"), said());
    assertFalse(said().contains("secret"), said());
  }

  private PollingLoop looks() {
    return looks(shop.url(), () -> RecordedPretix.TOKEN);
  }

  private PollingLoop looks(URI at, Supplier<String> token) {
    Clock clock = Clock.fixed(shop.now, ZoneOffset.UTC);
    FollowStatus told = status(clock);
    PretixFollower follower =
        new PretixFollower(
            new PretixApi(at, "acme", token, patience, clock, interruption),
            table.stores().forCommand(),
            Imports.into(table.stores()),
            source("gala"),
            told,
            clock);
    return FollowCommand.looks(follower, told, INTERVAL);
  }
}
