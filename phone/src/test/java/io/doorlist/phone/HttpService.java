package io.doorlist.phone;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.doorlist.door.Reentry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** {@code ModelService} over HTTP, behind a network that can be made bad. */
public final class HttpService implements AutoCloseable {
  /** How the network is. */
  public enum Network {
    GOOD,

    /** It loses, repeats and delays, drawn from a seed. */
    HOSTILE,

    /** It takes connections, and never answers. */
    SILENT,

    /** It answers what no service of ours answers, as captive portals do. */
    PORTAL
  }

  private final ModelService service;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Random random;
  private volatile Network network = Network.GOOD;
  private volatile String token = "dl_live_good";

  public HttpService(List<String> tickets, long seed) throws IOException {
    this(tickets, seed, Reentry.NEVER);
  }

  public HttpService(List<String> tickets, long seed, Reentry reentry) throws IOException {
    service = new ModelService(tickets, reentry, () -> false);
    random = new Random(seed);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  public String link() {
    return "http://127.0.0.1:"
        + server.getAddress().getPort()
        + "/-/scan#account=acme&event=gala&list=1&token="
        + token;
  }

  public void network(Network other) {
    network = other;
  }

  /** Ends the token that was good, and takes another from now on. */
  public void token(String other) {
    token = other;
  }

  public boolean counts(String key) {
    synchronized (service) {
      return service.counts(key);
    }
  }

  /** Returns how many entries of a ticket stand. */
  public int entries(String ticket) {
    synchronized (service) {
      return service.standing(ticket).size();
    }
  }

  public List<String> keys() {
    synchronized (service) {
      return List.copyOf(service.keys.keySet());
    }
  }

  private int draw(int below) {
    synchronized (random) {
      return random.nextInt(below);
    }
  }

  private void handle(HttpExchange exchange) throws IOException {
    try {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      boolean hostile = network == Network.HOSTILE;
      if (network == Network.SILENT) {
        wait(30_000);
        return;
      }
      if (network == Network.PORTAL) {
        answer(exchange, 200, "<html>Welcome to our Wi-Fi</html>", false);
        return;
      }
      if (hostile && draw(3) == 0) {
        return;
      }
      if (hostile && draw(3) == 0) {
        wait(draw(4_000));
      }
      Response response = served(exchange, body);
      if (hostile && draw(4) == 0) {
        wait(draw(500));
        response = served(exchange, body);
      }
      if (hostile && draw(3) == 0) {
        return;
      }
      answer(exchange, response.status(), response.body(), true);
    } finally {
      exchange.close();
    }
  }

  private static void wait(int millis) {
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Response served(HttpExchange exchange, String body) {
    if (!("Bearer " + token).equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
      return new Response(401, "{\"code\":\"unauthorized\",\"request_id\":\"1\"}", 0, "", 0, "1");
    }
    String path = exchange.getRequestURI().toString();
    String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
    Map<String, String> headers = key == null ? Map.of() : Map.of("Idempotency-Key", key);
    Request request = new Request(0, exchange.getRequestMethod(), path, headers, body, 0);
    synchronized (service) {
      return service.answer(request, System.currentTimeMillis(), List.of());
    }
  }

  private static void answer(HttpExchange exchange, int status, String body, boolean ours)
      throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange
        .getResponseHeaders()
        .set(
            "Date",
            DateTimeFormatter.RFC_1123_DATE_TIME.format(Instant.now().atOffset(ZoneOffset.UTC)));
    if (ours) {
      exchange.getResponseHeaders().set("X-Request-Id", "1");
    }
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
