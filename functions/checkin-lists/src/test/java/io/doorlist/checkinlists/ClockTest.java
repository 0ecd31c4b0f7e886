package io.doorlist.checkinlists;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.testing.Gateway.Input;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Sets a clock back or forward while a door is open. */
class ClockTest extends FunctionFixture {
  private static final String FIRST = "t-K7QX2-1";
  private static final String SECOND = "t-K7QX2-2";

  @Test
  void newestFirst_isTheOrderOfArrival_notOfTheClock() throws Exception {
    call(scan(FIRST, null));
    moveClock(Duration.ofHours(-1));
    call(scan(SECOND, null));
    moveClock(Duration.ofHours(2));

    List<?> rows = (List<?>) call("list-checkins").at("checkins");

    assertEquals(List.of("K7QX2-2", "K7QX2-1"), rows.stream().map(ClockTest::reference).toList());
  }

  /** A first check-in of the future is "0 seconds ago", never a negative number. */
  @Test
  void secondsSince_isNeverNegative() throws Exception {
    call(scan(FIRST, null));

    moveClock(Duration.ofHours(-1));

    assertEquals(0L, call(scan(FIRST, null)).at("seconds_since"));
  }

  @Test
  void aTag_staysTrue() throws Exception {
    call(scan(FIRST, null));
    String tag = call("list-checkins").headers().get("ETag");

    moveClock(Duration.ofHours(-1));

    assertEquals(304, call(poll(tag)).status());
    call(scan(SECOND, null));
    assertEquals(200, call(poll(tag)).status());
  }

  private static Input scan(String code, String key) throws IOException {
    return recorded("check-in-ticket")
        .with(code, "pathParameters", "ticket_qr_token")
        .with(key == null ? null : List.of(key), "multiValueHeaders", "Idempotency-Key");
  }

  private static Input poll(String tag) throws IOException {
    return recorded("list-checkins").with(List.of(tag), "multiValueHeaders", "If-None-Match");
  }

  private static String reference(Object row) {
    return (String) ((Map<?, ?>) ((Map<?, ?>) row).get("ticket")).get("reference");
  }
}
