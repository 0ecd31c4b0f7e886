package io.doorlist.checkinlists;

import static io.doorlist.testing.Gateway.assertProblem;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.json.Json;
import io.doorlist.testing.Gateway.Answer;
import io.doorlist.testing.Gateway.Input;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One scan says the same in a query, in a body and in a batch (issue 53). */
class SaidScanTest extends FunctionFixture {
  private static final String BODY =
      """
      {"ticket_qr_token": "t-K7QX2-1", "type": "entry", "online": false,
       "qr_code_scanned": true, "scanned_at": "2026-09-14T18:01:00+01:00", "idempotency_key": "k"}
      """;

  @Test
  void checkInTicket_takesTheScanOfABatchAsItsBody() throws Exception {
    Answer answer = call(alone("check-in-ticket").with(BODY, "body"));

    assertEquals(201, answer.status(), answer.body());
    assertEquals(false, answer.at("online"));
    assertEquals("2026-09-14T17:01:00.000Z", answer.at("scanned_at"));
    assertEquals(
        answer.body(),
        call(recorded("check-in-ticket").with(List.of("k"), "multiValueHeaders", "Idempotency-Key"))
            .body());
    assertProblem(
        422,
        "idempotency_key_reused",
        call(alone("check-in-ticket").with("{\"idempotency_key\":\"k\"}", "body")));
  }

  @Test
  void createExit_takesTheScanOfABatchAsItsBody() throws Exception {
    Answer answer = call(alone("create-exit").with(BODY.replace("entry", "exit"), "body"));

    assertEquals(201, answer.status(), answer.body());
    assertEquals("2026-09-14T17:01:00.000Z", answer.at("passage", "scanned_at"));
  }

  @Test
  void online_isTheDefault_aloneAndInABatch() throws Exception {
    Answer alone = call(alone("check-in-ticket").with("{\"idempotency_key\":\"k\"}", "body"));
    String scan = "{\"scans\":[{\"ticket_qr_token\":\"t-K7QX2-1\",\"idempotency_key\":\"k\"}]}";
    List<?> results = (List<?>) call(recorded("create-checkins").with(scan, "body")).at("results");

    assertEquals(true, alone.at("online"));
    assertEquals(Json.readObject(alone.body()), ((Map<?, ?>) results.getFirst()).get("checkin"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"onlin": false}                        | onlin
          {"online": "no"}                        | online
          {"type": "exit"}                        | type
          {"type": "out"}                         | type
          {"online": true}                        | online
          {"qr_code_scanned": false}              | qr_code_scanned
          {"scanned_at": "2026-09-14T17:01:01Z"}  | scanned_at
          {"idempotency_key": "another"}          | idempotency_key
          {"idempotency_key": "a b"}              | Idempotency-Key
          {"ticket_qr_token": "t-K7QX2-2"}        | ticket_qr_token
          {"scans": []}                           | scans
          []                                      | body
          online=true                             | body
          """)
  void checkInTicket_namesWhatTheBodySaysWronglyOrOtherwise(String body, String named)
      throws Exception {
    Answer answer =
        call(recorded("check-in-ticket").with(body, "body").with(JSON, HEADERS, "Content-Type"));

    assertProblem(400, "invalid_parameter", answer);
    assertEquals(named, ((Map<?, ?>) ((List<?>) answer.at("errors")).getFirst()).get("parameter"));
    assertEquals(0L, call("list-checkins").at("meta", "pagination", "count"));
  }

  private static final List<String> JSON = List.of("application/json");
  private static final String HEADERS = "multiValueHeaders";

  /** Returns an input without what its query and key say. */
  private static Input alone(String name) throws Exception {
    Input input = recorded(name);
    Map<String, Object> headers = new TreeMap<>();
    ((Map<?, ?>) input.members().get(HEADERS))
        .forEach((key, value) -> headers.put("" + key, value));
    headers.remove("Idempotency-Key");
    headers.put("Content-Type", JSON);
    return input
        .with(headers, HEADERS)
        .with(Map.of(), "multiValueQueryStringParameters")
        .with(Map.of(), "queryStringParameters");
  }
}
