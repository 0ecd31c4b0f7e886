package io.doorlist.checkinlists;

import static io.doorlist.testing.FunctionInvoker.assertProblem;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.doorlist.door.DoorRule;
import io.doorlist.json.Json;
import io.doorlist.testing.FunctionInvoker.Answer;
import io.doorlist.testing.FunctionInvoker.Input;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** ScanReader, one or many in a request: they say the same in a query, in a body and in a batch. */
class ScanReaderTest extends FunctionFixture {
  private static final String CODE = "t-K7QX2-1";
  private static final List<String> JSON = List.of("application/json");
  private static final String HEADERS = "multiValueHeaders";
  private static final String BODY =
      """
      {"ticket_qr_token": "t-K7QX2-1", "type": "entry", "online": false,
       "qr_code_scanned": true, "scanned_at": "2026-09-14T18:01:00+01:00", "idempotency_key": "k"}
      """;

  @Test
  void createCheckins_answersEachScanInOrder_asIfItCameAlone() throws Exception {
    Answer answer =
        call(
            batch(
                scan(CODE, "a", true),
                scan("nobody", "b", true),
                scan(CODE, "c", false),
                Map.of("ticket_qr_token", CODE, "idempotency_key", "d", "seat", 1),
                Map.of("ticket_qr_token", CODE),
                scan(CODE, "a", true)));

    assertEquals(200, answer.status(), answer.body());
    List<?> results = (List<?>) answer.at("results");
    assertEquals(List.of(201L, 404L, 409L, 400L, 400L, 201L), statuses(results));
    assertEquals(results.getFirst(), results.getLast());
    assertEquals(true, Json.readObject(Json.writeValue(problem(results, 2))).get("recorded"));
    assertEquals(
        List.of(Map.of("parameter", "seat", "detail", "is not a member of a scan")),
        problem(results, 3).get("errors"));
    assertEquals(
        List.of(Map.of("parameter", "idempotency_key", "detail", "is missing")),
        problem(results, 4).get("errors"));
    assertEquals(1L, call("list-checkins").at("meta", "pagination", "count"));
  }

  @Test
  void keyOfABatch_isThatOfASingleRequest() throws Exception {
    Answer single =
        call(recorded("check-in-ticket").with(List.of("k"), HEADERS, "Idempotency-Key"));
    String scans = "{\"scans\":[" + BODY + "]}";
    List<?> results = (List<?>) call(recorded("create-checkins").with(scans, "body")).at("results");
    assertEquals(Json.readObject(single.body()), ((Map<?, ?>) results.getFirst()).get("checkin"));
  }

  /** Issue 53: scans of the last five seconds were dated by their upload. */
  @Test
  void createCheckins_keepsTheOrderOfTheScans_howeverYoungTheyAre() throws Exception {
    String scans =
        """
        {"scans": [{"ticket_qr_token": "t-K7QX2-1", "scanned_at": "%s", "online": false,
           "idempotency_key": "a"},
          {"type": "exit", "ticket_qr_token": "t-K7QX2-1", "scanned_at": "%s", "online": false,
           "idempotency_key": "b"}]}
        """
            .formatted(clock.instant().minusSeconds(2), clock.instant().minusSeconds(1));
    List<?> results = (List<?>) call(recorded("create-checkins").with(scans, "body")).at("results");

    Map<?, ?> exit = (Map<?, ?>) ((Map<?, ?>) results.getLast()).get("exit");
    assertEquals(true, exit.get("was_inside"), results::toString);
  }

  @Test
  void createCheckins_takesAHundred_andNoMore() throws Exception {
    List<Object> scans = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      scans.add(scan("nobody-" + i % 20, "k" + i, true));
    }

    List<?> results = (List<?>) call(batch(scans.toArray())).at("results");

    assertEquals(100, results.size());
    scans.add(scan(CODE, "more", true));
    assertProblem(400, "invalid_parameter", call(batch(scans.toArray())));
  }

  /** Issue 52: the board says how many scans a phone still has. */
  @Test
  void createCheckins_takesHowManyWait_untilTheNextScanSaysOtherwise() throws Exception {
    for (String wrong : List.of("-1", "1000001", "1.5", "1e400", "\"1\"", "null")) {
      assertProblem(400, "invalid_parameter", call(waiting(wrong, CODE)));
    }
    call(waiting("1000000.0", CODE));
    assertEquals(List.of(1_000_000L, 1L), phone());
    call(waiting("57", CODE));
    assertEquals(List.of(1_000_000L, 1L), phone(), "a repetition");
    call(waiting("0", "t-K7QX2-2"));
    assertEquals(List.of(0L, 2L), phone());
  }

  private static Input waiting(String waiting, String code) throws Exception {
    String scan = Json.writeValue(scan(code, code, false));
    String body = "{\"waiting\":" + waiting + ",\"scans\":[" + scan + "]}";
    return recorded("create-checkins").with(body, "body");
  }

  private List<Object> phone() throws Exception {
    Map<?, ?> list = (Map<?, ?>) ((List<?>) call("get-pulse").at("lists")).getFirst();
    Map<?, ?> phone = (Map<?, ?>) ((List<?>) list.get("phones")).getFirst();
    return List.of(phone.get("waiting"), phone.get("last_minute"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1",
        "{\"ticket_qr_token\":1,\"idempotency_key\":\"k\"}",
        "{\"ticket_qr_token\":\"t\",\"idempotency_key\":\"\"}",
        "{\"ticket_qr_token\":\"t\",\"idempotency_key\":\"a b\"}",
        "{\"ticket_qr_token\":\"t\",\"idempotency_key\":\"k\",\"online\":\"yes\"}",
        "{\"ticket_qr_token\":\"t\",\"idempotency_key\":\"k\",\"online\":null}",
        "{\"ticket_qr_token\":\"t\",\"idempotency_key\":\"k\",\"scanned_at\":\"today\"}",
        "{\"idempotency_key\":\"k\"}"
      })
  void createCheckins_refusesAWrongScanByItself(String scan) throws Exception {
    String body = "{\"scans\":[" + scan + "," + Json.writeValue(scan(CODE, "k1", true)) + "]}";

    List<?> results = (List<?>) call(recorded("create-checkins").with(body, "body")).at("results");

    assertEquals(List.of(400L, 201L), statuses(results));
  }

  private static Map<String, Object> scan(String code, String key, boolean online) {
    return Map.of("ticket_qr_token", code, "idempotency_key", key, "online", online);
  }

  private static Input batch(Object... scans) throws Exception {
    String body = Json.writeValue(Map.of("scans", List.of(scans)));
    return recorded("create-checkins").with(body, "body");
  }

  private static List<?> statuses(List<?> results) {
    return results.stream().map(each -> ((Map<?, ?>) each).get("status")).toList();
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> problem(List<?> results, int at) {
    return (Map<String, Object>) ((Map<?, ?>) results.get(at)).get("problem");
  }

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

  /** Generated clients send it where a body may be left out. */
  @ParameterizedTest
  @ValueSource(strings = {"null", " null\n"})
  void checkIn_takesABodyOfNullAsNone(String nothing) throws Exception {
    for (String operation : List.of("check-in-ticket", "create-exit")) {
      Answer answer = call(alone(operation).with(nothing, "body"));

      assertEquals(201, answer.status(), answer.body());
    }
  }

  @Test
  void createExit_takesTheScanOfABatchAsItsBody() throws Exception {
    Answer answer = call(alone("create-exit").with(BODY.replace("entry", "exit"), "body"));

    assertEquals(201, answer.status(), answer.body());
    assertEquals("exit", answer.at("passage", "type"));
    assertEquals("2026-09-14T17:01:00.000Z", answer.at("passage", "scanned_at"));
  }

  /** Counts name the scan, too; of a check-in of one ticket there are none. */
  @Test
  void exit_takesHowManyLeave_aloneAndInABatch() throws Exception {
    String counted = "{\"idempotency_key\":\"k\",\"tickets\":{\"adult\":%s}}";
    String batch =
        "{\"scans\":[{\"type\":\"exit\",\"ticket_qr_token\":\"t-K7QX2-1\","
            + "\"idempotency_key\":\"k\",\"tickets\":{\"adult\":%s}}]}";

    Answer alone = call(alone("create-exit").with(counted.formatted(1), "body"));
    assertEquals(201, alone.status(), alone.body());
    Answer again = call(recorded("create-checkins").with(batch.formatted(1), "body"));
    Map<?, ?> result = (Map<?, ?>) ((List<?>) again.at("results")).getFirst();
    assertEquals(alone.at("passage"), ((Map<?, ?>) result.get("exit")).get("passage"));
    assertProblem(
        422,
        "idempotency_key_reused",
        call(alone("create-exit").with(counted.formatted(2), "body")));

    for (String wrong : List.of("0", "-1", "\"x\"", "10001")) {
      Answer refused = call(alone("create-exit").with(counted.formatted(wrong), "body"));
      assertProblem(400, "invalid_parameter", refused);
    }
    assertProblem(
        400,
        "invalid_parameter",
        call(alone("check-in-ticket").with(counted.formatted(1), "body")));
  }

  /** What the library sends of each kind of scan is what the service takes, with the same key. */
  @Test
  void createCheckins_takesTheScansOfTheVectors() throws Exception {
    Map<String, Object> vectors;
    try (InputStream file = DoorRule.class.getResourceAsStream("vectors.json")) {
      vectors = Json.readObject(file.readAllBytes());
    }
    List<Object> scans = new ArrayList<>();
    ((List<?>) vectors.get("scans")).forEach(each -> scans.add(((Map<?, ?>) each).get("item")));

    List<?> results = (List<?>) call(batch(scans.toArray())).at("results");

    assertEquals(
        List.of(
            "201 order 1",
            "201 checkin 1",
            "409 problem 1",
            "201 exit 1",
            "201 exit 1",
            "201 exit 3",
            "200 withdrawal 1",
            "200 withdrawal 1",
            "200 withdrawal 1",
            "200 withdrawal 3",
            "200 withdrawal 1"),
        results.stream().map(ScanReaderTest::summary).toList());
  }

  /** Returns status, member and for how many tickets it is. */
  private static String summary(Object result) {
    Map<?, ?> members = (Map<?, ?>) result;
    String name =
        Stream.of("checkin", "order", "exit", "withdrawal", "problem")
            .filter(each -> members.get(each) != null)
            .findFirst()
            .orElseThrow();
    Map<?, ?> about = (Map<?, ?>) members.get(name);
    int tickets =
        Stream.of("checkins", "exits", "undone")
            .map(about::get)
            .filter(List.class::isInstance)
            .map(each -> ((List<?>) each).size())
            .findFirst()
            .orElse(1);
    return members.get("status") + " " + name + " " + tickets;
  }

  /** Issue 66: Swift writes a UUID in capitals, others in braces. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "0B6FD7A2-6D0E-4A3E-8A6D-5B0F7F6B2C11",
        "{0b6fd7a2-6d0e-4a3e-8a6d-5b0f7f6b2c11}",
        "{0B6FD7A2-6D0E-4A3E-8A6D-5B0F7F6B2C11}"
      })
  void uuid_isOneKey_howeverItIsSpelled(String spelled) throws Exception {
    String key = "0b6fd7a2-6d0e-4a3e-8a6d-5b0f7f6b2c11";
    String scan =
        "{\"scans\":[{\"ticket_qr_token\":\"t-K7QX2-1\",\"idempotency_key\":\"%s\","
            + "\"scanned_at\":\"2026-09-14T17:01:00Z\",\"%s\":%s}]}";
    String alone =
        "{\"idempotency_key\":\"%s\",\"scanned_at\":\"2026-09-14T17:01:00Z\"}".formatted(key);

    Map<?, ?> first = result(scan.formatted(spelled, "online", false), "checkin");
    Answer second = call(alone("check-in-ticket").with(alone, "body"));
    assertEquals(201, second.status(), second.body());
    assertEquals(first.get("id"), second.at("id"));

    Map<?, ?> gone = result(scan.formatted(key, "withdrawn", true), "withdrawal");
    assertEquals(List.of(first.get("id")), gone.get("undone"));
    assertEquals(gone, result(scan.formatted(spelled, "withdrawn", true), "withdrawal"));
    String late = alone.replace(key, spelled);
    assertProblem(409, "withdrawn", call(alone("check-in-ticket").with(late, "body")));
  }

  /** Returns a member of the answer to a batch of one scan. */
  private Map<?, ?> result(String batch, String member) throws Exception {
    Answer answer = call(recorded("create-checkins").with(batch, "body"));
    Map<?, ?> result = (Map<?, ?>) ((List<?>) answer.at("results")).getFirst();
    return assertInstanceOf(Map.class, result.get(member), answer::body);
  }

  /** Issue 66: nobody can tell which type a count without a name is of. */
  @ParameterizedTest
  @ValueSource(strings = {"=1", "adult=1&=1", "{\"tickets\":{\"\":1}}"})
  void countWithoutAType_isNoneOfATypeThatTheEventLacks(String body) throws Exception {
    Input order = recorded("check-in-order").with(body, "body");
    String type = body.startsWith("{") ? "application/json" : "application/x-www-form-urlencoded";

    assertProblem(
        400,
        "invalid_parameter",
        call(order.with(List.of(type), "multiValueHeaders", "Content-Type")));
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
          {"idempotency_key": "a b"}              | idempotency_key
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
