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
import io.doorlist.domain.Mode;
import io.doorlist.paging.PageRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Imports into a table whose host has much else to do, or something before it that answers. */
class BusyTableTest extends TableFixture {
  private static final int ORDERS = 100;

  /** While so many are asked, the host is busy; an import that meets more goes on as slowly. */
  private static final int BUSY = 40;

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
      int fault = number == 1 || number > BUSY ? FAULTS.size() + 1 : drawn();
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
      exchange
          .getRequestHeaders()
          .getOrDefault(name, List.of())
          .forEach(value -> request.header(name, value));
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
  void twoImportsOfOneFileAtOnce_areWhole_whateverTheHostTurnsAway() {
    CompletableFuture<CommandResult> rival = CompletableFuture.supplyAsync(this::importFile);
    CommandResult result = importFile();

    for (CommandResult each : List.of(result, rival.join())) {
      assertEquals(0, each.status(), each.err());
      assertEquals(0L, each.json().get("refused"));
    }
    assertTrue(failed.get() > 5, () -> failed + " of " + asked);
    String exported = table.run("export", "--account", "acme").out();
    assertEquals(
        "0 created, 0 changed, %d unchanged, 0 refused\n".formatted(ORDERS + 3),
        table.runWith(exported, "import", "-").out());
    assertEquals(
        ORDERS,
        table
            .stores()
            .orders()
            .list("acme", "spring-gala", Mode.LIVE, new PageRequest(1, PageRequest.MAX_ITEMS))
            .count());
  }

  private CommandResult importFile() {
    return CommandResult.of(
        FILE.getBytes(StandardCharsets.UTF_8),
        "import",
        "-",
        "--json",
        "--endpoint",
        "http://127.0.0.1:" + busy.getAddress().getPort(),
        "--table",
        table.name());
  }
}
