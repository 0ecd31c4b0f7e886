package io.doorlist.store.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class DynamoClientsTest {
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
      Map<String, AttributeValue> item =
          client
              .getItem(get -> get.tableName("t").key(Map.of("pk", AttributeValue.fromS("a"))))
              .item();

      assertEquals(Map.of("pk", AttributeValue.fromS("a")), item);
      assertEquals(1, twice.getCount());
    } finally {
      table.stop(0);
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
