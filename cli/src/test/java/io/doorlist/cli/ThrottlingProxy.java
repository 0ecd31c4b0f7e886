package io.doorlist.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A proxy for DynamoDB Local, which throttles nothing, that refuses some requests as DynamoDB does:
 * writes with the errors of an overloaded table, batch reads with unprocessed keys.
 */
public final class ThrottlingProxy implements AutoCloseable {
  private static final String THROTTLED =
      """
      {"__type":"com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException",\
      "message":"too much"}\
      """;
  private static final String CANCELLED =
      """
      {"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException",\
      "Message":"Transaction cancelled",\
      "CancellationReasons":[{"Code":"None"},{"Code":"ThrottlingError","Message":"too much"}]}\
      """;

  private final URI table;
  private final Random random;
  private final HttpClient client = HttpClient.newHttpClient();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpServer server;
  private final AtomicInteger throttled = new AtomicInteger();
  private final AtomicInteger batchReads = new AtomicInteger();
  private final AtomicInteger leftOver = new AtomicInteger();
  private final AtomicInteger queriesToRefuse = new AtomicInteger();

  /**
   * Starts one.
   *
   * @param table where DynamoDB Local is
   * @param seed of which third of all writes is refused; of batch reads every second is answered in
   *     part
   */
  public ThrottlingProxy(URI table, long seed) throws IOException {
    this.table = table;
    this.random = new Random(seed);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  public URI endpoint() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** Returns how many writes were refused. */
  public int throttled() {
    return throttled.get();
  }

  /** Returns how many batch reads were answered in part. */
  public int leftOver() {
    return leftOver.get();
  }

  /** Throttles this many of the next queries. */
  public void refuseQueries(int queries) {
    queriesToRefuse.set(queries);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
      String operation = target.substring(target.indexOf('.') + 1);
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      boolean refuse = chosen();
      if (operation.equals("Query") && queriesToRefuse.getAndDecrement() > 0) {
        answer(exchange, 400, THROTTLED);
      } else if (operation.equals("BatchGetItem") && batchReads.getAndIncrement() % 2 == 0) {
        answer(exchange, 200, inPart(target, body));
      } else if (refuse && operation.equals("TransactWriteItems")) {
        throttled.incrementAndGet();
        answer(exchange, 400, CANCELLED);
      } else if (refuse && (operation.equals("UpdateItem") || operation.equals("PutItem"))) {
        throttled.incrementAndGet();
        answer(exchange, 400, THROTTLED);
      } else {
        HttpResponse<String> response = forward(target, body);
        answer(exchange, response.statusCode(), response.body());
      }
    } catch (MalformedJsonException | InterruptedException e) {
      throw new IOException(e);
    }
  }

  private boolean chosen() {
    synchronized (random) {
      return random.nextInt(3) == 0;
    }
  }

  /** Reads the first half of the keys; the others come back as not processed. */
  @SuppressWarnings("unchecked")
  private String inPart(String target, String body)
      throws IOException, InterruptedException, MalformedJsonException {
    Map<String, Object> request = Json.readObject(body);
    Map<String, Map<String, Object>> tables =
        (Map<String, Map<String, Object>>) request.get("RequestItems");
    Map<String, Object> only = tables.values().iterator().next();
    List<Object> keys = (List<Object>) only.get("Keys");
    List<Object> rest = List.copyOf(keys.subList(keys.size() / 2, keys.size()));
    keys.subList(keys.size() / 2, keys.size()).clear();
    if (keys.isEmpty()) {
      return forward(target, body).body();
    }
    leftOver.incrementAndGet();
    Map<String, Object> answer = Json.readObject(forward(target, Json.writeValue(request)).body());
    only.put("Keys", rest);
    answer.put("UnprocessedKeys", tables);
    return Json.writeValue(answer);
  }

  private HttpResponse<String> forward(String target, String body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(table)
            .header("Content-Type", "application/x-amz-json-1.0")
            .header("X-Amz-Target", target)
            .header(
                "Authorization",
                "AWS4-HMAC-SHA256 Credential=local/20260101/eu-west-1/dynamodb/aws4_request,"
                    + " SignedHeaders=host, Signature=local")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    byte[] utf8 = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.0");
    exchange.sendResponseHeaders(status, utf8.length);
    exchange.getResponseBody().write(utf8);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.close();
    client.close();
  }
}
