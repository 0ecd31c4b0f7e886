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
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@code getTicketHistory}. */
class TicketHistoryTest extends ContractTest {
  @Test
  void desk_seesWhyAGuestWasRefused_byThePhonesRequest() {
    Event event = service.freshEvent(Order.of(1, "adult"));
    String phone = service.tokens.create(event.account(), "--role", "scanner", "--name", "North");
    String desk = service.tokens.create(event.account(), "--role", "desk");
    Call scan = event.checkIn(1, event.order(1).ticket(0)).by(phone);
    Answer in = service.client.expect(201, scan);
    Answer refused = service.client.refused(409, "already_checked_in", scan);
    awaitRefusal("already_checked_in", event, desk);

    Answer history = service.client.expect(200, history(event, "r1-1", desk));

    assertEquals(2L, history.at("meta", "pagination", "count"));
    assertEquals("refusal", history.at("history", 0, "type"));
    assertEquals("already_checked_in", history.at("history", 0, "reason"));
    assertEquals(refused.at("request_id"), history.at("history", 0, "request_id"));
    assertEquals("check_in", history.at("history", 1, "type"));
    assertEquals(in.at("id"), history.at("history", 1, "id"));
    for (int index : List.of(0, 1)) {
      assertEquals("North", history.at("history", index, "scanned_by"));
      assertEquals("R1-1", history.at("history", index, "ticket", "reference"));
    }
    assertFalse(history.text().contains(event.order(1).ticket(0).qr()), history::text);
  }

  /** Issue 33: what a phone shows is enough, on one machine too, where no log is searched. */
  @Test
  void refusal_isFoundByItsRequest_inTheTable() {
    Event event = service.freshEvent(Order.of(1, "adult"));
    String phone = service.tokens.create(event.account(), "--role", "scanner", "--name", "North");
    String desk = service.tokens.create(event.account(), "--role", "desk");
    Call scan = event.checkIn(1, event.order(1).ticket(0)).by(phone);
    service.client.expect(201, scan);
    String known =
        (String) service.client.refused(409, "already_checked_in", scan).at("request_id");
    Call nobody = Call.post(event.list(1) + "/tickets/nobody/checkins").by(phone);
    String unknown = (String) service.client.refused(404, "not_found", nobody).at("request_id");
    awaitRefusal("already_checked_in", event, desk);
    awaitRefusal("unknown", event, desk);

    Map<String, Object> found = Json.parse(report(event, known).out());
    assertEquals("already_checked_in", found.get("reason"));
    assertEquals("North", found.get("phone"));
    assertEquals(event.order(1).ticket(0).id(), ((Number) found.get("ticket_id")).longValue());
    assertEquals("unknown", Json.parse(report(event, unknown).out()).get("reason"));
    Cli.Result none = report(event, "00000000-0000-0000-0000-000000000000");
    assertEquals(1, none.status());
    assertTrue(none.err().contains("nothing that is kept was refused"), none.err());
  }

  private Cli.Result report(Event event, String request) {
    return service.cli.run(
        "report",
        "--account=" + event.account(),
        "--event=" + event.slug(),
        "--format=ndjson",
        "--request=" + request);
  }

  /** Issue 33: refused at the door itself, then forgotten; a camera reads whatever it is shown. */
  @Test
  void refusals_nameNobody_whenPeopleAreForgotten() {
    Event event = service.freshEvent(Order.of(7_733_001, "adult"));
    String phone = service.tokens.create(event.account(), "--role", "scanner", "--name", "North");
    String desk = service.tokens.create(event.account(), "--role", "desk");
    Call scan = event.checkIn(1, event.order(7_733_001).ticket(0)).by(phone);
    service.client.expect(201, scan);
    service.client.refused(409, "already_checked_in", scan);
    String address = "/tickets/MATMSG%3ATO%3Abuyer7733001%40example.org%3B%3B/checkins";
    service.client.refused(404, "not_found", Call.post(event.list(1) + address).by(phone));
    awaitRefusal("already_checked_in", event, desk);
    awaitRefusal("unknown", event, desk);
    String before = table(event);
    assertEquals(2, refused(before, event).size());
    assertTrue(before.contains("buyer7733001@example.org"), "nobody to forget");

    Cli.Result forgotten =
        service.cli.run(
            "forget",
            "--account=" + event.account(),
            "--event=" + event.slug(),
            "--email=buyer7733001@example.org");

    assertEquals(0, forgotten.status(), forgotten.err());
    String table = table(event);
    assertEquals(
        List.of(),
        table
            .lines()
            .filter(each -> each.toLowerCase(Locale.ROOT).contains("buyer7733001"))
            .toList());
    assertEquals(2, refused(table, event).size());
    Answer history = service.client.expect(200, history(event, "r7733001-1", desk));
    assertEquals("already_checked_in", history.at("history", 0, "reason"));
  }

  /** Waits until a refusal for this reason is kept. */
  private void awaitRefusal(String reason, Event event, String desk) {
    Call pulse = Call.get(event.path() + "/pulse").by(desk);
    service.await(() -> service.client.expect(200, pulse).text().contains(reason));
  }

  private static List<String> refused(String table, Event event) {
    String place = event.account() + "#" + event.slug() + "#";
    return table.lines().filter(each -> each.contains("REFUSED#") && each.contains(place)).toList();
  }

  /** Returns all that the table keeps of an account, as it is stored. */
  private String table(Event event) {
    return service.cli.run("export", "--checkins", "--account=" + event.account()).out();
  }

  @Test
  void history_isWalkedByPages_andNotForScanners() {
    Event event = service.freshEvent(Order.of(1, "adult"));
    String phone = service.tokens.create(event.account(), "--role", "scanner");
    service.client.expect(201, event.checkIn(1, event.order(1).ticket(0)).by(phone));

    String desk = service.tokens.create(event.account(), "--role", "desk");
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
