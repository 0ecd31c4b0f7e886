package io.doorlist.checkinlists;

import static io.doorlist.testing.Gateway.assertAnswer;
import static io.doorlist.testing.Gateway.assertProblem;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.order.TicketState;
import io.doorlist.door.Reentry;
import io.doorlist.ingest.ImportStore;
import io.doorlist.testing.CountingClient;
import io.doorlist.testing.Gateway.Answer;
import io.doorlist.testing.Gateway.Input;
import io.doorlist.testing.Imports;
import io.doorlist.testing.OrderBuilder;
import io.doorlist.testing.Terms;
import io.doorlist.testing.TicketBuilder;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code getTicketHistory}: what a desk tells a guest who complains. */
class TicketHistoryTest extends FunctionFixture {
  private static final String CODE = "t-K7QX2-1";
  private static final String MAIN = "3";
  private static final String STAGE = "4";
  private static final String BAR = "5";

  private int scans;

  TicketHistoryTest() {
    super(Instant.parse("2026-09-14T17:00:00Z"));
  }

  @BeforeEach
  void addBar() {
    ImportStore importer = Imports.into(stores);
    importer.putCheckinList(
        "acme",
        "spring-gala",
        Imports.list(5, "Bar", Terms.passages(null, Reentry.AFTER_EXIT), "adult"));
    importer.settle();
  }

  @Test
  void history_isOfAllThatHappened_latestFirst() throws Exception {
    step(201, scan(BAR, CODE));
    step(201, exit());
    Object entry = step(201, scan(BAR, CODE)).at("passage", "id");
    step(409, scan(BAR, CODE));
    step(204, undo("delete-passage", BAR, entry));
    Object stage = step(201, scan(STAGE, CODE)).at("id");
    step(204, undo("delete-checkin", STAGE, stage));
    step(201, scan(MAIN, CODE));
    step(409, scan(MAIN, CODE).with(List.of("false"), "multiValueQueryStringParameters", "online"));

    List<Map<?, ?>> history = history(desk("K7QX2-1"));

    assertEquals(
        List.of(
            "Main door entry unexplained",
            "Main door double_admission already_checked_in",
            "Main door check_in",
            "Stage undo",
            "Stage check_in undone",
            "Bar undo",
            "Bar refusal already_checked_in",
            "Bar entry undone",
            "Bar exit",
            "Bar check_in"),
        history.stream().map(TicketHistoryTest::line).toList());
    assertEquals(entry, history.get(5).get("id"));
    assertEquals(entry, history.get(7).get("id"));
    assertEquals(stage, history.get(3).get("id"));
    assertEquals(stage, history.get(4).get("id"));
    for (Map<?, ?> each : history) {
      assertEquals(Map.of("id", 9001L, "reference", "K7QX2-1"), each.get("ticket"));
      assertEquals("Gate 1", each.get("scanned_by"), each::toString);
    }
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
            "checkin_list": {"id": 3, "name": "Main door"},
            "door_time": "2026-09-14T17:00:00.000Z", "created_at": "2026-09-14T17:00:00.000Z",
            "scanned_at": null, "scanned_by": "Gate 1", "online": true,
            "unexplained": false, "undone": false, "reason": "wrong_list",
            "request_id": "7f2c1f0e-0000-4c1e-9a53-000000000001"}],
         "meta": {"lookup_mode": "live",
                  "pagination": {"page": 1, "items": 50, "pages": 1, "count": 1}}}
        """,
        answer);
    assertEquals(List.of(), history(desk("K7QX2-1")));
  }

  @Test
  void refusals_ofFormerCodes_ofTheOrder_andBeforeTheTicketCame_areShown() throws Exception {
    Input order =
        at("check-in-order", MAIN)
            .with("o-NEW", "pathParameters", "order_qr_token")
            .with("adult=1", "body");
    step(404, scan(MAIN, "t-NEW-1"));
    put("t-NEW-1", TicketState.VOID);
    step(422, scan(MAIN, "t-NEW-1"));
    step(409, order);
    put("t-NEW-1b", TicketState.VALID);
    step(422, scan(MAIN, "t-NEW-1"));

    // The refusal of a code that was unknown stays beside it: it is not the ticket's code now.
    assertEquals(
        List.of(
            "Main door refusal revoked",
            "Main door refusal not_enough_tickets",
            "Main door refusal void"),
        lines(desk("NEW-1")));
    put("t-NEW-1", TicketState.VALID);
    assertEquals("Main door refusal unknown", lines(desk("NEW-1")).getLast());
  }

  @Test
  void refusal_isKeptFor30Days_byOneWriteUnit() throws Exception {
    client.spent();
    assertEquals(422, call(scan(MAIN, "t-V0ID-1")).status());

    assertEquals(2, client.spent().writeUnits(), "the other counts it in its minute");
    assertEquals(1, lines(desk("V0ID-1")).size());
    clock.pass(Duration.ofDays(29));
    assertEquals(1, lines(desk("V0ID-1")).size());
    clock.pass(Duration.ofDays(2));
    assertEquals(0, lines(desk("V0ID-1")).size());
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

  @Test
  void history_readsTheTicketsRowsOnly() throws Exception {
    step(201, scan(BAR, CODE));
    step(201, exit());
    step(422, scan(STAGE, "t-V0ID-1"));
    client.spent();

    assertEquals(2, lines(desk("K7QX2-1")).size());

    CountingClient.Cost cost = client.spent();
    assertTrue(cost.readUnits() <= 10, cost::toString);
  }

  private void put(String code, TicketState state) {
    clock.pass(Duration.ofMinutes(1));
    ImportStore importer = Imports.into(stores);
    Imports.put(
        importer,
        "acme",
        "spring-gala",
        OrderBuilder.order(1005)
            .code("o-NEW")
            .updated(clock.instant())
            .tickets(
                List.of(
                    TicketBuilder.ticket(9041, "adult")
                        .reference("NEW-1")
                        .code(code)
                        .in(state)
                        .build()))
            .build());
    importer.settle();
  }

  private Answer step(int status, Input input) throws IOException {
    clock.pass(Duration.ofMinutes(1));
    Answer answer = call(input);
    assertEquals(status, answer.status(), answer::body);
    return answer;
  }

  @Override
  Answer call(Input input) throws IOException {
    return super.call(input.identity("name", "Gate 1"));
  }

  private List<String> lines(Input ask) throws IOException {
    return history(ask).stream().map(TicketHistoryTest::line).toList();
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

  private Input exit() throws IOException {
    return at("create-exit", BAR);
  }

  private static Input undo(String name, String list, Object id) throws IOException {
    return Input.recorded(name)
        .with(list, "pathParameters", "checkin_list_id")
        .with(String.valueOf(id), "pathParameters", "id");
  }

  private Input at(String name, String list) throws IOException {
    return Input.recorded(name)
        .with(null, "multiValueQueryStringParameters")
        .with(null, "queryStringParameters")
        .with(List.of("scan-" + ++scans), "multiValueHeaders", "Idempotency-Key")
        .with(list, "pathParameters", "checkin_list_id");
  }

  private static String line(Map<?, ?> event) {
    Map<?, ?> list = (Map<?, ?>) event.get("checkin_list");
    String undone = event.get("undone").equals(true) ? " undone" : "";
    String unexplained = event.get("unexplained").equals(true) ? " unexplained" : "";
    String reason = event.get("reason") == null ? "" : " " + event.get("reason");
    return list.get("name") + " " + event.get("type") + undone + unexplained + reason;
  }
}
