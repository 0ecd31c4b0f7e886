package io.doorlist.local.function;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThrottledLogTest {
  private static final String BUSY = "{\"level\":\"ERROR\",\"code\":\"unavailable\",\"n\":%s}";
  private static final String OTHER = "{\"level\":\"ERROR\",\"code\":\"internal\"}";

  /** Under load the terminal of a laptop was full of the same error. */
  @Test
  void linesOfABusyTable_areShownOnceInAWhile() {
    Instant[] now = {Instant.parse("2026-01-01T20:00:00Z")};
    List<String> shown = new ArrayList<>();
    ThrottledLog lines = new ThrottledLog(() -> now[0], shown::add);

    for (int i = 0; i < 5; i++) {
      lines.add(BUSY.formatted(i));
    }
    lines.add(OTHER);
    lines.add(OTHER);
    now[0] = now[0].plusSeconds(10);
    lines.add(BUSY.formatted(5));

    assertEquals(
        List.of(
            BUSY.formatted(0),
            OTHER,
            OTHER,
            "4 more answers were late, as the table was busy",
            BUSY.formatted(5)),
        shown);
  }

  /** An evening's webhooks filled the terminal: 9,405 attempts, each with a line. */
  @Test
  void linesForTheLogOfAStack_areNotShown() {
    List<String> shown = new ArrayList<>();
    ThrottledLog lines = new ThrottledLog(() -> Instant.EPOCH, shown::add);

    lines.add("{\"level\":\"INFO\",\"code\":\"delivery_tried\",\"answer\":\"204\"}");
    lines.add("{\"_aws\":{},\"CheckIns\":1}");
    lines.add(OTHER);

    assertEquals(List.of(OTHER), shown);
  }
}
