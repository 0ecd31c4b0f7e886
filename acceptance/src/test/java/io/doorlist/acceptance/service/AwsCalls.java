package io.doorlist.acceptance.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.doorlist.acceptance.client.Json;
import io.doorlist.local.function.ServiceInterceptor;
import io.doorlist.table.Engine;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import io.doorlist.testing.Call;
import io.doorlist.testing.RelayingEngine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/**
 * Stands between functions and AWS, with an address for each function and service, or with the
 * table in the process. It records the IAM actions of the requests: for a transaction the actions
 * on its items, for a queue with the queue's name.
 */
public final class AwsCalls implements ServiceInterceptor, AutoCloseable {
  static {
    // Keeps as many connections as the SDK, and for as long: the SDK must be the one that closes
    // them.
    System.setProperty("sun.net.httpserver.idleInterval", "120");
    System.setProperty("sun.net.httpserver.maxIdleConnections", "8000");
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private static final String OF_QUEUES = "AmazonSQS.";

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<HttpServer> servers = new CopyOnWriteArrayList<>();
  private final Map<String, SortedSet<String>> actions = new ConcurrentHashMap<>();
  private final Map<List<Object>, URI> addresses = new ConcurrentHashMap<>();

  /**
   * Returns the actions that each function has used, such as {@code dynamodb:GetItem} and {@code
   * sqs:SendMessage DeliveriesQueue}.
   */
  Map<String, SortedSet<String>> byFunction() {
    return new TreeMap<>(actions);
  }

  private SortedSet<String> of(String function) {
    return actions.computeIfAbsent(function, name -> new ConcurrentSkipListSet<>());
  }

  @Override
  public URI between(String function, URI service) {
    return addresses.computeIfAbsent(
        List.of(function, service), any -> serve(service, of(function)));
  }

  @Override
  public Engine between(String function, Engine table) {
    SortedSet<String> own = of(function);
    return new RelayingEngine(table) {
      @Override
      protected <A> A relay(Call<A> call) {
        own.addAll(actions(call));
        return super.relay(call);
      }
    };
  }

  /** Returns the actions that a call needs when the table is on AWS. */
  private static List<String> actions(Call<?> call) {
    return switch (call) {
      case Call.Get one -> List.of("dynamodb:GetItem");
      case Call.GetMany many -> List.of("dynamodb:BatchGetItem");
      case Call.Query range -> List.of("dynamodb:Query");
      case Call.Scan all -> List.of("dynamodb:Scan");
      case Call.Single single -> List.of(action(kind(single.write())));
      case Call.Transact several ->
          several.writes().stream().map(write -> action(kind(write))).toList();
    };
  }

  private static String kind(Write write) {
    return switch (write) {
      case Write.Put put -> "Put";
      case Write.Delete delete -> "Delete";
      case Write.Check check -> "ConditionCheck";
      case Update update -> "Update";
    };
  }

  /** Returns the action that a write needs, in a transaction or alone. */
  private static String action(String kind) {
    return "dynamodb:" + kind + "Item";
  }

  /** Returns a new address at which a service answers. */
  private URI serve(URI service, SortedSet<String> own) {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
      server.createContext("/", exchange -> forward(exchange, service, own));
      server.setExecutor(threads);
      server.start();
      servers.add(server);
      return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void forward(HttpExchange exchange, URI service, SortedSet<String> own)
      throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
      actions(target, body).forEach(own::add);
      HttpRequest.Builder request =
          HttpRequest.newBuilder(service.resolve(exchange.getRequestURI()))
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

  private static Stream<String> actions(String target, byte[] body) {
    String operation = target.substring(target.indexOf('.') + 1);
    Map<String, Object> request = Json.parse(new String(body, UTF_8));
    if (target.startsWith(OF_QUEUES)) {
      String queue = (String) request.get("QueueUrl");
      // A batch needs the permission of its single action.
      String action = operation.replaceFirst("Batch$", "");
      return Stream.of("sqs:" + action + " " + queue.substring(queue.lastIndexOf('/') + 1));
    }
    return operation.equals("TransactWriteItems")
        ? Json.objects(request.get("TransactItems")).stream()
            .flatMap(item -> item.keySet().stream())
            .map(AwsCalls::action)
        : Stream.of("dynamodb:" + operation);
  }

  @Override
  public void close() {
    servers.forEach(server -> server.stop(0));
    threads.close();
    client.close();
  }
}
