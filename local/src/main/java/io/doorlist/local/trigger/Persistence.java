package io.doorlist.local.trigger;

import io.doorlist.table.TableException;

/** Asks the table in this process until it can do it: a full disk may have room again. */
final class Persistence {
  private static final long PAUSE_MILLIS = 1_000;

  private Persistence() {}

  /** What the table is asked for. */
  interface Question<T> {
    T ask() throws InterruptedException;
  }

  static <T> T until(Question<T> question) throws InterruptedException {
    while (true) {
      try {
        return question.ask();
      } catch (TableException e) {
        // The table has said what is wrong. An interrupt shows here as a failure, too.
        Thread.sleep(PAUSE_MILLIS);
      }
    }
  }
}
