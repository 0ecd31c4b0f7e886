package io.doorlist.local.trigger;

import io.doorlist.local.table.StreamRecord;
import io.doorlist.table.sqlite.ChangeFeed;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Passes the changes of the table in this process to functions, as Lambda passes those of a stream.
 * A change is forgotten once everything that follows from it is on the disk. So a change that was
 * being processed when a host ended comes again.
 */
record ChangeReader(ChangeFeed changes, List<StreamBatches> readers) {
  /** The maximum number of changes that are read at a time. */
  private static final int MOST = 1_000;

  /**
   * Changes that come within this time after others are passed on together, because each batch
   * needs its own commits. If no change came for that long, the next one is passed on at once.
   */
  private static final long GATHER_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** Passes on changes until it is interrupted. */
  void run() throws InterruptedException {
    long done = 0;
    while (true) {
      long after = done;
      List<ChangeFeed.Numbered> found = Persistence.until(() -> changes.next(after, MOST));
      long begun = System.nanoTime();
      for (StreamBatches reader : readers) {
        reader.process(
            found.stream().map(each -> StreamRecord.of(each, reader.stream().source())).toList());
      }
      long last = found.getLast().number();
      Persistence.until(
          () -> {
            changes.done(last);
            return null;
          });
      done = last;
      TimeUnit.NANOSECONDS.sleep(GATHER_NANOS - (System.nanoTime() - begun));
    }
  }
}
