package io.doorlist.exactness.storm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** GOODPUT; {@code exactness/run storm} has more seeds, {@code planted} what breaks it. */
class StormTest {
  @Test
  void briefStorms_keepTheRule() {
    assertEquals(List.of(), Goodput.run(0, false).violations());
  }
}
