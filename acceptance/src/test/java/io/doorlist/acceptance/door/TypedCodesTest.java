package io.doorlist.acceptance.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import org.junit.jupiter.api.Test;

/** Issue 70: what staff type, and the references that only a desk may type. */
class TypedCodesTest extends ContractTest {
  private static final String TYPED = "?qr_code_scanned=false";

  @Test
  void typedCode_countsByItsMeaning_andAScannedOneByItsLetters() {
    Event event = service.eventWithOneList(Order.of(1, "adult"));
    String scanner = service.token(event.account(), "--role", "scanner");
    String ticket = event.list(1) + "/tickets/%22t%E2%80%93R1-1%22";

    service.client.refused(404, "not_found", Call.get(ticket).by(scanner));
    service.client.refused(404, "not_found", Call.post(ticket + "/checkins").by(scanner));
    Answer look = service.client.expect(200, Call.get(ticket + TYPED).by(scanner));
    Answer in = service.client.expect(201, Call.post(ticket + "/checkins" + TYPED).by(scanner));

    assertEquals("R1-1", look.at("ticket", "reference"));
    assertNull(look.at("by"));
    assertEquals("R1-1", in.at("ticket", "reference"));
  }

  @Test
  void reference_opensTheLookOfADesk_andLetsNobodyIn() {
    Event event = service.eventWithOneList(Order.of(1, "adult"), Order.of(2, "adult", "adult"));
    String scanner = service.token(event.account(), "--role", "scanner");
    String desk = service.token(event.account(), "--role", "desk");
    String ticket = event.list(1) + "/tickets/r2-2";

    service.client.refused(404, "not_found", Call.get(ticket + TYPED).by(scanner));
    service.client.refused(404, "not_found", Call.get(ticket).by(desk));
    service.client.refused(404, "not_found", Call.post(ticket + "/checkins" + TYPED).by(desk));
    service.client.refused(404, "not_found", Call.post(ticket + "/exits" + TYPED).by(desk));
    service.client.refused(
        404, "not_found", Call.get(event.list(1) + "/tickets/R2" + TYPED).by(desk));
    Answer look = service.client.expect(200, Call.get(ticket + TYPED).by(desk));

    assertEquals("reference", look.at("by"));
    assertEquals("t-R2-2", look.at("qr_code_identifier"));
    assertEquals("R2-2", look.at("ticket", "reference"));
    assertEquals("admissible", look.at("verdict"));
  }

  @Test
  void reference_countsAsAnUnknownCode() {
    Event event = service.eventWithOneList(Order.of(1, "adult"));
    String desk = service.token(event.account(), "--role", "desk");
    Call look = Call.get(event.list(1) + "/tickets/R1-1" + TYPED).by(desk);
    for (int i = 0; i < 30; i++) {
      service.client.send(look);
    }

    // A minute may have ended meanwhile, but not two.
    for (int i = 0; i < 30; i++) {
      if (service.client.send(look).status() == 429) {
        return;
      }
    }
    service.client.refused(429, "too_many_requests", look);
  }
}
