package io.doorlist.cli.following;

import io.doorlist.cli.console.FailureType;
import io.doorlist.cli.console.Interruption;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.net.ssl.SSLException;

/**
 * A client of pretix's REST API. It sends the token only to the shop's address that it was created
 * with. So it asks for pages by number, does not use the links in answers, and follows no
 * redirects. Thread-safe.
 */
final class PretixApi implements AutoCloseable {
  static final String CHANGED = "last_modified";

  private static final Duration MAX_WAIT = Duration.ofHours(1);
  private static final int MAX_BYTES = 64 << 20;

  private final URI organizer;
  private final Supplier<String> token;
  private final Duration patience;
  private final Clock clock;
  private final Interruption interruption;
  private final HttpClient http;

  /** Creates the client. It asks for the token before each request, as the token may change. */
  PretixApi(
      URI shop,
      String organizer,
      Supplier<String> token,
      Duration patience,
      Clock clock,
      Interruption interruption) {
    String base = shop.toString().replaceFirst("/+$", "");
    this.organizer = URI.create(base + "/api/v1/organizers/" + encode(organizer));
    this.token = token;
    this.patience = patience;
    this.clock = clock;
    this.interruption = interruption;
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(patience)
            .build();
  }

  /**
   * One page of a list that pretix's API gives in pages, such as the orders.
   *
   * @param more whether another page follows
   * @param generated when pretix made the page, or {@code null} if it does not say
   * @param clockBehind how far pretix's clock is behind ours, or {@code null}
   */
  record Page(List<Map<?, ?>> results, boolean more, Instant generated, Duration clockBehind) {}

  Map<String, Object> get(String path) {
    return body(path, ask(path, Map.of()));
  }

  private Page page(String path, Map<String, String> query) {
    HttpResponse<byte[]> response = ask(path, query);
    Map<String, Object> body = body(path, response);
    if (!(body.get("results") instanceof List<?> results)
        || !results.stream().allMatch(Map.class::isInstance)) {
      throw notPretix(path);
    }
    return new Page(
        results.stream().<Map<?, ?>>map(each -> (Map<?, ?>) each).toList(),
        body.get("next") != null && !results.isEmpty(),
        time(response.headers().firstValue("X-Page-Generated").orElse(null)).orElse(null),
        Scan.clockBehind(date(response, "Date").orElse(null), clock.instant()));
  }

  /**
   * Returns a page of orders with all their positions. The orders are sorted by their last change.
   */
  Page orders(String path, int number, Map<String, String> filter) {
    Map<String, String> query = new HashMap<>(filter);
    query.put("include_canceled_positions", "true");
    query.put("ordering", CHANGED);
    query.put("page", String.valueOf(number));
    return page(path, query);
  }

  List<Map<?, ?>> all(String path) {
    List<Map<?, ?>> all = new ArrayList<>();
    Page page;
    int number = 1;
    do {
      page = page(path, Map.of("page", String.valueOf(number++)));
      all.addAll(page.results());
    } while (page.more());
    return all;
  }

  /**
   * pretix's answer to a report.
   *
   * @param status 200 or 201 if pretix accepted it, or 400 or 404 if pretix refused it
   * @param answer the body as JSON. It is an object if the report was accepted. A refusal can be
   *     anything, such as an array.
   */
  record Reply(int status, Object answer) {
    boolean taken() {
      return status / 100 == 2 && !"error".equals(member("status"));
    }

    /** Returns pretix's code for the reason of a refusal, or {@code null} if it gives none. */
    String reason() {
      return member("reason") instanceof String code && code.matches("[a-z_]{1,40}") ? code : null;
    }

    boolean says(String words) {
      return Json.writeValue(answer).contains(words);
    }

    private Object member(String name) {
      return answer instanceof Map<?, ?> object ? object.get(name) : null;
    }
  }

  /**
   * Posts a JSON object, and returns pretix's answer.
   *
   * @throws ShopFault if pretix neither accepted nor refused the object. If the object itself may
   *     be the reason, the fault {@linkplain ShopFault#isAnswer() is an answer}.
   */
  Reply post(String path, Map<String, Object> body) {
    HttpResponse<byte[]> response =
        send(
            request(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(Json.writeValue(body)))
                .build());
    return switch (response.statusCode()) {
      case 200, 201 -> new Reply(response.statusCode(), body(path, response));
      case 400, 404 -> new Reply(response.statusCode(), refusal(path, response));
      case 403 ->
          throw new ShopFault(
              FailureType.SHOP_TOKEN,
              "the API token may not check in (403): its team needs to perform check-ins");
      default -> throw fault(path, response);
    };
  }

  static Optional<Instant> time(Object text) {
    try {
      return Optional.ofNullable(text)
          .map(each -> OffsetDateTime.parse(each.toString()).toInstant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private HttpResponse<byte[]> ask(String path, Map<String, String> query) {
    String parameters =
        query.entrySet().stream()
            .map(entry -> entry.getKey() + "=" + encode(entry.getValue()))
            .sorted()
            .collect(Collectors.joining("&"));
    HttpResponse<byte[]> response =
        send(request(path + (parameters.isEmpty() ? "" : "?" + parameters)).build());
    if (response.statusCode() != 200) {
      throw fault(path, response);
    }
    return response;
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(organizer + path))
        .header("Authorization", "Token " + token.get())
        .header("Accept", "application/json")
        .header("Accept-Language", "en")
        .header("User-Agent", "doorlist");
  }

  private HttpResponse<byte[]> send(HttpRequest request) {
    if (interruption.asked()) {
      throw new ShutdownException();
    }
    CompletableFuture<HttpResponse<byte[]>> sent =
        http.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), MAX_BYTES));
    // A timeout of the request itself would cover only the head of the answer, and the body could
    // take for ever.
    CompletableFuture<HttpResponse<byte[]>> answer =
        sent.copy().orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS);
    interruption.await(answer);
    if (!answer.isDone()) {
      sent.cancel(true);
      throw new ShutdownException();
    }
    try {
      return answer.join();
    } catch (CompletionException e) {
      sent.cancel(true);
      throw unanswered(e.getCause());
    }
  }

  private ShopFault unanswered(Throwable fault) {
    String host = organizer.getHost();
    String late = host + " does not answer within " + patience.toSeconds() + " s";
    return new ShopFault(
        FailureType.SHOP_SILENT,
        switch (fault) {
          case TimeoutException any -> late;
          case HttpTimeoutException any -> late;
          case SSLException any -> "the TLS connection to " + host + " cannot be made safely";
          case ConnectException refused ->
              refused.getCause() instanceof UnresolvedAddressException
                  ? "the host " + host + " is not known"
                  : "nothing answers at " + host;
          case IOException any -> "the answer of " + host + " broke off";
          default -> "asking " + host + " failed: " + fault.getClass().getSimpleName();
        });
  }

  private ShopFault fault(String path, HttpResponse<byte[]> response) {
    int status = response.statusCode();
    return switch (status) {
      case 401 ->
          new ShopFault(
              FailureType.SHOP_TOKEN,
              "pretix does not accept the API token (401): it is wrong, or was deleted in pretix");
      case 403 ->
          new ShopFault(
              FailureType.SHOP_TOKEN,
              "the API token may not read %s (403): its team needs to see orders and events"
                  .formatted(path));
      case 404 ->
          new ShopFault(
              FailureType.SHOP_NOT_FOUND,
              "pretix has nothing at %s%s (404): check --url, --organizer and --event"
                  .formatted(organizer.getPath(), path));
      case 429 ->
          new ShopFault(
              FailureType.SHOP_SILENT,
              "pretix asks to be left alone for a while (429)",
              wait(response),
              false);
      case 301, 302, 307, 308 ->
          new ShopFault(
              FailureType.SHOP_OTHER,
              "pretix redirects %s, to where the token is not sent; --url names where it is"
                  .formatted(path),
              Duration.ZERO,
              true);
      default ->
          new ShopFault(
              FailureType.SHOP_OTHER,
              "pretix answers %d to %s".formatted(status, path),
              wait(response),
              true);
    };
  }

  private static Map<String, Object> body(String path, HttpResponse<byte[]> response) {
    try {
      return Json.readObject(response.body());
    } catch (MalformedJsonException e) {
      throw notPretix(path);
    }
  }

  /**
   * Reads a refusal, which can be any JSON. If the answer is not JSON, a proxy in front of pretix
   * has sent it.
   */
  private static Object refusal(String path, HttpResponse<byte[]> response) {
    try {
      String text = new String(response.body(), StandardCharsets.UTF_8);
      return Json.readObject("{\"answer\":" + text + "}").get("answer");
    } catch (MalformedJsonException e) {
      throw notPretix(path);
    }
  }

  private static ShopFault notPretix(String path) {
    String message = "what answers at %s is not pretix's API, or is in maintenance";
    return new ShopFault(FailureType.SHOP_OTHER, message.formatted(path), Duration.ZERO, true);
  }

  /** Returns how long Retry-After asks to wait. The header has seconds or a date. */
  private Duration wait(HttpResponse<?> response) {
    String text = response.headers().firstValue("Retry-After").orElse("0").strip();
    Duration wait =
        text.matches("[0-9]{1,9}")
            ? Duration.ofSeconds(Long.parseLong(text))
            : date(response, "Retry-After")
                .map(date -> Duration.between(clock.instant(), date))
                .orElse(Duration.ZERO);
    return wait.compareTo(MAX_WAIT) > 0 ? MAX_WAIT : wait;
  }

  private static Optional<Instant> date(HttpResponse<?> response, String header) {
    try {
      return response
          .headers()
          .firstValue(header)
          .map(String::strip)
          .map(text -> ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
