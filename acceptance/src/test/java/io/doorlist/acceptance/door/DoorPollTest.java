package io.doorlist.acceptance.door;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Polls of {@code getDoorCopy} and {@code getPulse} while nothing happens. */
class DoorPollTest extends ContractTest {
  private static final int TRIES = 3;

  @ParameterizedTest
  @ValueSource(strings = {"/checkin_lists/1/door", "/pulse"})
  void poll_isNotModified_whileNothingHappens(String path) {
    Event event = service.eventWithOneList(Order.of(1, "adult"));
    service.client.expect(201, event.checkIn(1, event.order(1).ticket(0)).by(service.door));
    Call call = Call.get(event.path() + path).by(service.door);

    // A new minute makes another pulse.
    Answer again = null;
    for (int i = 0; i < TRIES && (again == null || again.status() != 304); i++) {
      String tag = service.client.expect(200, call).header("ETag").orElseThrow();
      again = service.client.send(call.header("If-None-Match", tag));
    }

    assertEquals(304, again.status(), again::toString);
  }

  @Test
  void pulse_isRefused_forNoMinutesOrTooMany_orHalfAnEvening() {
    Event event = service.untouched();
    for (String window : List.of("minutes=0", "minutes=181", "minutes=x", "evening=1")) {
      Call call = Call.get(event.path() + "/pulse?" + window).by(service.door);
      service.client.refused(400, "invalid_parameter", call);
    }
  }
}
