package io.doorlist.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Stands between functions and DynamoDB, with an address for each function, and notes what each
 * asks for, in the words of IAM: a transaction is what it does to its items.
 */
final class AwsCalls implements AutoCloseable {
  private static final Map<String, String> IN_TRANSACTION =
      Map.of(
          "Put", "PutItem",
          "Update", "UpdateItem",
          "Delete", "DeleteItem",
          "ConditionCheck", "ConditionCheckItem",
          "Get", "GetItem");

  static {
    // As long as the SDK keeps a connection, and as many as it keeps: it must be the one to end it.
    System.setProperty("sun.net.httpserver.idleInterval", "120");
    System.setProperty("sun.net.httpserver.maxIdleConnections", "8000");
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final URI dynamodb;
  private final HttpClient client = HttpClient.newHttpClient();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<HttpServer> servers = new ArrayList<>();
  private final Map<String, SortedSet<String>> actions = new ConcurrentHashMap<>();

  AwsCalls(URI dynamodb) {
    this.dynamodb = dynamodb;
  }

  /** Returns an address at which DynamoDB answers, for one function alone. */
  URI endpoint(String function) {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
      SortedSet<String> own = new ConcurrentSkipListSet<>();
      actions.put(function, own);
      server.createContext("/", exchange -> forward(exchange, own));
      server.setExecutor(threads);
      server.start();
      servers.add(server);
      return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the actions that each function has asked for, such as {@code dynamodb:GetItem}. */
  Map<String, SortedSet<String>> byFunction() {
    return new TreeMap<>(actions);
  }

  private void forward(HttpExchange exchange, SortedSet<String> own) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
      own.addAll(actions(target, body));
      HttpRequest.Builder request =
          HttpRequest.newBuilder(dynamodb.resolve(exchange.getRequestURI()))
              .POST(HttpRequest.BodyPublishers.ofByteArray(body));
      for (String name : List.of("X-Amz-Target", "X-Amz-Date", "Authorization", "Content-Type")) {
        request.header(name, exchange.getRequestHeaders().getFirst(name));
      }
      HttpResponse<byte[]> answer =
          client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
      for (String name : List.of("Content-Type", "x-amz-crc32", "x-amzn-RequestId")) {
        answer
            .headers()
            .firstValue(name)
            .ifPresent(value -> exchange.getResponseHeaders().set(name, value));
      }
      exchange.sendResponseHeaders(answer.statusCode(), answer.body().length);
      exchange.getResponseBody().write(answer.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static List<String> actions(String target, byte[] body) {
    String operation = target.substring(target.indexOf('.') + 1);
    if (!operation.startsWith("Transact")) {
      return List.of("dynamodb:" + operation);
    }
    Object items = Json.parse(new String(body, UTF_8)).get("TransactItems");
    return Json.objects(items).stream()
        .flatMap(item -> item.keySet().stream())
        .map(kind -> "dynamodb:" + IN_TRANSACTION.get(kind))
        .toList();
  }

  @Override
  public void close() {
    servers.forEach(server -> server.stop(0));
    threads.close();
    client.close();
  }
}
