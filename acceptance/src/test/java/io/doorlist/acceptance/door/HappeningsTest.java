package io.doorlist.acceptance.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code listHappenings}, {@code createExit}, {@code deleteCheckin} and {@code listAreas}. */
class HappeningsTest extends ContractTest {
  private Event event;
  private String gate;
  private String other;
  private String desk;
  private String ticket;
  private Call scan;
  private Call exit;

  @BeforeEach
  void open() {
    event = service.eventWithOneList(Order.of(1, "adult"));
    gate = token("scanner", "Gate 1");
    other = token("scanner", "Gate 2");
    desk = token("desk", "Desk");
    ticket = event.list(1) + "/tickets/" + event.order(1).ticket(0).qr();
    scan = Call.post(ticket + "/checkins").by(gate);
    exit = Call.post(ticket + "/exits").by(gate);
  }

  private String token(String role, String name) {
    return service.token(event.account(), "--role", role, "--name", name);
  }

  @Test
  void everything_isInTheLog_inItsOrder_andCanBeUndone() {
    Answer in = service.client.expect(201, scan.key("k1"));
    Answer out = service.client.expect(201, exit.key("k2"));
    Object exitId = out.at("passage", "id");
    assertEquals(false, get(ticket, gate).at("inside"));
    service.client.refused(409, "has_passages", undo(in.at("id")).by(desk));
    assertEquals("", service.client.expect(204, undo(exitId).by(desk)).text());
    assertEquals(true, get(ticket, gate).at("inside"));
    service.client.expect(204, undo(in.at("id")).by(desk));
    service.client.refused(404, "not_found", undo(in.at("id")).by(desk));
    assertEquals(0L, get(event.list(1), gate).at("checked_in_count"));

    List<Map<String, Object>> log = log("");

    assertEquals(List.of("check_in", "exit", "undo", "undo"), types(log));
    assertEquals(in.at("id"), log.get(0).get("id"));
    assertEquals(exitId, log.get(1).get("id"));
    assertEquals(
        List.of(true, true, false, false), log.stream().map(row -> row.get("undone")).toList());
    assertEquals("Gate 1", log.get(0).get("scanned_by"));
    assertEquals("Desk", log.get(2).get("scanned_by"));
    assertEquals(Map.of("type", "exit", "id", exitId), log.get(2).get("undoes"));
    assertEquals("Adult", log.get(3).get("ticket_type"));
    assertEquals(log.subList(2, 4), log("?after=" + exitId));
    List<Object> walked = new ArrayList<>();
    for (String next = "log?items=1"; next != null; ) {
      Answer part = get(event.list(1) + "/" + next, desk);
      walked.addAll(part.rows("log"));
      next = (String) part.at("meta", "next");
    }
    assertEquals(log, walked);
    assertEquals(in.text(), service.client.expect(201, scan.key("k1")).text());
    assertEquals(out.text(), service.client.expect(201, exit.key("k2")).text());
    assertNotEquals(in.at("id"), service.client.expect(201, scan.key("k3")).at("id"));
  }

  @Test
  void twoPhonesOffline_areACheckinAndAnOpenEntry_howeverOftenTheyUpload() {
    for (int times = 0; times < 2; times++) {
      assertEquals(201, upload(gate, "entry", "k1", "2026-09-14T17:01:00Z").get("status"));
      Map<String, Object> again = upload(other, "entry", "k2", "2026-09-14T17:02:00Z");
      assertEquals(409, again.get("status"));
      assertEquals(true, Json.at(again, "problem", "recorded"));
    }

    Map<String, Object> only = log("?open=true").getFirst();

    assertEquals(List.of("check_in", "entry"), types(log("")));
    assertEquals("entry", only.get("type"));
    assertEquals("Gate 2", only.get("scanned_by"));
    assertEquals(true, only.containsKey("name"));
    assertEquals(false, only.get("explained"));
    // An exit in between, uploaded last, explains it only where people may come back.
    assertEquals(201, upload(other, "exit", "k3", "2026-09-14T17:01:30Z").get("status"));
    assertEquals(List.of("check_in", "entry", "exit"), types(log("")));
    service.client.expect(204, undo(only.get("id")).by(desk));
    assertEquals(List.of(), log("?open=true"));
  }

  @Test
  void wrongAdmission_isOpen_untilItIsUndone_byWhomItIs() {
    Call nobody = Call.post(event.list(1) + "/tickets/nobody/checkins").by(gate);
    Answer refused = service.client.refused(404, "not_found", nobody.query("online=false"));
    assertEquals(true, refused.at("recorded"));

    Map<String, Object> wrong = log("?open=true").getFirst();

    assertEquals("wrong", wrong.get("type"));
    assertEquals("not_found", wrong.get("reason"));
    assertEquals(null, wrong.get("ticket"));
    service.client.refused(403, "undo_not_allowed", undo(wrong.get("id")).by(other));
    service.client.expect(204, undo(wrong.get("id")).by(gate));
    assertEquals(List.of(), log("?open=true"));
  }

  @Test
  void exit_isRecordedOnce_andLeavesTheCheckinsAlone() {
    service.client.expect(201, scan);
    String before = get(event.list(1) + "/checkins", gate).text();

    Answer out = service.client.expect(201, exit);

    assertEquals(true, out.at("was_inside"));
    assertEquals(0L, out.at("minutes_inside"));
    assertEquals("R1-1", out.at("reference"));
    assertEquals("Adult", out.at("ticket_type"));
    assertEquals(before, get(event.list(1) + "/checkins", gate).text());
    Call areas = Call.get(event.path() + "/areas").by(gate);
    Answer shown = service.client.expect(200, areas);
    Map<String, Object> area = shown.rows("areas").getFirst();
    assertEquals(List.of(0, 1, 1), Stream.of("inside", "exits", "entries").map(area::get).toList());
    assertEquals(null, area.get("empties_at"));
    assertEquals("UTC", shown.at("time_zone"));
    service.client.expect(304, areas.header("If-None-Match", shown.header("ETag").orElseThrow()));
  }

  @Test
  void group_leavesByItsOwnCode_andEachOfItIsInTheLog() {
    event = service.eventWithOneList(Order.of(1, "adult", "adult", "child"));
    service.client.expect(201, event.checkIn(1, event.order(1), "adult=1&child=1").by(gate));
    Call leave = Call.post(event.list(1) + "/tickets/" + event.order(1).qr() + "/exits").by(gate);

    Answer out = service.client.expect(201, leave.key("all"));

    assertEquals(
        List.of("R1-1", "R1-3"),
        out.rows("exits").stream().map(each -> each.get("reference")).toList());
    assertEquals(out.text(), service.client.expect(201, leave.key("all")).text());
    assertEquals(List.of("check_in", "check_in", "exit", "exit"), types(log("")));
    assertEquals(false, service.client.expect(201, leave).at("was_inside"));
  }

  @Test
  void wrongRequests_areRefused() {
    for (String id : List.of("0", "x", "9007199254740992")) {
      service.client.refused(404, "not_found", undo(id).by(desk));
    }
    for (String query : List.of("after=x", "items=251", "open=maybe")) {
      Call log = Call.get(event.list(1) + "/log").query(query);
      service.client.refused(400, "invalid_parameter", log.by(desk));
    }
    for (String window : List.of("minutes=0", "minutes=181", "evening=1")) {
      Call pulse = Call.get(event.path() + "/pulse?" + window);
      service.client.refused(400, "invalid_parameter", pulse.by(gate));
    }
    service.client.refused(404, "not_found", Call.get(event.list(99) + "/log").by(desk));
    service.client.expect(201, exit.key("once"));
    Call earlier = exit.query("scanned_at=2026-09-14T17:01:00Z").key("once");
    service.client.refused(422, "idempotency_key_reused", earlier);
    Call nobody = Call.post(event.list(1) + "/tickets/nobody/exits").by(gate);
    service.client.refused(404, "not_found", nobody);
  }

  private Call undo(Object id) {
    return Call.of("DELETE", event.list(1) + "/checkins/" + id);
  }

  private List<Map<String, Object>> log(String query) {
    return get(event.list(1) + "/log" + query, desk).rows("log");
  }

  private static List<Object> types(List<Map<String, Object>> log) {
    return log.stream().map(row -> row.get("type")).toList();
  }

  private Map<String, Object> upload(String token, String type, String key, String scannedAt) {
    Map<String, Object> item =
        Map.of(
            "ticket_qr_token", event.order(1).ticket(0).qr(),
            "type", type,
            "online", false,
            "scanned_at", scannedAt,
            "idempotency_key", key);
    Call call =
        Call.post(event.list(1) + "/checkins")
            .body("application/json", Json.write(Map.of("scans", List.of(item))));
    Map<String, Object> result =
        service.client.expect(200, call.by(token)).rows("results").getFirst();
    if (type.equals("exit")) {
      assertEquals(Set.of("status", "exit"), result.keySet());
    }
    return result;
  }
}
