package io.doorlist.acceptance.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.service.Cli;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * {@code getTicketHistory}. Comes first: a report reads the whole table, which other tests fill.
 */
@org.junit.jupiter.api.Order(1)
class TicketHistoryTest extends ContractTest {
  /** Issue 33: what a phone shows is enough, on one machine too, where no log is searched. */
  @Test
  void refusal_isShownToTheDesk_andFoundByThePhonesRequest() {
    Event event = service.eventWithOneList(Order.of(1, "adult"));
    String phone = service.token(event.account(), "--role", "scanner", "--name", "North");
    String desk = service.token(event.account(), "--role", "desk");
    Call scan = event.checkIn(1, event.order(1).ticket(0)).by(phone);
    Answer in = service.client.expect(201, scan);
    String known =
        (String) service.client.refused(409, "already_checked_in", scan).at("request_id");
    Call nobody = Call.post(event.list(1) + "/tickets/nobody/checkins").by(phone);
    String unknown = (String) service.client.refused(404, "not_found", nobody).at("request_id");
    awaitRefusal("already_checked_in", event, desk);
    awaitRefusal("unknown", event, desk);

    Answer history = service.client.expect(200, history(event, "r1-1", desk));

    assertEquals(2L, history.at("meta", "pagination", "count"));
    assertEquals("refusal", history.at("history", 0, "type"));
    assertEquals("already_checked_in", history.at("history", 0, "reason"));
    assertEquals(known, history.at("history", 0, "request_id"));
    assertEquals("check_in", history.at("history", 1, "type"));
    assertEquals(in.at("id"), history.at("history", 1, "id"));
    for (int index : List.of(0, 1)) {
      assertEquals("North", history.at("history", index, "scanned_by"));
      assertEquals("R1-1", history.at("history", index, "ticket", "reference"));
    }
    assertFalse(history.text().contains(event.order(1).ticket(0).qr()), history::text);

    Map<String, Object> found = Json.parse(report(event, known).out());
    assertEquals("already_checked_in", found.get("reason"));
    assertEquals("North", found.get("phone"));
    assertEquals(event.order(1).ticket(0).id(), ((Number) found.get("ticket_id")).longValue());
    assertEquals("unknown", Json.parse(report(event, unknown).out()).get("reason"));
    Cli.Result none = report(event, "00000000-0000-0000-0000-000000000000");
    assertEquals(1, none.status());
    assertTrue(none.err().contains("no refusal is kept of request"), none.err());
  }

  private Cli.Result report(Event event, String request) {
    return service.cli.run(
        "report",
        "--account=" + event.account(),
        "--event=" + event.slug(),
        "--format=ndjson",
        "--request=" + request);
  }

  /** Waits until a refusal for this reason is kept. */
  private void awaitRefusal(String reason, Event event, String desk) {
    Call pulse = Call.get(event.path() + "/pulse").by(desk);
    service.await(() -> service.client.expect(200, pulse).text().contains(reason));
  }

  @Test
  void history_isWalkedByPages_andNotForScanners() {
    Event event = service.eventWithOneList(Order.of(1, "adult"));
    String phone = service.token(event.account(), "--role", "scanner");
    service.client.expect(201, event.checkIn(1, event.order(1).ticket(0)).by(phone));

    String desk = service.token(event.account(), "--role", "desk");
    String path = event.path() + "/tickets/R1-1/history";
    Call second = Call.get(path + "?items=1&page=2").by(desk);

    assertEquals(List.of(), service.client.expect(200, second).rows("history"));
    service.client.refused(400, "invalid_parameter", Call.get(path + "?page=0").by(desk));
    service.client.refused(403, "forbidden", history(event, "R1-1", phone));
    service.client.refused(404, "not_found", history(event, "R1-2", desk));
  }

  private static Call history(Event event, String reference, String token) {
    return Call.get(event.path() + "/tickets/" + reference + "/history").by(token);
  }
}
