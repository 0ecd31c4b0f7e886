package io.doorlist.acceptance.door;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code withdrawn} of {@code createCheckins}, and orders there. */
class WithdrawnTest extends ContractTest {
  private static final String AT = "2026-09-14T17:01:00Z";

  private final String key = UUID.randomUUID().toString();
  private Event event;

  @BeforeEach
  void open() {
    event = service.freshEvent(Order.of(1, "adult", "adult", "child"));
  }

  private Map<String, Object> scan(int ticket, String itsKey, Object... more) {
    return with("ticket_qr_token", event.order(1).ticket(ticket).qr(), itsKey, more);
  }

  private Map<String, Object> order(Map<String, Integer> tickets, String itsKey, Object... more) {
    Map<String, Object> scan = with("order_qr_token", event.order(1).qr(), itsKey, more);
    scan.put("tickets", tickets);
    return scan;
  }

  private static Map<String, Object> with(String code, String text, String itsKey, Object... more) {
    Map<String, Object> scan = new LinkedHashMap<>();
    scan.put(code, text);
    scan.put("scanned_at", AT);
    scan.put("idempotency_key", itsKey);
    for (int i = 0; i < more.length; i += 2) {
      scan.put((String) more[i], more[i + 1]);
    }
    return scan;
  }

  private static Map<String, Object> withdrawn(Map<String, Object> scan) {
    Map<String, Object> withdrawn = new LinkedHashMap<>(scan);
    withdrawn.put("withdrawn", true);
    return withdrawn;
  }

  private List<Map<String, Object>> send(String token, List<Map<String, Object>> scans) {
    Call call =
        Call.post(event.list(1) + "/checkins")
            .body("application/json", Json.write(Map.of("scans", scans)));
    return service.client.expect(200, call.by(token)).rows("results");
  }

  private List<Map<String, Object>> send(Map<String, Object> scan) {
    return send(service.door, List.of(scan));
  }

  private static Map<String, Object> withdrawal(Object... undone) {
    return Map.of(
        "status", 200, "withdrawal", Map.of("withdrawn", true, "undone", List.of(undone)));
  }

  private static List<Object> codes(List<Map<String, Object>> results) {
    List<Object> codes = new ArrayList<>();
    for (Map<String, Object> each : results) {
      codes.add(
          each.containsKey("problem") ? Json.at(each, "problem", "code") : each.get("status"));
    }
    return codes;
  }

  private long in() {
    return ((Number) get(event.list(1), service.door).at("checked_in_count")).longValue();
  }

  @Test
  void scanThatNeverArrived_isRefusedWhenItDoes_alone_inABatch_askedOrTold() {
    assertEquals(List.of(withdrawal()), send(withdrawn(scan(0, key))));

    Call alone = event.checkIn(1, event.order(1).ticket(0)).query("scanned_at=" + AT).key(key);
    service.client.refused(409, "withdrawn", alone.by(service.door));
    service.client.refused(409, "withdrawn", alone.by(service.otherDoor));
    assertEquals(
        List.of("withdrawn", "withdrawn"),
        codes(send(service.door, List.of(scan(0, key), scan(0, key, "online", false)))));
    assertEquals(List.of(withdrawal()), send(withdrawn(scan(0, key))));
    assertEquals(0, in());
  }

  @Test
  void scanThatCounted_isUndone_byAnyTokenThatKnowsTheKey_andTheNextOneComesIn() {
    Object id = Json.at(send(scan(0, key)).getFirst(), "checkin", "id");

    List<Map<String, Object>> results =
        send(service.otherDoor, List.of(withdrawn(scan(0, key)), scan(0, key + "-new")));

    assertEquals(withdrawal(id), results.getFirst());
    assertEquals(201, results.getLast().get("status"));
    assertEquals(List.of(withdrawal(id)), send(withdrawn(scan(0, key))));
    assertEquals(1, in());
  }

  @Test
  void exit_canBeWithdrawn() {
    send(scan(0, key + "-in"));
    Object id =
        Json.at(
            send(scan(0, key, "type", "exit", "online", false)).getFirst(),
            "exit",
            "passage",
            "id");

    assertEquals(List.of(withdrawal(id)), send(withdrawn(scan(0, key, "type", "exit"))));

    Call late = Call.post(path(0) + "/exits").query("scanned_at=" + AT).key(key).by(service.door);
    service.client.refused(409, "withdrawn", late);
    assertEquals(true, get(path(0), service.door).at("inside"));
  }

  private String path(int ticket) {
    return event.list(1) + "/tickets/" + event.order(1).ticket(ticket).qr();
  }

  @Test
  void scanOfAnOrder_isWithdrawn_whicheverOperationRecordedIt() {
    Map<String, Object> order = order(Map.of("adult", 2), key);
    Map<String, Object> in = send(order).getFirst();
    assertEquals(201, in.get("status"));
    assertEquals(2, ((List<?>) Json.at(in, "order", "checkins")).size());
    Call alone = event.checkIn(1, event.order(1), "adult=2").query("scanned_at=" + AT).key(key);
    Answer again = service.client.expect(201, alone.by(service.door));
    assertEquals(in.get("order"), again.json());

    List<Map<String, Object>> results = send(withdrawn(order));

    assertEquals(2, ((List<?>) Json.at(results.getFirst(), "withdrawal", "undone")).size());
    assertEquals(results, send(withdrawn(order)));
    service.client.refused(409, "withdrawn", alone.by(service.otherDoor));
    assertEquals(0, in());
    Map<String, Object> party =
        scan(0, key + "-party", "tickets", Map.of("child", 1), "party", true);
    party.put("order_qr_token", party.remove("ticket_qr_token"));
    assertEquals(List.of(201), codes(send(party)));
  }

  /** A code that nobody has is not looked up, and counts as none. */
  @Test
  void scanOfAnUnknownCode_canBeWithdrawn() {
    Map<String, Object> nobody = with("ticket_qr_token", "nobody", key);
    for (int i = 0; i < 40; i++) {
      assertEquals(List.of(withdrawal()), send(withdrawn(nobody)));
    }
    assertEquals(List.of("withdrawn"), codes(send(nobody)));
    assertEquals(List.of("not_found"), codes(send(with("ticket_qr_token", "nobody", key + "-2"))));
  }

  @Test
  void withdrawal_isRefused_ifItNamesAnotherScanByTheSameKey() {
    Object id = Json.at(send(scan(0, key, "qr_code_scanned", false)).getFirst(), "checkin", "id");
    List<Map<String, Object>> others =
        List.of(
            withdrawn(scan(1, key)),
            withdrawn(scan(0, key, "type", "exit")),
            withdrawn(scan(0, key, "scanned_at", "2026-09-14T17:01:01Z")),
            withdrawn(order(Map.of("adult", 1), key)));
    for (Map<String, Object> other : others) {
      assertEquals(List.of("idempotency_key_reused"), codes(send(other)));
    }
    List<Map<String, Object>> same = List.of(withdrawn(scan(0, key)));
    Call elsewhere =
        Call.post(event.list(3) + "/checkins")
            .body("application/json", Json.write(Map.of("scans", same)));
    assertEquals(
        List.of("idempotency_key_reused"),
        codes(service.client.expect(200, elsewhere.by(service.door)).rows("results")));
    assertEquals(1, in());
    assertEquals(List.of(withdrawal(id)), send(withdrawn(scan(0, key, "online", false))));
  }

  /** The same key of the other mode names another scan. */
  @Test
  void withdrawal_undoesNoScanOfTheOtherMode() {
    send(scan(0, key));
    String test = service.token(event.account(), "--mode", "test");

    assertEquals(List.of(withdrawal()), send(test, List.of(withdrawn(scan(0, key)))));

    assertEquals(1, in());
    assertEquals(List.of(201), codes(send(scan(0, key))));
  }

  @Test
  void malformedScans_areRefused_eachByItself() {
    Map<String, Integer> one = Map.of("adult", 1);
    Map<String, Object> none = order(one, key);
    none.remove("tickets");
    List<Map<String, Object>> wrong =
        List.of(
            scan(0, key, "withdrawn", "yes"),
            scan(0, key, "tickets", one),
            scan(0, key, "party", true),
            scan(0, key, "order_qr_token", "o"),
            none,
            order(Map.of(), key),
            order(Map.of("adult", 0), key),
            order(Map.of("adult", 10_001), key),
            order(one, key, "online", false),
            order(one, key, "type", "exit"),
            order(one, key, "party", "no"));

    List<Map<String, Object>> results = send(service.door, wrong);

    assertEquals(Collections.nCopies(wrong.size(), "invalid_parameter"), codes(results));
    Call alone =
        Call.post(path(0) + "/checkins")
            .body(
                "application/json", Json.write(Map.of("withdrawn", true, "idempotency_key", key)));
    service.client.refused(400, "invalid_parameter", alone.by(service.door));
    assertEquals(0, in());
  }
}
