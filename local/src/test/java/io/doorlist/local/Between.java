package io.doorlist.local;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A proxy for DynamoDB Local that records the operations. */
final class Between implements AutoCloseable {
  private static final String TARGET = "X-Amz-Target";

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Set<String> asked = new ConcurrentSkipListSet<>();
  private final URI dynamodb;
  private final HttpServer server;

  Between(URI dynamodb) throws IOException {
    this.dynamodb = dynamodb;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
    server.createContext("/", this::forward);
    server.setExecutor(threads);
    server.start();
  }

  URI endpoint() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** Returns the full names of the operations so far. */
  Set<String> asked() {
    return asked;
  }

  private void forward(HttpExchange exchange) throws IOException {
    try (exchange) {
      String target = exchange.getRequestHeaders().getFirst(TARGET);
      asked.add(target);
      HttpRequest request =
          HttpRequest.newBuilder(dynamodb)
              .header(TARGET, target)
              .header("Content-Type", exchange.getRequestHeaders().getFirst("Content-Type"))
              .header("Authorization", exchange.getRequestHeaders().getFirst("Authorization"))
              .POST(
                  HttpRequest.BodyPublishers.ofByteArray(exchange.getRequestBody().readAllBytes()))
              .build();
      HttpResponse<byte[]> answer = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
      exchange.sendResponseHeaders(
          answer.statusCode(), answer.body().length == 0 ? -1 : answer.body().length);
      exchange.getResponseBody().write(answer.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    server.stop(0);
    client.close();
    threads.close();
  }
}
