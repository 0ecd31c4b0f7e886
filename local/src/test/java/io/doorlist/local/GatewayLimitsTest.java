package io.doorlist.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.local.function.LocalFunction;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GatewayLimitsTest extends HostFixture {
  private static final Duration BRIEF = Duration.ofMillis(50);

  @AfterEach
  void forget() {
    System.getProperties().remove("doorlist.test.barrier");
    System.getProperties().remove("doorlist.test.interrupted");
  }

  @Test
  void body_isRefused_whenItIsAnnouncedTooLarge() {
    HttpExchange answer =
        HttpExchange.raw(
            host.host(), "POST /open/echo HTTP/1.1\r\nHost: a\r\nContent-Length: 10485761\r\n\r\n");

    assertRefused(413, answer);
  }

  /** Otherwise a client sends its next request on a connection that is about to be closed. */
  @Test
  void connection_isSaidToClose_whenABodyIsLeftUnread() {
    HttpExchange answer =
        HttpExchange.raw(
            host.host(), "POST /nothing/here HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n");

    assertEquals("close", answer.headers().get("Connection").getFirst());
  }

  @Test
  void body_isRefused_whenAFunctionCannotTakeIt() {
    assertEquals(413, host.sendWithBody("POST /open/echo", "a".repeat(6_300_000)).status());
    assertEquals(200, host.sendWithBody("POST /open/setting", "a".repeat(6_200_000)).status());
  }

  @Test
  void calls_runSomeAtATime_andTheOthersWaitForTheirTurn() throws Exception {
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CyclicBarrier barrier =
        new CyclicBarrier(LocalFunction.CALLS_AT_A_TIME) {
          @Override
          public int await(long timeout, TimeUnit unit)
              throws InterruptedException, BrokenBarrierException, TimeoutException {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            try {
              return super.await(timeout, unit);
            } finally {
              running.decrementAndGet();
            }
          }
        };
    System.getProperties().put("doorlist.test.barrier", barrier);

    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      ArrayList<Future<HttpExchange>> answers = new ArrayList<>();
      for (int i = 0; i < 5 * LocalFunction.CALLS_AT_A_TIME; i++) {
        answers.add(threads.submit(() -> host.send("GET /open/meet")));
      }

      for (Future<HttpExchange> answer : answers) {
        assertEquals("met", answer.get().body());
      }
    }
    assertEquals(LocalFunction.CALLS_AT_A_TIME, most.get());
  }

  @Test
  void calls_withLongInputs_leaveTheirTurnToShortOnes() throws Exception {
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CyclicBarrier barrier =
        new CyclicBarrier(1) {
          @Override
          public int await(long timeout, TimeUnit unit) {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            assertEquals(200, host.send("GET /open/echo").status());
            return running.decrementAndGet();
          }
        };
    System.getProperties().put("doorlist.test.barrier", barrier);

    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      ArrayList<Future<HttpExchange>> answers = new ArrayList<>();
      for (int i = 0; i < 2 * LocalFunction.CALLS_AT_A_TIME; i++) {
        answers.add(
            threads.submit(() -> host.sendWithBody("POST /open/meet", "a".repeat(8 * 1024))));
      }

      for (Future<HttpExchange> answer : answers) {
        assertEquals("met", answer.get().body());
      }
    }
    assertEquals(LocalFunction.LONG_CALLS_AT_A_TIME, most.get());
  }

  @Test
  void calls_doNotWaitForever_norRunOn(@TempDir Path directory) throws Exception {
    CountDownLatch interrupted = new CountDownLatch(1);
    System.getProperties().put("doorlist.test.interrupted", interrupted);

    try (TestHost brief = TestHost.start(directory, Map.of(), BRIEF, new TestHost.FakeTime());
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      ArrayList<Future<HttpExchange>> answers = new ArrayList<>();
      for (int i = 0; i < 2 * LocalFunction.CALLS_AT_A_TIME; i++) {
        answers.add(threads.submit(() -> brief.send("GET /slow")));
      }

      for (Future<HttpExchange> answer : answers) {
        assertEquals(503, answer.get().status());
        assertEquals("1", answer.get().header("Retry-After"));
        assertEquals("Endpoint request timed out", answer.get().json().get("message"));
      }
      assertTrue(interrupted.await(10, TimeUnit.SECONDS));
    }
  }

  @Test
  void connections_canBeAThousand_ofWhichMostSayNothing() throws IOException {
    ArrayList<Socket> silent = new ArrayList<>();
    try {
      for (int i = 0; i < 1_000; i++) {
        Socket socket = new Socket("127.0.0.1", host.host().url().getPort());
        silent.add(socket);
        socket
            .getOutputStream()
            .write("GET /open/echo HTTP/1.1\r\nHo".getBytes(StandardCharsets.UTF_8));
      }

      assertEquals(200, host.send("GET /open/echo").status());

      for (Socket socket : silent) {
        socket
            .getOutputStream()
            .write("st: a\r\nConnection: close\r\n\r\n".getBytes(StandardCharsets.UTF_8));
      }
      for (Socket socket : silent) {
        String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(answer.startsWith("HTTP/1.1 200 "), answer);
      }
    } finally {
      for (Socket socket : silent) {
        socket.close();
      }
    }
  }

  @Test
  void function_isInterrupted_whenItsTimeIsOver() throws InterruptedException {
    CountDownLatch interrupted = new CountDownLatch(1);
    System.getProperties().put("doorlist.test.interrupted", interrupted);

    HttpExchange answer = host.send("GET /slow");

    assertEquals(500, answer.status());
    assertEquals("server", answer.json().get("code"));
    assertTrue(interrupted.await(10, TimeUnit.SECONDS));
  }

  @Test
  void log_tellsTheRouteAndNoneOfTheRequest_whenAFunctionFails() {
    HttpExchange answer;
    String text;
    try (Said said = new Said()) {
      answer = host.send("GET /open/fail?secret=secret", "X-Secret: secret");
      host.reply("{\"secret\":1}");
      text = said.text();
    }

    assertTrue(
        text.startsWith(
            "request %s, ANY /open/{behaviour}: EchoFunction fails with java.lang.IllegalState"
                .formatted(answer.header("X-Request-Id"))),
        text);
    assertTrue(text.contains("caused by java.io.IOException"), text);
    assertTrue(text.contains("EchoFunction answers what the gateway cannot pass on"), text);
    assertFalse(text.contains("secret"), text);
  }

  private static void assertRefused(int status, HttpExchange answer) {
    assertEquals(status, answer.status());
    assertEquals("client", answer.json().get("code"));
  }
}
