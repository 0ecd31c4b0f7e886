package io.doorlist.table.sqlite;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/**
 * Copies SQLite's log into the database's file when the log is long. First a separate thread copies
 * nearly all of it while writes go on. Then the writer copies the rest, and starts the log from its
 * beginning.
 */
final class Checkpoints {
  /** How long the writer waits for sessions that still read an old state. */
  private static final int PATIENCE_MILLIS = 20;

  private static final int USUAL_PATIENCE_MILLIS = 1_000;

  private final Session session;
  private final long most;
  private final Runnable wake;
  private final Consumer<SQLException> failed;
  private final Semaphore ring = new Semaphore(0);
  private final Thread thread = Thread.ofPlatform().daemon().name("table-log").unstarted(this::run);
  private long rows;
  private boolean begun;
  private volatile boolean copied;

  /**
   * Creates checkpoints.
   *
   * @param session the session of the separate thread; {@link #stop} closes it
   * @param wake makes the writer call {@link #finish}
   * @param failed is called if the disk fails
   */
  Checkpoints(
      Session session, SqliteSettings settings, Runnable wake, Consumer<SQLException> failed) {
    this.session = session;
    // Each written row changes a page or more, so after this many rows the log is long.
    this.most = settings.logBytes() / DatabaseFile.PAGE_BYTES;
    this.wake = wake;
    this.failed = failed;
  }

  void start() {
    thread.start();
  }

  /** Counts the rows of a commit. The writer calls it. */
  void written(int more) {
    rows += more;
    if (rows >= most && !begun) {
      begun = true;
      ring.release();
    }
  }

  private void run() {
    try {
      while (true) {
        ring.acquire();
        copy(session, "PASSIVE");
        copied = true;
        wake.run();
      }
    } catch (InterruptedException e) {
      // The table is closed.
    }
  }

  /**
   * Copies the rest, if the thread has copied its part. The writer calls it between two commits.
   */
  void finish(Session writer) {
    if (copied) {
      copied = false;
      begun = false;
      rows = 0;
      try {
        writer.set("PRAGMA busy_timeout = " + PATIENCE_MILLIS);
        copy(writer, "RESTART");
        writer.set("PRAGMA busy_timeout = " + USUAL_PATIENCE_MILLIS);
      } catch (SQLException e) {
        failed.accept(e);
      }
    }
  }

  /**
   * Copies as much as possible. The rest stays in the log, where acknowledged writes are safe, too.
   */
  private void copy(Session by, String mode) {
    try {
      by.ask("PRAGMA wal_checkpoint(%s)".formatted(mode));
    } catch (SQLException e) {
      if (FailureKind.of(e) == FailureKind.BROKEN) {
        failed.accept(e);
      }
    }
  }

  /** Ends the thread; returns whether it has ended in time. */
  boolean stop(Duration patience) throws SQLException, InterruptedException {
    thread.interrupt();
    boolean ended = thread.join(patience);
    if (ended) {
      session.close();
    }
    return ended;
  }
}
