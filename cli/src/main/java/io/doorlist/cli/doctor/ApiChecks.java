package io.doorlist.cli.doctor;

import io.doorlist.cli.connection.NoAnswer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

/** Checks whether the API answers as phones need it. */
record ApiChecks(String url, Clock clock, Findings findings) {
  private static final Duration PATIENCE = Duration.ofSeconds(15);
  private static final long MAX_SKEW_SECONDS = 30;

  void run() throws InterruptedException {
    try (HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
      HttpResponse<?> page =
          expect(http, "/-/scan", 200, "pages", "the function Pages, its log and its alias");
      clock(page.headers().firstValue("Date").orElse(""));
      expect(http, "/", 401, "locked", "the authorizer of the API");
    } catch (IOException e) {
      findings.wrong(
          "api",
          NoAnswer.of(e, "at " + url).reason(),
          "check the name's DNS record and certificate");
    }
  }

  private void clock(String date) {
    try {
      Instant theirs = ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      long skew = Duration.between(theirs, clock.instant()).toSeconds();
      findings.expect(
          Math.abs(skew) <= MAX_SKEW_SECONDS,
          "clock",
          "this machine is %d s off".formatted(skew),
          "set the clock: windows of tickets and lists are judged by it on phones too");
    } catch (DateTimeException e) {
      findings.note("clock", "the API does not say its time", "look at the proxy before it");
    }
  }

  private HttpResponse<?> expect(
      HttpClient http, String path, int status, String check, String advice)
      throws IOException, InterruptedException {
    URI address = URI.create(url.replaceFirst("/+$", "") + path);
    HttpResponse<?> answer =
        http.send(
            HttpRequest.newBuilder(address).timeout(PATIENCE).build(), BodyHandlers.discarding());
    boolean right = answer.statusCode() == status;
    String found =
        "%s answers %d%s"
            .formatted(address.getPath(), answer.statusCode(), right ? "" : ", not " + status);
    findings.expect(right, check, found, advice);
    return answer;
  }
}
