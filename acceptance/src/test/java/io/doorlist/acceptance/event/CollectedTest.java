package io.doorlist.acceptance.event;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code collected} of a check-in: money and entry in one request. */
class CollectedTest extends ContractTest {
  private final String key = UUID.randomUUID().toString();
  private Event event;
  private String desk;

  @BeforeEach
  void sell() {
    event = service.eventWithOneList(Order.of(1, "adult", "adult").in("pending", "unpaid"));
    desk = service.token(event.account(), "--role", "desk", "--name", "Desk 1");
  }

  private Call scan(int ticket, Object collected) {
    return event
        .checkIn(1, event.order(1).ticket(ticket))
        .query("collected=" + collected)
        .key(key)
        .by(desk);
  }

  private Object taken() {
    return get(event.path() + "/guests", desk).at("guests", 0, "money", "collected");
  }

  @Test
  void whoPaysAtTheScan_comesIn_andPaysOnce() {
    Answer in = service.client.expect(201, scan(0, 2000));

    assertEquals(in.text(), service.client.expect(201, scan(0, 2000)).text());
    Call inTheBody =
        event
            .checkIn(1, event.order(1).ticket(0))
            .body(
                "application/json",
                "{\"collected\":2000.0,\"idempotency_key\":\"" + key + "\",\"online\":false}")
            .by(desk);
    assertEquals(in.text(), service.client.expect(201, inTheBody).text());
    service.client.refused(422, "idempotency_key_reused", scan(0, 1999));
    service.client.refused(422, "idempotency_key_reused", scan(1, 2000));
    assertEquals(2000L, taken());
    service.client.expect(
        204, Call.of("DELETE", event.list(1) + "/checkins/" + in.at("id")).by(desk));
    assertEquals(2000L, taken());
  }

  @Test
  void refusedEntry_leavesThePayment() {
    Answer refused = service.client.refused(422, "not_admissible", scan(0, 500));

    assertEquals(
        List.of("order_not_confirmed", 1500L), List.of(refused.at("reason"), refused.at("due")));
    assertEquals(500L, taken());
    service.client.refused(422, "not_admissible", scan(0, 500));
    assertEquals(500L, taken());
    service.client.expect(201, scan(0, 1500).key(UUID.randomUUID().toString()));
    Call again = scan(0, 1).key(UUID.randomUUID().toString());
    service.client.refused(409, "already_checked_in", again);
    assertEquals(2001L, taken());
  }

  @Test
  void moneyGivenBack_isDueAgain() {
    service.client.expect(201, scan(0, 2000));
    service.client.refused(400, "invalid_parameter", scan(1, -2001).key("more"));

    Answer refused = service.client.refused(422, "not_admissible", scan(1, -2000).key("back"));

    assertEquals(2000L, refused.at("due"));
    assertEquals(0L, taken());
  }

  @Test
  void order_paysOnce_andComesInTogether() {
    Call together =
        event.checkIn(1, event.order(1), "adult=2").query("collected=2000").key(key).by(desk);

    Answer in = service.client.expect(201, together);

    assertEquals(2, in.rows("checkins").size());
    assertEquals(in.text(), service.client.expect(201, together).text());
    assertEquals(2000L, taken());
  }

  @Test
  void party_paysByTheCodeOfATicket() {
    Call ofTicket =
        Call.post(event.list(1) + "/orders/" + event.order(1).ticket(1).qr() + "/checkins")
            .form("adult=1")
            .key(key)
            .by(desk);
    service.client.refused(404, "not_found", ofTicket.query("collected=2000"));
    assertEquals(0L, taken());

    service.client.expect(201, ofTicket.query("collected=2000&party=true"));

    assertEquals(2000L, taken());
  }

  @Test
  void withdrawnScan_leavesThePayment() {
    String at = "2026-09-14T17:01:00Z";
    Call told = scan(0, 2000).query("online=false&scanned_at=" + at);
    service.client.expect(201, told);
    Map<String, Object> scan =
        Map.of(
            "ticket_qr_token",
            event.order(1).ticket(0).qr(),
            "idempotency_key",
            key,
            "scanned_at",
            at,
            "withdrawn",
            true);

    service.client.expect(
        200,
        Call.post(event.list(1) + "/checkins")
            .body("application/json", Json.write(Map.of("scans", List.of(scan))))
            .by(desk));

    service.client.refused(409, "withdrawn", told);
    assertEquals(2000L, taken());
  }

  @Test
  void onlyWhoMayTakeMoney_collects() {
    Call scan = event.checkIn(1, event.order(1).ticket(0)).query("collected=1").key(key);
    String scanner = service.token(event.account(), "--role", "scanner");
    service.client.refused(403, "forbidden", scan.by(scanner));
    Map<String, Object> line = new HashMap<>(event.lines().getFirst());
    line.put("desk", Map.of());
    service.cli.load(List.of(line));

    service.client.refused(403, "desk_not_allowed", scan.by(desk));

    assertEquals(0L, taken());
    service.client.refused(422, "not_admissible", scan.by(service.door));
    assertEquals(1L, taken());
  }

  @Test
  void wrongRequests_takeNothing() {
    for (Object wrong : List.of(0, "1.5", "%2B1", "01", "-0", 100_000_001, -100_000_001, "x", "")) {
      service.client.refused(400, "invalid_parameter", scan(0, wrong));
    }
    Answer keyless =
        service.client.refused(
            400,
            "invalid_parameter",
            event.checkIn(1, event.order(1).ticket(0)).query("collected=2000").by(desk));
    assertEquals("collected", keyless.at("errors", 0, "parameter"));
    String exit = event.list(1) + "/tickets/" + event.order(1).ticket(0).qr() + "/exits";
    service.client.refused(
        400, "invalid_parameter", Call.post(exit).query("collected=1").key(key).by(desk));
    service.client.refused(
        404,
        "not_found",
        Call.post(event.list(1) + "/tickets/nobody/checkins")
            .query("collected=1")
            .key(key)
            .by(desk));
    String scans =
        "{\"scans\":[{\"ticket_qr_token\":\"%s\",\"idempotency_key\":\"k\",\"collected\":1}]}"
            .formatted(event.order(1).ticket(0).qr());
    Call batch = Call.post(event.list(1) + "/checkins").body("application/json", scans).by(desk);
    assertEquals(400L, service.client.expect(200, batch).at("results", 0, "status"));
    assertEquals(0L, taken());
  }
}
