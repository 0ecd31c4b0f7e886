package io.doorlist.checkinlists;

import static io.doorlist.testing.Gateway.assertAnswer;
import static io.doorlist.testing.Gateway.assertProblem;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.doorlist.testing.Gateway.Answer;
import io.doorlist.testing.Gateway.Input;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@code createExit} and what goes with it, as HTTP requests. */
class PassagesTest extends FunctionFixture {
  @Test
  void createExit_recordsWhoLeaves_andListPassagesShowsIt() throws Exception {
    call("check-in-ticket");

    Answer out = call(recorded("create-exit").identity("name", "Gate 1"));

    Object id = out.at("passage", "id");
    assertAnswer(
        201,
        """
        {"passage": {"id": %s, "type": "exit", "created_at": "2026-09-14T17:03:20.904Z",
                     "scanned_at": "2026-09-14T17:01:00.000Z", "scanned_by": "Gate 1"},
         "was_inside": true, "minutes_inside": 0, "reference": "K7QX2-1", "name": "Ada Example",
         "ticket_type": "Adult"}
        """
            .formatted(id),
        out);
    assertEquals(out.body(), call(recorded("create-exit").identity("name", "Gate 1")).body());
    assertAnswer(
        200,
        """
        {"passages": [
           {"id": %s, "type": "exit", "created_at": "2026-09-14T17:03:20.904Z",
            "scanned_at": "2026-09-14T17:01:00.000Z", "scanned_by": "Gate 1",
            "ticket": {"id": 9001, "reference": "K7QX2-1"}, "online": false,
            "door_time": "2026-09-14T17:01:00.000Z", "unexplained": false, "undone": false}],
         "meta": {"lookup_mode": "live",
                  "pagination": {"page": 1, "items": 50, "pages": 1, "count": 1}}}
        """
            .formatted(id),
        call("list-passages"));
  }

  @Test
  void listAreas_saysWhoIsInside_and304WhileNothingChanges() throws Exception {
    call("check-in-ticket");

    Answer areas = call("list-areas");

    assertEquals(200, areas.status());
    assertEquals(1L, first(areas, "inside"));
    assertEquals(1L, first(areas, "entries"));
    assertEquals("2026-09-14T17:01:00Z", first(areas, "peak_at"));
    assertEquals("UTC", areas.at("time_zone"));
    assertNull(first(areas, "empties_at"));
    call("create-exit");
    assertEquals(0L, first(call("list-areas"), "inside"));
  }

  @Test
  void deviceTime_mustBeATime() throws Exception {
    Input exit =
        recorded("create-exit").with(List.of("soon"), "multiValueHeaders", "X-Device-Time");

    assertProblem(400, "invalid_parameter", call(exit));
  }

  private static Object first(Answer areas, String member) throws Exception {
    return ((Map<?, ?>) ((List<?>) areas.at("areas")).getFirst()).get(member);
  }
}
