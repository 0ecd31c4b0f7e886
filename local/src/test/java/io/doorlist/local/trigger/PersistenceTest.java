package io.doorlist.local.trigger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.doorlist.table.ThrottledException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PersistenceTest {
  private final AtomicInteger asked = new AtomicInteger();

  /** A disk that is full refuses to forget what is done, and may have room again. */
  @Test
  void until_triesAgain_whileTheTableRefuses() throws Exception {
    assertEquals(
        "done",
        Persistence.until(
            () -> {
              if (asked.incrementAndGet() == 1) {
                throw new ThrottledException("the disk is nearly full", null);
              }
              return "done";
            }));
    assertEquals(2, asked.get());
  }

  @Test
  void until_ends_whenTheHostIsInterrupted() {
    assertThrows(
        InterruptedException.class,
        () ->
            Persistence.until(
                () -> {
                  asked.incrementAndGet();
                  Thread.currentThread().interrupt();
                  throw new ThrottledException("the disk is nearly full", null);
                }));
    assertEquals(1, asked.get());
  }
}
