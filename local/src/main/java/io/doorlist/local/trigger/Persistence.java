package io.doorlist.local.trigger;

import io.doorlist.table.TableException;

/**
 * Repeats a call to the table in this process until it succeeds, because a full disk may have room
 * again later.
 */
final class Persistence {
  private static final long PAUSE_MILLIS = 1_000;

  private Persistence() {}

  /** A call to the table. */
  interface Question<T> {
    T ask() throws InterruptedException;
  }

  static <T> T until(Question<T> question) throws InterruptedException {
    while (true) {
      try {
        return question.ask();
      } catch (TableException e) {
        // The table has already reported what is wrong. An interrupt also arrives here as a
        // failure, and then ends the sleep.
        Thread.sleep(PAUSE_MILLIS);
      }
    }
  }
}
