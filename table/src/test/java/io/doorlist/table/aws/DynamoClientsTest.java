package io.doorlist.table.aws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.sun.net.httpserver.HttpServer;
import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.NoAnswerException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;

class DynamoClientsTest {
  private static final Key KEY = new Key("a", "b");

  /** On a busy machine a scan takes seconds; given up and begun anew, it never ends. */
  @Test
  void commands_waitForASlowTable_andDoNotAskAgain() throws Exception {
    byte[] answer =
        "{\"Item\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"b\"}}}".getBytes(StandardCharsets.UTF_8);
    CountDownLatch twice = new CountDownLatch(2);
    HttpServer table =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    table.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    table.createContext(
        "/",
        exchange -> {
          twice.countDown();
          // Longer than a function waits: then it would ask again.
          await(twice);
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    table.start();
    URI endpoint = URI.create("http://127.0.0.1:" + table.getAddress().getPort());
    try (DynamoEngine engine = DynamoEngine.connect(endpoint, null, "t")) {
      assertEquals(new Item(KEY), engine.get(KEY).orElseThrow());
      assertEquals(1, twice.getCount());
    } finally {
      table.stop(0);
    }
  }

  /** A socket's own timeout begins anew with each byte. */
  @Test
  void functions_giveAnAnswerUp_thatDripsIn() throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    try (ServerSocket table = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      threads.submit(
          () -> {
            try (Socket client = table.accept()) {
              for (byte each : "HTTP/1.1 200 OK\r\nX-Slow: ".getBytes(StandardCharsets.UTF_8)) {
                client.getOutputStream().write(each);
                over.await(400, TimeUnit.MILLISECONDS);
              }
            }
            return null;
          });
      System.setProperty("TABLE_ENDPOINT", "http://127.0.0.1:" + table.getLocalPort());
      try (Engine engine = DynamoEngine.fromEnvironment("t")) {
        NoAnswerException given = assertThrows(NoAnswerException.class, () -> engine.get(KEY));
        assertInstanceOf(ApiCallAttemptTimeoutException.class, given.getCause());
      } finally {
        System.clearProperty("TABLE_ENDPOINT");
        over.countDown();
      }
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await(3, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
