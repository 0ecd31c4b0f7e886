package io.doorlist.checkinlists;

import static io.doorlist.testing.Gateway.assertAnswer;
import static io.doorlist.testing.Gateway.assertProblem;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.testing.Gateway.Answer;
import io.doorlist.testing.Gateway.Input;
import org.junit.jupiter.api.Test;

/** {@code deleteCheckin} and {@code listUndone} as HTTP requests. */
class UndoTest extends FunctionFixture {
  @Test
  void deleteCheckin_undoesIt_onceAndOnRecord() throws Exception {
    Object id = call(recorded("check-in-ticket").identity("name", "Gate 1")).at("id");
    Input undo = undo(id).identity("name", "Desk");

    Answer undone = call(undo);

    assertEquals(204, undone.status());
    assertEquals("", undone.body());
    assertProblem(404, "not_found", call(undo));
    assertEquals(0L, call("list-checkins").at("meta", "pagination", "count"));
    assertAnswer(
        200,
        """
        {"undone": [
           {"id": %s, "ticket": {"id": 9001, "reference": "K7QX2-1", "name": "Ada Example"},
            "created_at": "2026-09-14T17:03:20.904Z", "qr_code_scanned": true, "online": false,
            "scanned_at": "2026-09-14T17:01:00.000Z", "scanned_by": "Gate 1",
            "undone_at": "2026-09-14T17:03:20.904Z", "undone_by": "Desk"}],
         "meta": {"lookup_mode": "live",
                  "pagination": {"page": 1, "items": 50, "pages": 1, "count": 1}}}
        """
            .formatted(id),
        call("list-undone"));
  }

  @Test
  void deleteCheckin_isForItsOwnToken_whereTheRoleIsScanner() throws Exception {
    Object id = call("check-in-ticket").at("id");
    Input scanner = undo(id).identity("role", "scanner");

    assertProblem(403, "undo_not_allowed", call(scanner.identity("token_id", "another")));
    assertEquals(204, call(scanner).status());
  }

  @Test
  void deleteCheckin_refusesWhatIsNoCheckin() throws Exception {
    assertProblem(404, "not_found", call("delete-checkin"));
    assertProblem(400, "invalid_parameter", call(undo("x")));
    assertProblem(
        404,
        "not_found",
        call(recorded("delete-checkin").with("99", "pathParameters", "checkin_list_id")));
  }

  @Test
  void listUndone_isNotForScanners() throws Exception {
    assertProblem(403, "forbidden", call(recorded("list-undone").identity("role", "scanner")));
    assertEquals(200, call(recorded("list-undone").identity("role", "desk")).status());
  }

  private static Input undo(Object id) throws Exception {
    return recorded("delete-checkin").with(String.valueOf(id), "pathParameters", "id");
  }
}
