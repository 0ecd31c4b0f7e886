package io.doorlist.acceptance.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Link;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Issue 36: whoever follows {@code next} misses nothing that stays, whatever leaves meanwhile. */
class WalksTest extends ContractTest {
  @Test
  void checkins_areAllSeen_whenSomeAreUndoneMeanwhile() {
    Event event = service.eventWithOneList(Order.group(1, 8, "adult"));
    service.client.expect(201, event.checkIn(1, event.order(1), "adult=8").by(service.door));
    String path = event.list(1) + "/checkins";
    List<Object> left = new ArrayList<>(ids(get(path, service.door)));
    assertEquals(8, left.size());

    Set<Object> seen = new HashSet<>();
    int page = 0;
    for (String next = path + "?items=2"; next != null; page++) {
      Answer answer = get(next, service.door);
      seen.addAll(ids(answer));
      if (page < 2) {
        Call undo = Call.of("DELETE", path + "/" + left.removeFirst());
        service.client.expect(204, undo.by(service.door));
      }
      next = Link.read(answer).get("next");
    }

    assertTrue(seen.containsAll(left), () -> left + " but seen " + seen);
  }

  private static List<Object> ids(Answer answer) {
    return answer.rows("checkins").stream().map(row -> row.get("id")).toList();
  }
}
