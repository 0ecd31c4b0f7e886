package io.doorlist.store.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class DynamoClientsTest {
  private static final Map<String, AttributeValue> KEY = Map.of("pk", AttributeValue.fromS("a"));

  /** On a busy machine a scan takes seconds; given up and begun anew, it never ends. */
  @Test
  void commands_waitForASlowTable_andDoNotAskAgain() throws Exception {
    byte[] answer = "{\"Item\":{\"pk\":{\"S\":\"a\"}}}".getBytes(StandardCharsets.UTF_8);
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
    try (DynamoDbClient client = DynamoClients.connect(endpoint, null)) {
      assertEquals(KEY, client.getItem(get -> get.tableName("t").key(KEY)).item());
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
      try (DynamoDbClient client = DynamoClients.fromEnvironment()) {
        assertThrows(
            ApiCallAttemptTimeoutException.class,
            () -> client.getItem(get -> get.tableName("t").key(KEY)));
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
