package io.doorlist.local.dynamodb.engine;

import com.almworks.sqlite4java.SQLiteConnection;
import com.almworks.sqlite4java.SQLiteException;
import com.almworks.sqlite4java.SQLiteJob;
import com.almworks.sqlite4java.SQLiteQueue;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Field;
import java.util.Set;
import java.util.concurrent.Callable;

/**
 * A queue of statements whose thread only opens and closes the connection; a job waits for nothing
 * but the job before it. Thread-safe.
 *
 * <p>SQLite is built here so that any thread may use a connection, if one at a time; only the Java
 * binding ties a connection to the thread that opened it. After a fault of the disk or the file the
 * connection is closed at once, so that nothing more is read or written.
 */
final class DirectQueue extends SQLiteQueue {
  private static final String CONFINEMENT = "myConfinement";

  /**
   * Failures of a statement that leave the database usable: an error in it, an interruption, a
   * temporary file that cannot be opened (there were no file descriptors left), a constraint.
   */
  private static final Set<Integer> HARMLESS = Set.of(1, 9, 14, 19);

  private final Object turn = new Object();
  private final ThreadLocal<Throwable> lastFailure = new ThreadLocal<>();
  private final Field confinement;
  private SQLiteConnection connection;
  private int changesBefore;
  private volatile long commits;
  private volatile long rows;
  private volatile Throwable failure;

  DirectQueue(File file) throws NoSuchFieldException {
    super(file);
    confinement = SQLiteConnection.class.getDeclaredField(CONFINEMENT);
    confinement.setAccessible(true);
  }

  void open() {
    start();
    SQLiteConnection opened =
        super.execute(
                new SQLiteJob<SQLiteConnection>() {
                  @Override
                  protected SQLiteConnection job(SQLiteConnection its) {
                    return its;
                  }
                })
            .complete();
    synchronized (turn) {
      connection = opened;
    }
  }

  /** {@link DiskLog} syncs the log to the disk and copies it into the file. */
  @Override
  protected void initConnection(SQLiteConnection opened) throws SQLiteException {
    if (!opened.isMemoryDatabase()) {
      opened.exec("PRAGMA synchronous = NORMAL");
      opened.exec("PRAGMA wal_autocheckpoint = 0");
      opened.exec("PRAGMA cache_size = -65536");
    }
  }

  @Override
  public <T, J extends SQLiteJob<T>> J execute(J job) {
    synchronized (turn) {
      if (connection == null) {
        job.cancel(true);
      } else {
        moveTo(Thread.currentThread());
        run(job);
      }
    }
    return job;
  }

  /** A job keeps what it throws for the caller that asks for its result. */
  private void run(SQLiteJob<?> job) {
    try {
      executeJob(job);
      Throwable error = job.getError();
      lastFailure.set(error);
      if (error instanceof SQLiteException fault
          && !HARMLESS.contains(fault.getErrorCode() & 0xff)) {
        fail(fault);
      }
      count();
    } catch (Throwable e) {
      throw new IllegalStateException("the database failed", e);
    }
  }

  private void count() throws SQLiteException {
    if (failure == null && connection.getAutoCommit()) {
      int changes = connection.getTotalChanges();
      if (changes != changesBefore) {
        rows += changes - changesBefore;
        changesBefore = changes;
        commits++;
      }
    }
  }

  long commits() {
    return commits;
  }

  long rows() {
    return rows;
  }

  /** Returns the outcome of this thread's last job, if it failed. */
  Throwable lastFailure() {
    return lastFailure.get();
  }

  <T> T alone(Callable<T> task) throws Exception {
    synchronized (turn) {
      return task.call();
    }
  }

  /** Closes the connection and says so; every later job fails. */
  void fail(Throwable cause) {
    synchronized (turn) {
      if (failure == null && connection != null) {
        failure = cause;
        System.err.println(
            "the database failed (%s): nothing is read or written any more; end this, check the disk and start again"
                .formatted(cause.getMessage()));
        moveTo(Thread.currentThread());
        connection.dispose();
      }
    }
  }

  /** Fails if the database has failed. */
  void check() throws IOException {
    if (failure != null) {
      throw new IOException("the database failed", failure);
    }
  }

  @Override
  protected void disposeConnection(SQLiteConnection closing) {
    synchronized (turn) {
      if (connection != null) {
        moveTo(Thread.currentThread());
        connection = null;
      }
      super.disposeConnection(closing);
    }
  }

  /**
   * The Java binding accepts one thread only, although SQLite itself accepts any, one at a time.
   */
  private void moveTo(Thread thread) {
    try {
      confinement.set(connection, thread);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
