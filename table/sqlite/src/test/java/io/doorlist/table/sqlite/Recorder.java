package io.doorlist.table.sqlite;

import java.time.Duration;
import java.util.List;

/**
 * Passes the changes of a table on to the queue of the sender, as the recorder of webhooks does.
 */
final class Recorder {
  private static final int BATCH = 100;

  private Recorder() {}

  static void run(SqliteEngine engine) throws InterruptedException {
    long after = 0;
    while (true) {
      after = pass(engine, engine.changes().next(after, BATCH));
    }
  }

  /** Passes changes on, and returns the number of the last. */
  static long pass(SqliteEngine engine, List<ChangeFeed.Numbered> changes) {
    engine
        .queues()
        .send(
            TableProcess.QUEUE,
            changes.stream()
                .map(each -> new Queues.Sent(each.change().now().text("ticket"), Duration.ZERO))
                .toList());
    long last = changes.getLast().number();
    engine.changes().done(last);
    return last;
  }
}
