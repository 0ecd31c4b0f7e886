package io.doorlist.exactness.live;

import io.doorlist.exactness.simulator.evening.SimulatedEvent;
import io.doorlist.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Sends scans to a host over HTTP, of which nothing may come back. Thread-safe. */
final class ComingsPhones implements AutoCloseable {
  private final ComingsEvent event;
  private final Supplier<URI> host;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /**
   * @param host the address at this moment: it changes when the host is killed
   */
  ComingsPhones(ComingsEvent event, Supplier<URI> host) {
    this.event = event;
    this.host = host;
  }

  /** A scan, by a clock that is right; without a key, each attempt may be a passage of its own. */
  record Scan(long list, String code, boolean exit, Instant scannedAt, String key) {
    /** Returns what a phone says that its clock showed when it scanned without a network. */
    Instant said(Duration clock) {
      return scannedAt.plus(clock);
    }
  }

  /** Returns an answer for each scan, or none. */
  List<Map<?, ?>> answers(List<Scan> scans, String token, Duration patience)
      throws InterruptedException {
    Scan scan = scans.getFirst();
    if (scans.size() > 1) {
      HttpRequest.Builder request =
          request("checkin_lists/" + scan.list() + "/checkins", token)
              .header("Content-Type", "application/json")
              .header("X-Device-Time", deviceTime(token))
              .POST(
                  BodyPublishers.ofString(
                      Json.writeValue(
                          Map.of(
                              "scans", scans.stream().map(each -> item(each, token)).toList()))));
      Map<?, ?> whole = send(request.build(), patience);
      List<Map<?, ?>> answers = new ArrayList<>();
      if (whole.get("results") instanceof List<?> results) {
        results.forEach(each -> answers.add((Map<?, ?>) each));
      }
      return answers;
    }
    String query =
        scan.scannedAt() == null ? "" : "?online=false&scanned_at=" + scan.said(event.clock(token));
    HttpRequest.Builder request =
        request(
                "checkin_lists/%d/tickets/%s/%s%s"
                    .formatted(scan.list(), scan.code(), scan.exit() ? "exits" : "checkins", query),
                token)
            .header("X-Device-Time", deviceTime(token))
            .POST(BodyPublishers.noBody());
    if (scan.key() != null) {
      request.header("Idempotency-Key", scan.key());
    }
    Map<?, ?> body = send(request.build(), patience);
    if (body.isEmpty()) {
      return List.of();
    }
    boolean refused = body.containsKey("code");
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("status", refused ? body.get("status") : 201);
    result.put(refused ? "problem" : scan.exit() ? "exit" : "checkin", body);
    return List.of(result);
  }

  /** Returns what the clock of a token's phone shows. */
  private String deviceTime(String token) {
    return Instant.now().plus(event.clock(token)).truncatedTo(ChronoUnit.MILLIS).toString();
  }

  private Map<String, Object> item(Scan scan, String token) {
    Map<String, Object> item = new LinkedHashMap<>();
    item.put("ticket_qr_token", scan.code());
    item.put("type", scan.exit() ? "exit" : "entry");
    item.put("idempotency_key", scan.key());
    if (scan.scannedAt() != null) {
      item.put("online", false);
      item.put("scanned_at", scan.said(event.clock(token)).toString());
    }
    return item;
  }

  /** Returns a request for a path of the event. */
  HttpRequest.Builder request(String path, String token) {
    String base = "/%s/%s/".formatted(SimulatedEvent.ACCOUNT, SimulatedEvent.EVENT);
    return HttpRequest.newBuilder(host.get().resolve(base + path))
        .header("Authorization", "Bearer " + token);
  }

  /** Returns the body of an answer that says something, else nothing. */
  Map<?, ?> send(HttpRequest request, Duration patience) throws InterruptedException {
    try {
      HttpRequest patient =
          HttpRequest.newBuilder(request, (n, v) -> true).timeout(patience).build();
      HttpResponse<String> response = http.send(patient, BodyHandlers.ofString());
      return response.body().isEmpty() ? Map.of() : Json.readObject(response.body());
    } catch (IOException e) {
      return Map.of();
    }
  }

  @Override
  public void close() {
    http.close();
  }
}
