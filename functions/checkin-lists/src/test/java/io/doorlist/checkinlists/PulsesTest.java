package io.doorlist.checkinlists;

import static io.doorlist.testing.Gateway.assertProblem;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.ingest.ImportStore;
import io.doorlist.testing.Gateway.Answer;
import io.doorlist.testing.Gateway.Input;
import io.doorlist.testing.Imports;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** getPulse: what a board shows. */
class PulsesTest extends FunctionFixture {

  private int scans;

  PulsesTest() {
    super(Instant.parse("2026-09-14T17:00:00Z"));
  }

  @Test
  void pulse_countsATicketOnce_howeverManyListsItIsInOn() throws Exception {
    checkIn("3");
    checkIn("4");
    scan("4", "true");
    scan("4", "false");

    Answer answer = call(pulse());

    assertEquals(200, answer.status());
    assertEquals("2026-09-14T17:00:00Z", answer.at("at"));
    assertEquals(1L, answer.at("people_in"));
    Map<?, ?> main = list(answer, 0);
    assertEquals("Main door", main.get("name"));
    assertEquals(2L, main.get("admitted_count"));
    assertEquals(1L, main.get("checked_in_count"));
    assertEquals(0L, main.get("double_admissions"));
    assertEquals(Map.of("adult", 1L), main.get("by_type"));
    assertEquals(Map.of(), main.get("refused"));
    assertEquals(60, ((List<?>) main.get("per_minute")).size());
    assertEquals(1L, ((List<?>) main.get("per_minute")).getLast());
    Map<?, ?> stage = list(answer, 1);
    assertEquals(1L, stage.get("checked_in_count"));
    assertEquals(1L, stage.get("double_admissions"));
    assertEquals(Map.of("already_checked_in", 1L), stage.get("refused"));
    Map<?, ?> phone = (Map<?, ?>) ((List<?>) stage.get("phones")).getFirst();
    assertEquals(1L, phone.get("last_minute"));
    assertEquals("2026-09-14T17:00:00Z", phone.get("last_scan_at"));
  }

  @Test
  void unknownCodes_areCounted_scannedOrLookedAt() throws Exception {
    for (String recorded : List.of("check-in-ticket", "get-admission")) {
      Input input =
          Input.recorded(recorded)
              .with("no-such-code", "pathParameters", "ticket_qr_token")
              // Online: who was let in offline is a wrong admission instead.
              .with(null, "queryStringParameters")
              .with(null, "multiValueQueryStringParameters");
      assertEquals(404, call(input).status());
    }

    assertEquals(Map.of("unknown", 2L), list(call(pulse()), 0).get("refused"));
  }

  @Test
  void pulse_isOfItsMinutes_andOfTheNamesThatItShows() throws Exception {
    Answer hour = call(pulse());
    List<Object> tag = List.of(hour.headers().get("ETag"));
    Input again = pulse().with(tag, "multiValueHeaders", "If-None-Match");

    assertEquals(304, call(again).status());
    assertEquals(200, call(minutes("5").with(tag, "multiValueHeaders", "If-None-Match")).status());
    ImportStore importer = Imports.into(stores);
    importer.putCheckinList("acme", "spring-gala", Imports.list(3, "Front door", "adult"));
    importer.settle();
    moveClock(Duration.ofSeconds(6));
    assertEquals("Front door", list(call(again), 0).get("name"));
  }

  @Test
  void pulse_goesBackAsFarAsAsked() throws Exception {
    Answer answer = call(minutes("180"));

    assertEquals(Collections.nCopies(180, 0L), list(answer, 0).get("per_minute"), answer::body);
    assertProblem(400, "invalid_parameter", call(minutes("0")));
    assertProblem(400, "invalid_parameter", call(minutes("181")));
  }

  @Test
  void pulse_countsByGate_whoCameInThere() throws Exception {
    checkIn("3");
    Answer atGate = call(scanning("4", "true").identity("gate", "5"));
    assertEquals(201, atGate.status());

    assertEquals(Map.of(), list(call(pulse()), 0).get("by_gate"));
    assertEquals(Map.of("5", 1L), list(call(pulse()), 1).get("by_gate"));
    undo(atGate.at("id").toString());
    assertEquals(Map.of(), list(call(pulse()), 1).get("by_gate"));
  }

  /** However long ago it was; its refusals go with it, and a 304 saves its body. */
  @Test
  void evening_isShownWhole() throws Exception {
    checkIn("3");
    assertEquals(409, scan("3", "true").status());
    clock.pass(Duration.ofDays(2));

    assertEquals(Map.of(), list(call(minutes("180")), 0).get("refused"));
    Answer evening = call(evening());
    assertEquals("2026-09-14T16:00:00Z", evening.at("evening_from"));
    assertEquals(Map.of("already_checked_in", 1L), list(evening, 0).get("refused"));
    List<?> quarters = (List<?>) list(evening, 0).get("per_quarter");
    assertEquals(96, quarters.size());
    assertEquals(1L, quarters.get(4));
    String tag = evening.headers().get("ETag");
    assertEquals(
        304, call(evening().with(List.of(tag), "multiValueHeaders", "If-None-Match")).status());
  }

  private static Input evening() throws IOException {
    return pulse().with(List.of("true"), "multiValueQueryStringParameters", "evening");
  }

  private Answer checkIn(String list) throws IOException {
    Answer answer = scan(list, "true");
    assertEquals(201, answer.status());
    return answer;
  }

  private Answer undo(String id) throws IOException {
    Answer answer =
        call(
            Input.recorded("delete-checkin")
                .with("4", "pathParameters", "checkin_list_id")
                .with(id, "pathParameters", "id"));
    assertEquals(204, answer.status(), answer::body);
    return answer;
  }

  private Answer scan(String list, String online) throws IOException {
    return call(scanning(list, online));
  }

  private Input scanning(String list, String online) throws IOException {
    return Input.recorded("check-in-ticket")
        .with(List.of("scan-" + ++scans), "multiValueHeaders", "Idempotency-Key")
        .with(List.of(online), "multiValueQueryStringParameters", "online")
        .with(list, "pathParameters", "checkin_list_id");
  }

  private static Input pulse() throws IOException {
    return Input.recorded("get-pulse");
  }

  private static Input minutes(String minutes) throws IOException {
    return pulse().with(List.of(minutes), "multiValueQueryStringParameters", "minutes");
  }

  private static Map<?, ?> list(Answer answer, int index) throws IOException {
    return (Map<?, ?>) ((List<?>) answer.at("lists")).get(index);
  }
}
