package io.doorlist.local;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class IdleMemoryTest {
  private static final long MB = 1 << 20;

  private final IdleMemory.Watch watch = new IdleMemory.Watch();

  private boolean isTime(long processorMillis, long used) {
    return watch.isTime(Duration.ofMillis(processorMillis), used);
  }

  @Test
  void memory_isGivenBack_onceTheHostHasLittleToDo() {
    assertFalse(isTime(2_000, 300 * MB), "nothing is known yet");
    assertFalse(isTime(2_500, 300 * MB), "busy for half a second");
    assertTrue(isTime(2_999, 300 * MB));
    watch.collected(40 * MB);
    assertFalse(isTime(3_000, 103 * MB), "not worth a pause");
    assertTrue(isTime(3_001, 104 * MB));
  }
}
