package io.doorlist.checkinlists;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Scan.IdempotencyKey;
import io.doorlist.domain.token.Role;
import io.doorlist.http.Call;
import io.doorlist.http.Caller;
import io.doorlist.testing.FunctionInvoker.Input;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CheckinParametersTest {
  private static final String TICKETS = "/{list}/tickets/{ticket_qr_token}/checkins";
  private static final String ORDERS = "/{list}/orders/{order_qr_token}/checkins";
  private static final Map<String, String> CALLER =
      new Caller("token-1", "acme", true, List.of(), Mode.TEST, Role.SCANNER, "Phone 1", null, null)
          .identity();
  private static final Map<String, String> PATH = Map.of("list", "3", "ticket_qr_token", "t-1");

  @Test
  void command_keepsDigestsOfTheKeyAndTheRequest() {
    IdempotencyKey key = key("key-1", TICKETS, PATH, Map.of(), "");

    assertTrue(key.digest().matches("[0-9a-f]{64}"), key.digest());
    assertTrue(key.request().matches("[0-9a-f]{64}"), key.request());
    assertEquals(key, key("key-1", TICKETS, PATH, Map.of(), ""));
    assertNotEquals(key.digest(), key("key-2", TICKETS, PATH, Map.of(), "").digest());
    assertEquals(key.request(), key("key-2", TICKETS, PATH, Map.of(), "").request());
  }

  @Test
  void command_digestsWhatIsMeant_notHowItIsWritten() {
    IdempotencyKey plain = key("k", ORDERS, PATH, Map.of(), "adult=1&child=2");

    assertEquals(plain, key("k", ORDERS, PATH, Map.of(), "child=2&%61dult=1"));
    assertEquals(
        plain, key("k", ORDERS, PATH, Map.of("online", List.of("true")), "adult=1&child=2"));
    assertEquals(
        key("k", TICKETS, PATH, Map.of("scanned_at", List.of("2026-09-14T17:01:00Z")), ""),
        key("k", TICKETS, PATH, Map.of("scanned_at", List.of("2026-09-14T18:01:00+01:00")), ""));
  }

  @Test
  void command_digestsEverythingThatMakesAnotherRequest() {
    Map<String, String> otherTicket = Map.of("list", "3", "ticket_qr_token", "t-2");
    Map<String, String> otherNames = Map.of("list", "3t", "icket_qr_token", "t-1");
    Map<String, List<String>> at = Map.of("scanned_at", List.of("2026-09-14T17:01:00Z"));
    Set<String> requests = new HashSet<>();
    requests.add(key("k", ORDERS, PATH, Map.of(), "a=1").request());
    requests.add(key("k", TICKETS, PATH, Map.of(), "a=1").request());
    for (Map<String, String> path : List.of(Map.of("list", "4"), otherTicket, otherNames)) {
      requests.add(key("k", ORDERS, path, Map.of(), "a=1").request());
    }
    requests.add(key("k", ORDERS, PATH, at, "a=1").request());
    for (String form : List.of("a=2", "a=1&b=1")) {
      requests.add(key("k", ORDERS, PATH, Map.of(), form).request());
    }
    assertEquals(8, requests.size());
    assertFalse(key("0b6fd7a2-6d0e-4a3e-8a6d-5b0f7f6b2c111", ORDERS, PATH, at, "a=1").ofScan());
  }

  /** Issue 68: a withdrawal knows neither how a code was found nor who decided. */
  @Test
  void command_digestsNothingElse() {
    IdempotencyKey plain = key("k", ORDERS, PATH, Map.of(), "a=1");

    for (String flag : List.of("online", "qr_code_scanned")) {
      assertEquals(plain, key("k", ORDERS, PATH, Map.of(flag, List.of("false")), "a=1"));
    }
    assertEquals(plain.request(), key("k", ORDERS, PATH, Map.of(), "a=1&b=0").request());
    assertEquals(
        key("k", TICKETS, PATH, Map.of("scanned_at", List.of("2026-09-14T17:01:00.123Z")), "")
            .request(),
        key("k", TICKETS, PATH, Map.of("scanned_at", List.of("2026-09-14T17:01:00.1234Z")), "")
            .request());
  }

  /** Digests as versions up to 0.2 kept them with keys. */
  @Test
  void command_knowsTheDigestsOfEarlierVersions() {
    IdempotencyKey key =
        key(
            "0b6fd7a2-6d0e-4a3e-8a6d-5b0f7f6b2c11",
            ORDERS,
            PATH,
            Map.of("scanned_at", List.of("2026-09-14T17:01:00.1234Z")),
            "a=1&b=0");

    assertTrue(key.isOf("3bd4d8b2477680540a6c9bba7ae78c146ea08a619138898d231541682c5e60e5"));
    assertTrue(key.isOf("87b4c619c22c7de2c8e89a24624cfdc14be5189515d31eda035c7ace87a4eeac"));
    assertFalse(key.isOf(key.digest()));
  }

  /** Issue 66: versions before 0.3.0 kept a key as it was spelled. */
  @Test
  void uuidInCapitals_orInBraces_isTheSameKey_andIsKnownAsItWasKept() {
    String uuid = "0b6fd7a2-6d0e-4a3e-8a6d-5b0f7f6b2c11";
    Map<String, List<String>> at = Map.of("scanned_at", List.of("2026-09-14T17:01:00Z"));
    IdempotencyKey plain = key(uuid, TICKETS, PATH, at, "");
    IdempotencyKey capitals = key(uuid.toUpperCase(Locale.ROOT), TICKETS, PATH, at, "");
    IdempotencyKey braces = key("{" + uuid + "}", TICKETS, PATH, at, "");

    for (IdempotencyKey spelled : List.of(capitals, braces)) {
      assertEquals(plain.digest(), spelled.digest());
      assertEquals(plain.request(), spelled.request());
      assertTrue(spelled.ofScan());
    }
    assertNull(plain.before());
    assertEquals("4ac92d97", capitals.before().digest().substring(0, 8), "of the text in capitals");
    assertEquals(
        List.of(true, false), List.of(capitals.before().ofScan(), braces.before().ofScan()));
    for (String other : List.of("{" + uuid, uuid + "}", "{}", "k", "{" + uuid + "1}", "K")) {
      assertNull(key(other, TICKETS, PATH, at, "").before(), other);
    }
  }

  private static IdempotencyKey key(
      String key,
      String resource,
      Map<String, String> path,
      Map<String, List<String>> query,
      String form) {
    Map<String, List<String>> headers = Map.of("Idempotency-Key", List.of(key));
    Call call = call(resource, path, query, headers, form);
    return CheckinParameters.scan(call, ScanFields.of(call, null, null)).key();
  }

  private static Call call(
      String resource,
      Map<String, String> path,
      Map<String, List<String>> query,
      Map<String, List<String>> headers,
      String form) {
    Map<String, Object> sent = new HashMap<>(headers);
    sent.put("Content-Type", List.of("application/x-www-form-urlencoded"));
    Map<String, Object> parameters = new HashMap<>(path);
    parameters.put("account_slug", "acme");
    parameters.put("event_slug", "spring-gala");
    return Boundary.call(
        new Input(
            Map.of(
                "httpMethod", "POST",
                "resource", resource,
                "pathParameters", parameters,
                "multiValueQueryStringParameters", query,
                "multiValueHeaders", sent,
                "requestContext", Map.of("authorizer", CALLER),
                "body", form)));
  }
}
