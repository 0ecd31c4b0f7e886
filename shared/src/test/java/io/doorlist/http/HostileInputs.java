package io.doorlist.http;

import io.doorlist.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Generates invalid inputs, mixed with some valid ones. */
final class HostileInputs {
  private static final List<String> ODD =
      List.of(
          "",
          " ",
          "0",
          "-0",
          "00",
          "-1",
          "+1",
          "1e3",
          "0x10",
          "9007199254740991",
          "9007199254740992",
          "99999999999999999999",
          "１",
          "NaN",
          "null",
          "true",
          "TRUE",
          "..",
          "../..",
          "a/b",
          "a%2Fb",
          "#",
          "a#b",
          "acme#spring-gala",
          "@events",
          "\u0000",
          "a\u0000",
          "\r\nX: y",
          "\ud800",
          "\udc00x",
          "\uffff",
          "\u202e",
          "é",
          "e\u0301",
          "ß",
          "İ",
          "🎟",
          "acme",
          "ACME",
          "spring-gala",
          "webhooks",
          "events",
          "adult",
          "$ne",
          "'--",
          "{}",
          "[",
          "2026-09-14T17:01:00Z",
          "2026-02-30T00:00:00Z",
          "9999-12-31T23:59:60Z",
          "0000-01-01T00:00:00+23:59",
          "%",
          "%0",
          "%zz",
          "+",
          "&",
          "=",
          "a=1&a=2",
          "x".repeat(256));

  private static final List<String> NAMES =
      List.of(
          "page",
          "items",
          "q",
          "online",
          "qr_code_scanned",
          "scanned_at",
          "event_slug",
          "Content-Type",
          "Idempotency-Key",
          "Origin",
          "Accept");

  private HostileInputs() {}

  /** Returns texts of all kinds; some are halves of surrogate pairs. */
  static Arbitrary<String> texts() {
    return Arbitraries.oneOf(
        Arbitraries.of(ODD),
        Arbitraries.strings().all().ofMaxLength(40),
        Arbitraries.strings().ascii().ofMaxLength(300),
        Arbitraries.strings().numeric().ofMaxLength(25),
        Arbitraries.strings().withChars("0123456789-+:.TZ").ofMaxLength(40));
  }

  /** Returns bodies: forms and what looks like them, up to some times the limit. */
  static Arbitrary<byte[]> bodies() {
    Arbitrary<byte[]> forms =
        Combinators.combine(
                texts(), texts().list().ofMaxSize(4), Arbitraries.of("&", "=", "%", "+"))
            .as((first, more, glue) -> utf8(first + "=" + String.join(glue, more)));
    Arbitrary<byte[]> right =
        Arbitraries.integers().between(0, 20_000).map(count -> utf8("adult=" + count + "&child=1"));
    Arbitrary<byte[]> any = Arbitraries.bytes().array(byte[].class).ofMaxSize(400);
    Arbitrary<byte[]> tooLong =
        Arbitraries.integers().between(16_000, 60_000).map(length -> utf8("x".repeat(length)));
    return Arbitraries.frequencyOf(
        Tuple.of(6, forms), Tuple.of(3, right), Tuple.of(4, any), Tuple.of(1, tooLong));
  }

  /** Returns inputs of the gateway to one of these resources. */
  static Arbitrary<String> ofTheGateway(List<String> resources) {
    Arbitrary<Map<String, List<String>>> values =
        Arbitraries.maps(
                Arbitraries.oneOf(Arbitraries.of(NAMES), texts()), texts().list().ofMaxSize(3))
            .ofMaxSize(6);
    Arbitrary<String> resource =
        Arbitraries.frequencyOf(Tuple.of(9, Arbitraries.of(resources)), Tuple.of(1, texts()));
    Arbitrary<String> method =
        Arbitraries.frequencyOf(
            Tuple.of(9, Arbitraries.of("GET", "POST", "HEAD")), Tuple.of(1, texts()));
    return Combinators.combine(
            method, resource, parameters(), identities(), values, values, bodies())
        .as(HostileInputs::input);
  }

  private static Arbitrary<Map<String, String>> parameters() {
    return Combinators.combine(
            Arbitraries.frequencyOf(Tuple.of(5, Arbitraries.just("acme")), Tuple.of(1, texts())),
            Arbitraries.frequencyOf(
                Tuple.of(5, Arbitraries.just("spring-gala")), Tuple.of(1, texts())),
            texts(),
            texts())
        .as(
            (account, event, id, code) ->
                Map.of("account_slug", account, "event_slug", event, "id", id, "code", code));
  }

  private static Arbitrary<Map<String, String>> identities() {
    Map<String, String> right = new LinkedHashMap<>();
    right.put("token_id", "0123456789abcdef01234567");
    right.put("account", "acme");
    right.put("events", "*");
    right.put("mode", "live");
    right.put("role", "full");
    Arbitrary<Map<String, String>> wrong =
        Combinators.combine(Arbitraries.of(right.keySet()), texts())
            .as(
                (name, text) -> {
                  Map<String, String> changed = new LinkedHashMap<>(right);
                  changed.put(name, text);
                  return changed;
                });
    Arbitrary<Map<String, String>> expiring =
        texts()
            .map(
                text -> {
                  Map<String, String> changed = new LinkedHashMap<>(right);
                  changed.put("expires_at", text);
                  return changed;
                });
    return Arbitraries.frequencyOf(
        Tuple.of(8, Arbitraries.just(right)), Tuple.of(1, wrong), Tuple.of(1, expiring));
  }

  private static String input(
      String method,
      String resource,
      Map<String, String> parameters,
      Map<String, String> identity,
      Map<String, List<String>> query,
      Map<String, List<String>> headers,
      byte[] body) {
    boolean text = body.length % 2 == 0;
    Map<String, List<String>> more = new LinkedHashMap<>(headers);
    more.putIfAbsent("Content-Type", List.of("application/x-www-form-urlencoded"));
    Map<String, Object> input = new LinkedHashMap<>();
    input.put("httpMethod", method);
    input.put("resource", resource);
    input.put("path", "/acme/spring-gala/things");
    input.put("pathParameters", parameters);
    input.put("multiValueQueryStringParameters", query);
    input.put("multiValueHeaders", more);
    input.put("requestContext", Map.of("requestId", "request-1", "authorizer", identity));
    input.put(
        "body",
        text ? new String(body, StandardCharsets.UTF_8) : Base64.getEncoder().encodeToString(body));
    input.put("isBase64Encoded", !text);
    return Json.writeValue(input);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
