package io.doorlist.checkinlists;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.testing.Gateway.Input;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Sets a clock back and forward while a door is open. */
class ClockTest extends FunctionFixture {
  /** A first check-in of the future is "0 seconds ago", never a negative number. */
  @Test
  void door_goesOnInTheOrderOfArrival_whateverTheClockSays() throws Exception {
    call(scan("t-K7QX2-1"));
    List<Object> tag = List.of(call("list-checkins").headers().get("ETag"));
    Input poll = recorded("list-checkins").with(tag, "multiValueHeaders", "If-None-Match");

    moveClock(Duration.ofHours(-1));
    assertEquals(304, call(poll).status());
    assertEquals(0L, call(scan("t-K7QX2-1")).at("seconds_since"));
    call(scan("t-K7QX2-2"));
    assertEquals(200, call(poll).status());

    moveClock(Duration.ofHours(2));
    List<?> rows = (List<?>) call("list-checkins").at("checkins");
    assertEquals(
        List.of("K7QX2-2", "K7QX2-1"),
        rows.stream()
            .map(row -> ((Map<?, ?>) ((Map<?, ?>) row).get("ticket")).get("reference"))
            .toList());
  }

  private static Input scan(String code) throws IOException {
    return recorded("check-in-ticket")
        .with(code, "pathParameters", "ticket_qr_token")
        .with(null, "multiValueHeaders", "Idempotency-Key");
  }
}
