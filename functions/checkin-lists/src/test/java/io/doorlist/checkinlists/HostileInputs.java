package io.doorlist.checkinlists;

import io.doorlist.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Draws invalid inputs, mixed with some valid ones, from a source of random numbers: the same
 * numbers give the same inputs.
 */
record HostileInputs(Random random) {
  private static final List<String> ODD =
      Stream.concat(
              Stream.of(
                  "",
                  " ",
                  "\u0000",
                  "a\u0000",
                  "\r\nX: y",
                  "\ud800",
                  "\udc00x",
                  "\uffff",
                  "\u202e",
                  "e\u0301",
                  "x".repeat(256)),
              Stream.of(
                  """
                  0 -0 00 -1 +1 1e3 0x10 9007199254740991 9007199254740992 99999999999999999999 １
                  NaN null true TRUE .. ../.. a/b a%2Fb # a#b acme#spring-gala @events é ß İ 🎟
                  acme ACME spring-gala webhooks events adult $ne '-- {} [ 2026-09-14T17:01:00Z
                  2026-02-30T00:00:00Z 9999-12-31T23:59:60Z 0000-01-01T00:00:00+23:59 % %0 %zz + &
                  = a=1&a=2
                  """
                      .strip()
                      .split("\\s+")))
          .toList();

  private static final List<String> NAMES =
      List.of(
          """
          page items q online qr_code_scanned scanned_at event_slug Content-Type Idempotency-Key
          Origin Accept
          """
              .strip()
              .split("\\s+"));

  /** Returns a text of any kind; some are halves of surrogate pairs. */
  String text() {
    return switch (random.nextInt(5)) {
      case 0 -> of(ODD);
      case 1 -> text(40, 0, Character.MAX_VALUE);
      case 2 -> text(300, 0, 0x7f);
      case 3 -> text(25, '0', '9');
      default ->
          list(40, () -> "0123456789-+:.TZ".charAt(random.nextInt(16))).stream()
              .map(String::valueOf)
              .collect(Collectors.joining());
    };
  }

  private String text(int most, int first, int last) {
    StringBuilder text = new StringBuilder();
    for (int length = random.nextInt(most + 1); length > 0; length--) {
      text.append((char) random.nextInt(first, last + 1));
    }
    return text.toString();
  }

  /** Returns a body: a form or what looks like one, up to some times the limit. */
  byte[] body() {
    int kind = random.nextInt(14);
    if (kind < 6) {
      String glue = of(List.of("&", "=", "%", "+"));
      return utf8(text() + "=" + String.join(glue, list(4, this::text)));
    }
    if (kind < 9) {
      return utf8("adult=" + random.nextInt(20_001) + "&child=1");
    }
    if (kind < 13) {
      byte[] any = new byte[random.nextInt(401)];
      random.nextBytes(any);
      return any;
    }
    return utf8("x".repeat(random.nextInt(16_000, 60_001)));
  }

  /** Returns an input of the gateway to one of these resources. */
  String ofTheGateway(List<String> resources) {
    byte[] body = body();
    boolean text = body.length % 2 == 0;
    Map<String, List<String>> headers = values();
    headers.putIfAbsent("Content-Type", List.of("application/x-www-form-urlencoded"));
    Map<String, Object> input = new LinkedHashMap<>();
    input.put("httpMethod", mostly(9, of(List.of("GET", "POST", "HEAD"))));
    input.put("resource", mostly(9, of(resources)));
    input.put("path", "/acme/spring-gala/things");
    input.put("pathParameters", parameters());
    input.put("multiValueQueryStringParameters", values());
    input.put("multiValueHeaders", headers);
    input.put("requestContext", Map.of("requestId", "request-1", "authorizer", identity()));
    input.put(
        "body",
        text ? new String(body, StandardCharsets.UTF_8) : Base64.getEncoder().encodeToString(body));
    input.put("isBase64Encoded", !text);
    return Json.writeValue(input);
  }

  private Map<String, List<String>> values() {
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (int size = random.nextInt(7); size > 0; size--) {
      values.put(random.nextBoolean() ? of(NAMES) : name(), list(3, this::text));
    }
    return values;
  }

  /** Returns a text without halves of surrogate pairs, which Jackson refuses in names. */
  private String name() {
    return new String(utf8(text()), StandardCharsets.UTF_8);
  }

  private Map<String, String> parameters() {
    return Map.of(
        "account_slug", mostly(5, "acme"),
        "event_slug", mostly(5, "spring-gala"),
        "id", text(),
        "code", text());
  }

  private Map<String, String> identity() {
    Map<String, String> identity = new LinkedHashMap<>();
    identity.put("token_id", "0123456789abcdef01234567");
    identity.put("account", "acme");
    identity.put("events", "*");
    identity.put("mode", "live");
    identity.put("role", "full");
    switch (random.nextInt(10)) {
      case 0 -> identity.put(of(List.copyOf(identity.keySet())), text());
      case 1 -> identity.put("expires_at", text());
      default -> {
        // As the authorizer writes it.
      }
    }
    return identity;
  }

  /** Returns a value so many times more often than any text. */
  private String mostly(int times, String value) {
    return random.nextInt(times + 1) < times ? value : text();
  }

  private <T> T of(List<T> some) {
    return some.get(random.nextInt(some.size()));
  }

  private <T> List<T> list(int most, Supplier<T> item) {
    List<T> list = new ArrayList<>();
    for (int size = random.nextInt(most + 1); size > 0; size--) {
      list.add(item.get());
    }
    return list;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
