package io.doorlist.table.sqlite;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/**
 * Copies the log into the database's file when it is long. A thread of its own copies nearly all of
 * it while others write; then the writer copies what came meanwhile, and begins the log anew.
 */
final class Checkpoints {
  /** So long the writer waits for those who read an old state. */
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
   * @param session for the thread, which closes it
   * @param wake has the writer call {@link #finish}
   * @param failed is told if the disk fails
   */
  Checkpoints(
      Session session, SqliteSettings settings, Runnable wake, Consumer<SQLException> failed) {
    this.session = session;
    // A row changes a page or more.
    this.most = settings.logBytes() / DatabaseFile.PAGE_BYTES;
    this.wake = wake;
    this.failed = failed;
  }

  void start() {
    thread.start();
  }

  /** Counts rows of a commit; the writer says so. */
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

  /** Copies the rest, if there is one; the writer does, between two commits. */
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

  /** Copies what it can: the rest stays in the log, and what is acknowledged there is safe. */
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
