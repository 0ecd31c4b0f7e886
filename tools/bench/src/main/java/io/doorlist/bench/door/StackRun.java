package io.doorlist.bench.door;

import io.doorlist.bench.report.BenchCommand;
import io.doorlist.bench.report.BenchReport;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * People who come to a service that runs elsewhere, such as a stack on AWS a week before its event.
 * They have test tickets. Phones with a token of test mode let them in, at each of the event's
 * lists in turn.
 */
final class StackRun implements AutoCloseable {
  static final List<String> COLUMNS =
      List.of("in/s", "p50 ms", "p99 ms", "already", "429", "503", "other");

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int ITEMS = 250;

  /**
   * The shares of the load at the beginning, as at an opening. Functions that were idle for a while
   * are many times slower.
   */
  private static final int[] WARM_UP = {8, 4, 2, 1};

  /** The objective in docs/operations.md. */
  private static final double MAX_P99_MILLIS = 1_000;

  /**
   * Uses HTTP 1.1, so that each request has a connection of its own. A connection of HTTP/2 takes
   * about a hundred requests at once. Java's client fails any further ones, and these failures
   * would count as the service's.
   */
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE).build();

  private final SplittableRandom random = new SplittableRandom(3);
  private final String url;
  private final String token;
  private final Deque<String> coming = new ArrayDeque<>();

  /**
   * How one check-in ended.
   *
   * @param status the status of the answer; 0 if there was none
   */
  private record Ended(int status, long nanos) {}

  /**
   * Prepares a run.
   *
   * @param url the URL of an event, such as {@code https://door.example.org/acme/load}
   * @param token the secret of a token of test mode
   */
  StackRun(URI url, String token) {
    this.url = url.toString().replaceFirst("/+$", "");
    this.token = token;
  }

  /** Returns how many tickets are enough for people who come at random moments. */
  static int tickets(List<Integer> rates, Duration warmUp, Duration length) {
    double people = rates.getFirst() * warmUp.toSeconds();
    for (int rate : rates) {
      people += rate * length.toSeconds();
    }
    return (int) (people + 6 * Math.sqrt(people) + 10);
  }

  /**
   * Writes a file to import: test orders with one ticket each, and one list, for the event with
   * this URL.
   */
  static void writeImport(URI url, int tickets, Path file) throws IOException {
    String[] path = url.getPath().replaceFirst("/+$", "").split("/");
    String event = path[path.length - 1];
    String account = path[path.length - 2];
    String of = "\"account\":\"" + account + "\",\"event\":\"" + event + "\",";
    try (PrintStream out =
        new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
      out.printf(
          Locale.ROOT,
          "{\"kind\":\"event\",\"account\":\"%s\",\"id\":900000,\"slug\":\"%s\",\"title\":\"Load\","
              + "\"ticket_types\":[{\"id\":1,\"slug\":\"adult\",\"name\":\"Adult\"}]}%n",
          account,
          event);
      out.println("{\"kind\":\"checkin_list\"," + of + "\"id\":900000,\"name\":\"Load\"}");
      for (int number = 1; number <= tickets; number++) {
        out.printf(
            Locale.ROOT,
            "{\"kind\":\"order\",%s\"id\":%d,\"reference\":\"LOAD%d\",\"test_mode\":true,"
                + "\"state\":\"confirmed\",\"payment_state\":\"paid\",\"customer\":{},"
                + "\"currency\":\"EUR\",\"amount\":0,\"amount_refunded\":0,\"invoice\":null,"
                + "\"responses\":{},\"created_at\":\"2026-01-01T00:00:00Z\","
                + "\"updated_at\":\"2026-01-01T00:00:00Z\",\"qr_code_identifier\":\"load-o-%018d\","
                + "\"tickets\":[{\"id\":%d,\"reference\":\"LOAD%d-1\",\"state\":\"valid\","
                + "\"name\":null,\"email\":null,\"phone_number\":null,\"ticket_type\":\"adult\","
                + "\"responses\":{},\"qr_code_identifier\":\"load-t-%018d\","
                + "\"created_at\":\"2026-01-01T00:00:00Z\",\"updated_at\":\"2026-01-01T00:00:00Z\"}]}%n",
            of,
            900_000_000L + number,
            number,
            number,
            900_000_000L + number,
            number,
            number);
      }
    }
  }

  /** Measures fixed rates of check-ins, one after the other. */
  BenchReport measure(List<Integer> rates, Duration warmUp, Duration length)
      throws IOException, InterruptedException, MalformedJsonException {
    BenchReport report = new BenchReport("people let in at " + url + ", by test tickets", COLUMNS);
    read(tickets(rates, warmUp, length));
    BenchCommand.say("warming up");
    for (int share : WARM_UP) {
      come((double) rates.getFirst() / share, warmUp.dividedBy(WARM_UP.length));
    }
    for (int rate : rates) {
      BenchCommand.say(rate + "/s");
      List<Ended> ended = come(rate, length);
      Histogram times = new Histogram(3);
      Map<Integer, Integer> statuses = new TreeMap<>();
      for (Ended each : ended) {
        statuses.merge(each.status(), 1, Integer::sum);
        times.recordValue(each.nanos());
      }
      int in = statuses.getOrDefault(201, 0);
      int known = in;
      for (int status : List.of(409, 429, 503)) {
        known += statuses.getOrDefault(status, 0);
      }
      double p99 = times.getValueAtPercentile(99) / 1e6;
      report.row(
          rate + "/s",
          List.of(
              in / (double) length.toSeconds(),
              times.getValueAtPercentile(50) / 1e6,
              p99,
              statuses.getOrDefault(409, 0),
              statuses.getOrDefault(429, 0),
              statuses.getOrDefault(503, 0),
              ended.size() - known));
      report.check(
          rate + "/s: everybody is in or was in already",
          known == ended.size() && in + statuses.getOrDefault(409, 0) == ended.size());
      report.check(rate + "/s: p99 under a second", p99 < MAX_P99_MILLIS);
    }
    return report;
  }

  /** Reads the paths for check-ins of this many tickets. */
  private void read(int tickets) throws IOException, InterruptedException, MalformedJsonException {
    Map<String, Object> lists = get("/checkin_lists");
    for (Object list : Json.elements(lists.get("checkin_lists"))) {
      String path = "/checkin_lists/" + Json.members(list).get("id") + "/tickets";
      for (int page = 1; coming.size() < tickets; page++) {
        Map<String, Object> found = get(path + "?items=" + ITEMS + "&page=" + page);
        // A list does not say its mode, but its tickets do.
        if (!"test".equals(Json.members(found.get("meta")).get("lookup_mode"))) {
          throw new IllegalArgumentException(
              "--token must be of test mode: real people would be in");
        }
        List<?> rows = Json.elements(found.get("tickets"));
        for (Object row : rows) {
          String code = Json.members(row).get("qr_code_identifier").toString();
          coming.add(
              path
                  + "/"
                  + URLEncoder.encode(code, StandardCharsets.UTF_8).replace("+", "%20")
                  + "/checkins");
        }
        if (rows.size() < ITEMS) {
          break;
        }
      }
    }
    if (coming.size() < tickets) {
      throw new IllegalArgumentException(
          "the event has %,d test tickets, and this needs %,d".formatted(coming.size(), tickets));
    }
  }

  private Map<String, Object> get(String path)
      throws IOException, InterruptedException, MalformedJsonException {
    HttpResponse<String> answer =
        http.send(request(path).build(), BodyHandlers.ofString(StandardCharsets.UTF_8));
    if (answer.statusCode() != 200) {
      throw new IOException(path + " answers " + answer.statusCode());
    }
    return Json.readObject(answer.body());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(url + path))
        .timeout(PATIENCE)
        .header("Authorization", "Bearer " + token);
  }

  /** Sends check-ins at random moments. Times count from the moment when each was due. */
  private List<Ended> come(double rate, Duration length) {
    List<CompletableFuture<Ended>> all = new ArrayList<>();
    long begin = System.nanoTime();
    double due = 0;
    while (!coming.isEmpty()) {
      due -= Math.log(1 - random.nextDouble()) / rate * 1e9;
      if (due >= length.toNanos()) {
        break;
      }
      long at = begin + (long) due;
      for (long left = at - System.nanoTime(); left > 0; left = at - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
      HttpRequest checkin = request(coming.remove()).POST(BodyPublishers.noBody()).build();
      all.add(
          http.sendAsync(checkin, BodyHandlers.discarding())
              .handle(
                  (answer, fault) ->
                      new Ended(answer == null ? 0 : answer.statusCode(), System.nanoTime() - at)));
    }
    return all.stream().map(CompletableFuture::join).toList();
  }

  @Override
  public void close() {
    http.close();
  }
}
