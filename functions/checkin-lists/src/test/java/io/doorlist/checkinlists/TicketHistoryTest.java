package io.doorlist.checkinlists;

import static io.doorlist.testing.Gateway.assertAnswer;
import static io.doorlist.testing.Gateway.assertProblem;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.testing.Gateway.Answer;
import io.doorlist.testing.Gateway.Input;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@code getTicketHistory}: what a desk tells a guest who complains. */
class TicketHistoryTest extends FunctionFixture {
  private static final String MAIN = "3";

  private int scans;

  TicketHistoryTest() {
    super(Instant.parse("2026-09-14T17:00:00Z"));
  }

  @Test
  void refusal_isShownWithItsReasonAndRequest() throws Exception {
    Input scan =
        scan(MAIN, "t-K7QX2-3")
            .with("7f2c1f0e-0000-4c1e-9a53-000000000001", "requestContext", "requestId");
    assertProblem(422, "not_admissible", call(scan));

    Answer answer = call(desk("k7qx2-3"));

    assertAnswer(
        200,
        """
        {"history": [
           {"type": "refusal", "id": null, "ticket": {"id": 9003, "reference": "K7QX2-3"},
            "ticket_type": null,
            "checkin_list": {"id": 3, "name": "Main door"},
            "door_time": "2026-09-14T17:00:00.000Z", "created_at": "2026-09-14T17:00:00.000Z",
            "scanned_at": null, "scanned_by": "Gate 1", "online": true,
            "explained": true, "undone": false, "reason": "wrong_list", "undoes": null,
            "request_id": "7f2c1f0e-0000-4c1e-9a53-000000000001"}],
         "meta": {"lookup_mode": "live",
                  "pagination": {"page": 1, "items": 50, "pages": 1, "count": 1}}}
        """,
        answer);
    assertEquals(List.of(), history(desk("K7QX2-1")));
  }

  @Test
  void history_isForDesks_ofTicketsThatExist() throws Exception {
    assertProblem(403, "forbidden", call(desk("K7QX2-1").identity("role", "scanner")));
    for (String none : List.of("K7QX2", "K7QX2-9", "TEST-1", "''", "-")) {
      assertProblem(404, "not_found", call(desk(none)));
    }
    for (int i = 0; i < 30; i++) {
      call(desk("K7QX2-1"));
    }
    assertProblem(429, "too_many_requests", call(desk("K7QX2-1")));
  }

  @Override
  Answer call(Input input) throws IOException {
    return super.call(input.identity("name", "Gate 1"));
  }

  private List<Map<?, ?>> history(Input ask) throws IOException {
    Answer answer = call(ask);
    assertEquals(200, answer.status(), answer::body);
    return ((List<?>) answer.at("history"))
        .stream().<Map<?, ?>>map(each -> (Map<?, ?>) each).toList();
  }

  private static Input desk(String reference) throws IOException {
    return Input.recorded("get-ticket-history").with(reference, "pathParameters", "reference");
  }

  private Input scan(String list, String code) throws IOException {
    return at("check-in-ticket", list).with(code, "pathParameters", "ticket_qr_token");
  }

  private Input at(String name, String list) throws IOException {
    return Input.recorded(name)
        .with(null, "multiValueQueryStringParameters")
        .with(null, "queryStringParameters")
        .with(List.of("scan-" + ++scans), "multiValueHeaders", "Idempotency-Key")
        .with(list, "pathParameters", "checkin_list_id");
  }
}
