package io.doorlist.acceptance.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@code deleteCheckin} and {@code listUndone}. */
class UndoTest extends ContractTest {
  @Test
  void undoneCheckin_isGoneAtOnce_andStaysOnRecord() {
    Event event = service.eventWithOneList(Order.of(1, "adult"));
    String phone = service.tokens.create(event.account(), "--role", "scanner", "--name", "Gate 1");
    String desk = service.tokens.create(event.account(), "--role", "desk", "--name", "Desk");
    Call scan = event.checkIn(1, event.order(1).ticket(0)).by(phone);
    Answer first = service.client.expect(201, scan.key("k1"));
    Call undo = Call.of("DELETE", event.list(1) + "/checkins/" + first.at("id"));

    assertEquals("", service.client.expect(204, undo.by(desk)).text());

    service.client.refused(404, "not_found", undo.by(desk));
    assertEquals(0L, count(event, phone));
    Answer undone = get(event.list(1) + "/undone", desk);
    Map<String, Object> row = undone.rows("undone").getFirst();
    assertEquals(first.at("id"), row.get("id"));
    assertEquals("Gate 1", row.get("scanned_by"));
    assertEquals("Desk", row.get("undone_by"));
    assertEquals(1L, undone.at("meta", "pagination", "count"));
    assertEquals(first.text(), service.client.expect(201, scan.key("k1")).text());
    Answer again = service.client.expect(201, scan.key("k2"));
    assertNotEquals(first.at("id"), again.at("id"));
    assertEquals(1L, count(event, phone));
  }

  @Test
  void scanner_undoesItsOwnCheckins_andNobodyElses() {
    Event event = service.eventWithOneList(Order.of(1, "adult"));
    String one = service.tokens.create(event.account(), "--role", "scanner");
    String other = service.tokens.create(event.account(), "--role", "scanner");
    Object id =
        service.client.expect(201, event.checkIn(1, event.order(1).ticket(0)).by(one)).at("id");
    Call undo = Call.of("DELETE", event.list(1) + "/checkins/" + id);

    service.client.refused(403, "undo_not_allowed", undo.by(other));
    service.client.expect(204, undo.by(one));
    service.client.refused(403, "forbidden", Call.get(event.list(1) + "/undone").by(one));
  }

  @Test
  void wrongRequests_areRefused() {
    Event event = service.untouched();

    for (String id : List.of("0", "x", "9007199254740992")) {
      Call undo = Call.of("DELETE", event.list(1) + "/checkins/" + id).by(service.door);
      service.client.refused(400, "invalid_parameter", undo);
    }
    Call elsewhere = Call.of("DELETE", event.list(99) + "/checkins/64").by(service.door);
    service.client.refused(404, "not_found", elsewhere);
    Call page = Call.get(event.list(1) + "/undone?page=0").by(service.door);
    service.client.refused(400, "invalid_parameter", page);
    service.client.refused(404, "not_found", Call.get(event.list(99) + "/undone").by(service.door));
  }

  private Object count(Event event, String token) {
    return get(event.list(1), token).at("checked_in_count");
  }
}
