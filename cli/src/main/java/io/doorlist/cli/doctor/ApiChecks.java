package io.doorlist.cli.doctor;

import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

/** Whether the API answers as phones need it. */
final class ApiChecks {
  private static final Duration PATIENCE = Duration.ofSeconds(15);
  private static final long MAX_SKEW_SECONDS = 30;

  private final String url;
  private final Clock clock;
  private final Findings findings;

  ApiChecks(String url, Clock clock, Findings findings) {
    this.url = url.replaceFirst("/+$", "");
    this.clock = clock;
    this.findings = findings;
  }

  /**
   * Looks at what needs no token, then at what the token opens.
   *
   * @param token null if none was given
   * @param scan the path of a list and a code, such as {@code acme/gala/3/CODE}; null for none
   */
  void run(String token, String scan) {
    try (HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
      HttpResponse<String> page = ask(http, "GET", "/-/scan", null);
      expect(page, 200, "pages", "the function Pages, its log and its alias");
      clock(page);
      expect(ask(http, "GET", "/", null), 401, "locked", "the authorizer of the API");
      if (token != null) {
        token(http, token, scan);
      }
    } catch (IOException e) {
      findings.wrong(
          "api",
          "%s does not answer: %s".formatted(url, e),
          "check the name's DNS record and certificate");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      findings.wrong("api", "not looked at: interrupted", "run this again");
    }
  }

  private void clock(HttpResponse<String> answer) {
    Instant now = clock.instant();
    try {
      String date = answer.headers().firstValue("Date").orElse("");
      Instant theirs = ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      long skew = Duration.between(theirs, now).toSeconds();
      findings.expect(
          Math.abs(skew) <= MAX_SKEW_SECONDS,
          "clock",
          "this machine is %d s off".formatted(skew),
          "set the clock: windows of tickets and lists are judged by it on phones too");
    } catch (DateTimeException e) {
      findings.note("clock", "the API does not say its time", "look at what stands before it");
    }
  }

  private void token(HttpClient http, String token, String scan)
      throws IOException, InterruptedException {
    HttpResponse<String> access = ask(http, "GET", "/", token);
    expect(access, 200, "token", "make another: ./doorlist token create");
    if (scan == null || access.statusCode() != 200) {
      return;
    }
    if (!"test".equals(member(access, "mode"))) {
      findings.wrong(
          "scan", "not tried: the token is not of the mode test", "make one with --mode test");
      return;
    }
    String[] parts = scan.split("/", 4);
    String list = "/" + parts[0] + "/" + parts[1] + "/checkin_lists/" + parts[2];
    String code = URLEncoder.encode(parts[3], StandardCharsets.UTF_8).replace("+", "%20");
    long began = System.nanoTime();
    HttpResponse<String> answer = ask(http, "POST", list + "/tickets/" + code + "/checkins", token);
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    findings.expect(
        answer.statusCode() == 201 || answer.statusCode() == 409,
        "scan",
        "answers %d after %d ms".formatted(answer.statusCode(), took.toMillis()),
        "ask with curl and read the problem");
    if (answer.statusCode() == 201) {
      HttpResponse<String> undone =
          ask(http, "DELETE", list + "/checkins/" + member(answer, "id"), token);
      expect(undone, 204, "undo", "the token's role may not undo: make a desk's");
    }
  }

  private void expect(HttpResponse<String> answer, int status, String check, String advice) {
    findings.expect(
        answer.statusCode() == status,
        check,
        "%s answers %d%s"
            .formatted(
                answer.request().uri().getPath(),
                answer.statusCode(),
                answer.statusCode() == status ? "" : ", not " + status),
        advice);
  }

  private HttpResponse<String> ask(HttpClient http, String method, String path, String token)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url + path))
            .timeout(PATIENCE)
            .method(method, BodyPublishers.noBody());
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    return http.send(request.build(), BodyHandlers.ofString());
  }

  private static Object member(HttpResponse<String> answer, String name) {
    try {
      return Json.readObject(answer.body()).get(name);
    } catch (MalformedJsonException e) {
      return null;
    }
  }
}
