package io.doorlist.cli.importing;

import static io.doorlist.cli.SampleLines.ACCOUNT;
import static io.doorlist.cli.SampleLines.CHECKIN_LIST;
import static io.doorlist.cli.SampleLines.EVENT;
import static io.doorlist.cli.SampleLines.SMALLEST_ORDER;
import static io.doorlist.cli.SampleLines.with;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.doorlist.cli.CommandResult;
import io.doorlist.cli.TableFixture;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Imports into a table whose host has much else to do, or something before it that answers. */
class BusyTableTest extends TableFixture {
  private static final int ORDERS = 300;

  /** Longer than a function waits, and than the first question did. */
  private static final int LATE_MILLIS = 6_000;

  private static final String FILE =
      String.join(
          "\n",
          Stream.concat(
                  Stream.of(ACCOUNT, EVENT, CHECKIN_LIST),
                  IntStream.rangeClosed(1, ORDERS)
                      .mapToObj(
                          id ->
                              with(
                                  with(SMALLEST_ORDER, "id", id + ""),
                                  "reference",
                                  "\"R" + id + "\"")))
              .toList());

  private static final List<String> FAULTS =
      List.of(
          "400 {\"__type\":\"com.amazonaws.dynamodb.v20120810#ThrottlingException\"}",
          "429 <html>Too Many Requests</html>",
          "503 <html>Service Unavailable</html>",
          "500 {\"__type\":\"com.amazonaws.dynamodb.v20120810#InternalServerError\"}");

  private final HttpClient client = HttpClient.newHttpClient();
  private final AtomicInteger asked = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();
  private final Random random = new Random(31);
  private HttpServer busy;

  @BeforeEach
  void start() throws IOException {
    busy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    busy.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    busy.createContext("/", this::answer);
    busy.start();
  }

  @AfterEach
  void stop() {
    busy.stop(0);
    client.close();
  }

  /** A third of the requests are turned away, or their answers lost; the first and one are late. */
  private void answer(HttpExchange exchange) throws IOException {
    int number = asked.incrementAndGet();
    try (exchange) {
      if (number == 1 || number == 20) {
        Thread.sleep(LATE_MILLIS);
      }
      int fault = number == 1 ? FAULTS.size() + 1 : drawn();
      if (fault < FAULTS.size()) {
        failed.incrementAndGet();
        String[] said = FAULTS.get(fault).split(" ", 2);
        send(exchange, Integer.parseInt(said[0]), said[1].getBytes(StandardCharsets.UTF_8));
        return;
      }
      HttpResponse<byte[]> answer = ask(exchange);
      if (fault > FAULTS.size()) {
        send(exchange, answer.statusCode(), answer.body());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized int drawn() {
    return random.nextInt(FAULTS.size() * 3 + 3);
  }

  private HttpResponse<byte[]> ask(HttpExchange exchange) throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(table.endpoint());
    for (String name : List.of("X-Amz-Target", "Content-Type", "Authorization", "X-Amz-Date")) {
      exchange.getRequestHeaders().getOrDefault(name, List.of()).forEach(
          value -> request.header(name, value));
    }
    return client.send(
        request
            .POST(HttpRequest.BodyPublishers.ofByteArray(exchange.getRequestBody().readAllBytes()))
            .build(),
        HttpResponse.BodyHandlers.ofByteArray());
  }

  private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }

  @Test
  void import_isWhole_whateverTheHostTurnsAway() {
    String host = URI.create("http://127.0.0.1:" + busy.getAddress().getPort()).toString();

    CommandResult result =
        CommandResult.of(
            FILE.getBytes(StandardCharsets.UTF_8),
            "import", "-", "--json", "--endpoint", host, "--table", table.name());

    assertEquals(0, result.status(), result.err());
    assertEquals(0L, result.json().get("refused"));
    assertTrue(failed.get() > 10, () -> failed + " of " + asked);
    String exported = table.run("export", "--account", "acme").out();
    assertEquals(ORDERS + 3, exported.lines().count());
    assertEquals(
        "0 created, 0 changed, %d unchanged, 0 refused\n".formatted(ORDERS + 3),
        table.runWith(exported, "import", "-").out());
  }
}
