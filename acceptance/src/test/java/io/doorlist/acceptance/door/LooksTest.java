package io.doorlist.acceptance.door;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import org.junit.jupiter.api.Test;

/** {@code getAdmission}, and what {@code createCheckins} takes for a batch. */
class LooksTest extends ContractTest {
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
}
