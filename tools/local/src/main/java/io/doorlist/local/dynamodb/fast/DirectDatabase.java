package io.doorlist.local.dynamodb.fast;

import com.almworks.sqlite4java.SQLiteConnection;
import com.almworks.sqlite4java.SQLiteJob;
import com.almworks.sqlite4java.SQLiteQueue;
import com.amazonaws.services.dynamodbv2.local.shared.access.sqlite.SQLiteDBAccess;
import java.io.File;
import java.lang.reflect.Field;
import java.lang.reflect.Method;

/**
 * DynamoDB Local's database, each statement run by the thread that wants it, one at a time. By
 * itself DynamoDB Local hands each statement to a thread of the database and waits for its result:
 * two changes of thread a statement, most of them while it holds the table's lock. Thread-safe.
 */
final class DirectDatabase extends SQLiteDBAccess {
  private static final String INITIALIZE = "initializeMetadataTables";
  private static final String CONFINEMENT = "myConfinement";

  /**
   * Opens it.
   *
   * @param file where its data is, or {@code null} for memory
   */
  DirectDatabase(File file) {
    super(file);
    try {
      // It has begun with a queue of its own, and cannot be given another one sooner.
      queue.stop(true).join();
      queue = new DirectQueue(file).open();
      Method initialize = SQLiteDBAccess.class.getDeclaredMethod(INITIALIZE);
      initialize.setAccessible(true);
      initialize.invoke(this);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this is not the DynamoDB Local that we know", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** A queue whose thread opens and closes only; a job waits for no more than the one before. */
  private static final class DirectQueue extends SQLiteQueue {
    private final Object turn = new Object();
    private final Field confinement;
    private SQLiteConnection connection;

    DirectQueue(File file) throws NoSuchFieldException {
      super(file);
      confinement = SQLiteConnection.class.getDeclaredField(CONFINEMENT);
      confinement.setAccessible(true);
    }

    DirectQueue open() {
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
      return this;
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

    /** What a job throws, it keeps for whoever asks for its result. */
    private void run(SQLiteJob<?> job) {
      try {
        executeJob(job);
      } catch (Throwable e) {
        throw new IllegalStateException("the database failed", e);
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

    /** A connection answers one thread only, though any will do for SQLite: one at a time. */
    private void moveTo(Thread thread) {
      try {
        confinement.set(connection, thread);
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
