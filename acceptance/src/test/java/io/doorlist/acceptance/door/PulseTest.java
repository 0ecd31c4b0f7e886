package io.doorlist.acceptance.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@code getPulse} after check-ins, an undo, a double admission and an import. */
class PulseTest extends ContractTest {
  @Test
  void pulse_countsWhatHappened_andEverybodyOnce() {
    Event event = service.freshEvent(Order.of(1, "adult", "child", "crew"), Order.of(2, "adult"));
    Order order = event.order(1);
    service.client.expect(201, event.checkIn(1, order, "adult=1&child=1").by(service.door));
    service.client.expect(201, event.checkIn(3, order.ticket(0)).by(service.door));
    Answer mistake = service.client.expect(201, event.checkIn(3, order.ticket(2)).by(service.door));
    Call undo = Call.of("DELETE", event.list(3) + "/checkins/" + mistake.at("id"));
    service.client.expect(204, undo.by(service.door));
    Map<String, Object> again =
        Map.of("ticket_qr_token", order.ticket(0).qr(), "idempotency_key", "k", "online", false);
    String upload = Json.write(Map.of("scans", List.of(again), "waiting", 57));
    service.client.expect(
        200,
        Call.post(event.list(1) + "/checkins")
            .body("application/json", upload)
            .by(service.otherDoor));
    service.client.expect(409, event.checkIn(1, order.ticket(1)).by(service.otherDoor));
    service.client.expect(422, event.checkIn(1, order.ticket(2)).by(service.otherDoor));
    Order cancelled = event.order(2).in("cancelled", "paid");
    service.cli.load(List.of(cancelled.line(event.account(), event.slug())));
    // Refusals are counted after their answers, in any order.
    Call call = Call.get(event.path() + "/pulse").by(service.door);
    service.await(() -> refused(call).size() == 2);

    Answer pulse = service.client.expect(200, call);

    assertEquals(2L, pulse.at("people_in"));
    assertEquals("Adult", pulse.at("ticket_types", "adult"));
    Map<String, Object> main = pulse.rows("lists").get(0);
    assertEquals(2L, Json.at(main, "admitted_count"));
    assertEquals(2L, Json.at(main, "checked_in_count"));
    assertEquals(1L, Json.at(main, "double_admissions"));
    assertEquals(Map.of("adult", 1, "child", 1), main.get("by_type"));
    assertEquals(Map.of("already_checked_in", 1, "wrong_list", 1), main.get("refused"));
    assertEquals(
        List.of(57, 0),
        Json.objects(main.get("phones")).stream().map(phone -> phone.get("waiting")).toList());
    List<?> minutes = (List<?>) main.get("per_minute");
    assertEquals(60, minutes.size());
    assertEquals(2, minutes.stream().mapToInt(Integer.class::cast).sum());
    Map<String, Object> everywhere = pulse.rows("lists").get(2);
    assertEquals(3L, Json.at(everywhere, "admitted_count"));
    assertEquals(1L, Json.at(everywhere, "checked_in_count"));
    assertEquals(Map.of("adult", 1), everywhere.get("by_type"));
    Answer evening = service.client.expect(200, call.query("evening=true"));
    assertTrue(evening.json().containsKey("evening_from"));
    assertFalse(pulse.json().containsKey("evening_from"));
    Map<String, Object> whole = evening.rows("lists").get(0);
    List<?> quarters = (List<?>) whole.get("per_quarter");
    assertEquals(2, quarters.stream().mapToInt(Integer.class::cast).sum());
    assertEquals(main.get("refused"), whole.get("refused"));
  }

  private Map<?, ?> refused(Call pulse) {
    return (Map<?, ?>) service.client.expect(200, pulse).rows("lists").get(0).get("refused");
  }
}
