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
import org.junit.jupiter.api.Test;

/** {@code createCheckins}, {@code listDoubleAdmissions} and {@code getAdmission}. */
class DoubleAdmissionsTest extends ContractTest {
  @Test
  void twoPhonesOffline_areOneCheckinAndOneDoubleAdmission_howeverOftenTheyUpload() {
    Event event = service.eventWithOneList(Order.of(1, "adult"));
    String one = service.tokens.create(event.account(), "--role", "scanner", "--name", "Gate 1");
    String two = service.tokens.create(event.account(), "--role", "scanner", "--name", "Gate 2");
    String code = event.order(1).ticket(0).qr();
    for (int times = 0; times < 2; times++) {
      assertEquals(201, upload(event, one, code, "k1").get("status"));
      Map<String, Object> again = upload(event, two, code, "k2");
      assertEquals(409, again.get("status"));
      assertEquals(true, Json.at(again, "problem", "recorded"));
    }

    Answer list = get(event.list(1) + "/double_admissions", service.door);
    Map<String, Object> only = list.rows("double_admissions").getFirst();

    assertEquals(1L, list.at("meta", "pagination", "count"));
    assertEquals("Gate 2", only.get("scanned_by"));
    assertEquals(event.order(1).ticket(0).id(), ((Number) only.get("ticket_id")).longValue());
    assertEquals("Adult", only.get("ticket_type"));
    assertEquals("already_checked_in", only.get("reason"));
    assertEquals("Gate 1", Json.at(only, "checkin", "scanned_by"));
    service.client.refused(
        403, "forbidden", Call.get(event.list(1) + "/double_admissions").by(one));
  }

  @Test
  void look_saysWhatAScanWouldBeAnswered() {
    Event event = service.eventWithOneList(Order.of(1, "adult"));
    Call look = Call.get(event.list(1) + "/tickets/" + event.order(1).ticket(0).qr());

    assertEquals("admissible", service.client.expect(200, look.by(service.door)).at("verdict"));
    assertEquals(0L, get(event.list(1), service.door).at("checked_in_count"));
    service.client.expect(201, event.checkIn(1, event.order(1).ticket(0)).by(service.door));
    Answer in = service.client.expect(200, look.by(service.door));

    assertEquals("already_checked_in", in.at("verdict"));
    assertEquals("R1-1", in.at("checkin", "ticket", "reference"));
    service.client.refused(
        404, "not_found", Call.get(event.list(1) + "/tickets/nobody").by(service.door));
  }

  @Test
  void batches_areRefusedAsAWhole_whereTheyAreNoBatches() {
    Event event = service.untouched();
    Call post = Call.post(event.list(1) + "/checkins").by(service.door);

    service.client.refused(400, "invalid_parameter", post.body("application/json", "{}"));
    service.client.refused(415, "unsupported_media_type", post.form("scans=1"));
    service.client.refused(
        413, "body_too_large", post.body("application/json", " ".repeat(65_537)));
  }

  private Map<String, Object> upload(Event event, String token, String code, String key) {
    String scan =
        Json.write(
            Map.of(
                "scans",
                List.of(
                    Map.of(
                        "ticket_qr_token",
                        code,
                        "scanned_at",
                        "2026-09-14T17:01:00Z",
                        "idempotency_key",
                        key))));
    Call call = Call.post(event.list(1) + "/checkins").body("application/json", scan).by(token);
    return service.client.expect(200, call).rows("results").getFirst();
  }
}
