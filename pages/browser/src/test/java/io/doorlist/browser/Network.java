package io.doorlist.browser;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The network between a phone and the host: it may lose answers, hold them back or change them, and
 * deliver another version of the pages.
 */
final class Network implements AutoCloseable {
  private static final Set<String> OWN_HEADERS =
      Set.of("host", "connection", "content-length", "accept-encoding", "upgrade", "expect");
  private static final Pattern ASSETS = Pattern.compile("assets/([0-9a-f]{12})/");
  private static final Pattern NONE = Pattern.compile("(?!)");
  private static final String NEW_VERSION = "0123456789ab";

  /** In how many parts a slow answer comes. */
  static final int PARTS = 4;

  private final String host;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpClient http = HttpClient.newHttpClient();

  private volatile boolean lost;
  private volatile boolean renewed;
  private volatile Pattern held = NONE;
  private volatile CountDownLatch release = new CountDownLatch(0);
  private volatile Pattern slow = NONE;
  private final Semaphore parts = new Semaphore(0);
  private volatile Foreign foreign = Foreign.NONE;
  private volatile Change change = Change.NONE;
  private volatile String version;
  private final AtomicReference<Hook> hook = new AtomicReference<>();

  /** What is done once, when such a request has arrived, or has its answer from the host. */
  private record Hook(Pattern requests, boolean answered, Runnable does) {}

  /** How requests are answered that do not reach the host; 304 as by the service. */
  private record Foreign(Pattern requests, int status, byte[] body) {
    static final Foreign NONE = new Foreign(Network.NONE, 0, new byte[0]);
  }

  /** How the host's answers to requests are changed. */
  private record Change(Pattern requests, String from, String to) {
    static final Change NONE = new Change(Network.NONE, "", "");
  }

  Network(String host) {
    this.host = host;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::pass);
    server.start();
  }

  /** Returns a link of the host as the phone sees it. */
  String link(String ofHost) {
    return ofHost.replace(host, "http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** Loses the answers to requests that write, although they arrive, from now on or no longer. */
  void loses(boolean answers) {
    lost = answers;
  }

  /** Keeps the answers of these requests back: they arrive, and nobody hears of it. */
  void holds(String requests) {
    release = new CountDownLatch(1);
    held = Pattern.compile(requests);
  }

  /** Delivers the answers that were kept back. */
  void releases() {
    held = NONE;
    release.countDown();
  }

  /** Delivers the answers of these requests in {@link #PARTS} parts, each with a {@link #drip}. */
  void drips(String requests) {
    slow = Pattern.compile(requests);
  }

  /** Delivers the next part of an answer. */
  void drip() {
    parts.release();
  }

  /** Answers these requests itself, as a firewall or a gateway does. */
  void answers(String requests, int status, String body) {
    foreign = new Foreign(Pattern.compile(requests), status, body.getBytes(StandardCharsets.UTF_8));
  }

  /** Changes the answers of these requests. */
  void changes(String requests, String from, String to) {
    change = new Change(Pattern.compile(requests), from, to);
  }

  /** Passes all requests and answers on again. */
  void passes() {
    foreign = Foreign.NONE;
    change = Change.NONE;
  }

  /** Does something once, when one of these requests is here, or its answer by the host is. */
  void once(String requests, boolean answered, Runnable does) {
    hook.set(new Hook(Pattern.compile(requests), answered, does));
  }

  private void happened(String asked, boolean answered) {
    Hook now = hook.get();
    if (now != null
        && now.answered == answered
        && now.requests.matcher(asked).find()
        && hook.compareAndSet(now, null)) {
      now.does.run();
    }
  }

  /** Serves the pages as another version from now on. */
  void renew() {
    renewed = true;
  }

  private void pass(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      String asked = exchange.getRequestMethod() + " " + exchange.getRequestURI();
      Foreign own = foreign;
      if (own.requests.matcher(asked).find()) {
        if (own.status == 304) {
          exchange.getResponseHeaders().set("X-Request-Id", "1");
        }
        exchange.sendResponseHeaders(own.status, own.body.length == 0 ? -1 : own.body.length);
        exchange.getResponseBody().write(own.body);
        return;
      }
      happened(asked, false);
      HttpResponse<byte[]> answer = send(exchange, body);
      happened(asked, true);
      if (lost && !exchange.getRequestMethod().equals("GET")) {
        return;
      }
      if (held.matcher(asked).find()) {
        release.await();
      }
      byte[] bytes =
          exchange.getRequestURI().getPath().startsWith("/-/")
              ? page(answer.body())
              : changed(asked, answer.body());
      answer
          .headers()
          .map()
          .forEach(
              (name, values) -> {
                if (!OWN_HEADERS.contains(name) && !name.startsWith(":")) {
                  exchange.getResponseHeaders().put(name, values);
                }
              });
      if (renewed) {
        exchange.getResponseHeaders().remove("ETag");
      }
      if (slow.matcher(asked).find()) {
        drip(exchange, answer.statusCode(), bytes);
        return;
      }
      boolean empty = bytes.length == 0 || answer.statusCode() == 304;
      exchange.sendResponseHeaders(answer.statusCode(), empty ? -1 : bytes.length);
      if (!empty) {
        exchange.getResponseBody().write(bytes);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void drip(HttpExchange exchange, int status, byte[] bytes)
      throws IOException, InterruptedException {
    exchange.sendResponseHeaders(status, bytes.length);
    for (int part = 0; part < PARTS; part++) {
      parts.acquire();
      int from = bytes.length * part / PARTS;
      exchange.getResponseBody().write(bytes, from, bytes.length * (part + 1) / PARTS - from);
      exchange.getResponseBody().flush();
    }
  }

  private byte[] changed(String asked, byte[] body) {
    Change now = change;
    return now.requests.matcher(asked).find()
        ? new String(body, StandardCharsets.UTF_8)
            .replace(now.from, now.to)
            .getBytes(StandardCharsets.UTF_8)
        : body;
  }

  private HttpResponse<byte[]> send(HttpExchange exchange, byte[] body)
      throws IOException, InterruptedException {
    String path = exchange.getRequestURI().toString();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(host + old(path)))
            .method(exchange.getRequestMethod(), BodyPublishers.ofByteArray(body));
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) -> {
              String lower = name.toLowerCase(Locale.ROOT);
              boolean stale = renewed && lower.startsWith("if-");
              if (!OWN_HEADERS.contains(lower) && !stale) {
                values.forEach(value -> request.header(name, value));
              }
            });
    return http.send(request.build(), BodyHandlers.ofByteArray());
  }

  /** Requests a file of the new version by its old name. */
  private String old(String path) {
    return version == null ? path : path.replace(NEW_VERSION, version);
  }

  /** Records the version of the pages, and changes it if there is a new one. */
  private byte[] page(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    Matcher found = ASSETS.matcher(text);
    if (!found.find()) {
      return bytes;
    }
    version = found.group(1);
    return renewed ? text.replace(version, NEW_VERSION).getBytes(StandardCharsets.UTF_8) : bytes;
  }

  @Override
  public void close() {
    releases();
    parts.release(PARTS);
    server.stop(0);
    threads.close();
    http.close();
  }
}
