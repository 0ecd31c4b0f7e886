package io.doorlist.acceptance.door;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code createExit}, {@code listPassages}, {@code deletePassage} and {@code listAreas}. */
class PassagesTest extends ContractTest {
  @Test
  void exit_isRecordedOnce_andLeavesTheCheckinsAlone() {
    Event event = service.eventWithOneList(Order.of(1, "adult"));
    String phone = service.tokens.create(event.account(), "--role", "scanner");
    String desk = service.tokens.create(event.account(), "--role", "desk");
    service.client.expect(201, event.checkIn(1, event.order(1).ticket(0)).by(phone));
    String before = get(event.list(1) + "/checkins", phone).text();
    Call exit =
        Call.post(event.list(1) + "/tickets/" + event.order(1).ticket(0).qr() + "/exits").by(phone);

    Answer out = service.client.expect(201, exit.key("k1"));

    assertEquals(true, out.at("was_inside"));
    assertEquals(0L, out.at("minutes_inside"));
    assertEquals("R1-1", out.at("reference"));
    assertEquals("Adult", out.at("ticket_type"));
    assertEquals(out.text(), service.client.expect(201, exit.key("k1")).text());
    assertEquals(before, get(event.list(1) + "/checkins", phone).text());
    Answer passages = get(event.list(1) + "/passages", desk);
    assertEquals(1L, passages.at("meta", "pagination", "count"));
    assertEquals(out.at("passage", "id"), passages.rows("passages").getFirst().get("id"));
    service.client.refused(403, "forbidden", Call.get(event.list(1) + "/passages").by(phone));
    Answer areas = get(event.path() + "/areas", phone);
    assertEquals(0, areas.rows("areas").getFirst().get("inside"));
    assertEquals(1, areas.rows("areas").getFirst().get("exits"));
    assertEquals(1, areas.rows("areas").getFirst().get("entries"));
    assertEquals(null, areas.rows("areas").getFirst().get("empties_at"));
    assertEquals("UTC", areas.at("time_zone"));
  }

  @Test
  void uploadedExit_isRecorded_besideAnEntry() {
    Event event = service.eventWithOneList(Order.of(1, "adult"));
    String phone = service.tokens.create(event.account(), "--role", "scanner");
    String code = event.order(1).ticket(0).qr();
    List<Map<String, Object>> scans =
        Stream.of("entry", "exit").map(type -> scan(code, type)).toList();

    Answer answer =
        service.client.expect(
            200,
            Call.post(event.list(1) + "/checkins")
                .body("application/json", Json.write(Map.of("scans", scans)))
                .by(phone));

    assertEquals(
        List.of(Set.of("status", "checkin"), Set.of("status", "exit")),
        answer.rows("results").stream().map(Map::keySet).toList());
  }

  private static Map<String, Object> scan(String code, String type) {
    return Map.of("ticket_qr_token", code, "type", type, "idempotency_key", type, "online", false);
  }

  @Test
  void undoneExit_leavesTheTicketInside() {
    Event event = service.eventWithOneList(Order.of(1, "adult"));
    String phone = service.tokens.create(event.account(), "--role", "scanner");
    String ticket = event.list(1) + "/tickets/" + event.order(1).ticket(0).qr();
    Object checkin =
        service.client.expect(201, event.checkIn(1, event.order(1).ticket(0)).by(phone)).at("id");
    Object exit =
        service.client.expect(201, Call.post(ticket + "/exits").by(phone)).at("passage", "id");
    Call undoCheckin = Call.of("DELETE", event.list(1) + "/checkins/" + checkin).by(phone);

    assertEquals(false, get(ticket, phone).at("inside"));
    service.client.refused(409, "has_passages", undoCheckin);
    service.client.expect(204, Call.of("DELETE", event.list(1) + "/passages/" + exit).by(phone));

    assertEquals(true, get(ticket, phone).at("inside"));
    service.client.expect(204, undoCheckin);
  }

  @Test
  void refusals_areThoseOfTheDescription() {
    Event event = service.eventWithOneList(Order.of(1, "adult"));
    String desk = service.tokens.create(event.account(), "--role", "desk");
    String exits = event.list(1) + "/tickets/" + event.order(1).ticket(0).qr() + "/exits";
    String passages = event.list(1) + "/passages";

    service.client.refused(
        400, "invalid_parameter", Call.post(exits).query("online=maybe").by(desk));
    service.client.refused(
        400, "invalid_parameter", Call.post(exits).header("X-Device-Time", "soon").by(desk));
    service.client.refused(
        413,
        "body_too_large",
        Call.post(exits).by(desk).body("application/json", " ".repeat(16_385)));
    service.client.expect(201, Call.post(exits).by(desk).key("once"));
    service.client.refused(
        422,
        "idempotency_key_reused",
        Call.post(exits).query("qr_code_scanned=false").by(desk).key("once"));
    service.client.refused(400, "invalid_parameter", Call.get(passages).query("page=0").by(desk));
    service.client.refused(404, "not_found", Call.get(event.list(99) + "/passages").by(desk));
    service.client.refused(
        400, "invalid_parameter", Call.of("DELETE", passages + "/none").by(desk));
    Call areas = Call.get(event.path() + "/areas").by(desk);
    String tag = service.client.expect(200, areas).header("ETag").orElseThrow();
    service.client.expect(304, areas.header("If-None-Match", tag));
  }

  @Test
  void unknownCode_isNotFound() {
    Event event = service.untouched();

    service.client.refused(
        404, "not_found", Call.post(event.list(1) + "/tickets/nobody/exits").by(service.door));
  }
}
