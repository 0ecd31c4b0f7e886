package io.doorlist.table.sqlite;

import io.doorlist.table.FaultException;
import io.doorlist.table.NoAnswerException;
import io.doorlist.table.TableException;
import io.doorlist.table.ThrottledException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The one thread that writes. It takes all waiting requests, then decides and writes one after the
 * other. It commits them together, with one sync of the disk, and then answers them all.
 * Thread-safe.
 *
 * <p>If a commit fails for another reason than a full or locked database, the writer stops writing.
 * It is then unknown what is on the disk, and a second sync would not show it.
 */
final class Writer {
  private static final int MOST = 256;

  private final Session session;
  private final DataFolder folder;
  private final SqliteSettings settings;
  private final Runnable begins;
  private final Checkpoints checkpoints;
  private final BlockingQueue<Request<?>> waiting = new LinkedBlockingQueue<>();
  private final Thread thread =
      Thread.ofPlatform().daemon().name("table-writer").unstarted(this::run);
  private volatile SQLException failure;
  private volatile boolean closed;

  /** Only the writer's thread changes it. */
  private volatile int commits;

  /**
   * Whether rows may have been deleted. If the process before was killed, this is unknown, so it is
   * assumed. Only the writer's thread changes it.
   */
  private boolean deleted;

  /** Decides about a request from what is stored. A {@link TableException} refuses the request. */
  interface Work<T> {
    Decision<T> decide(Session session) throws SQLException;
  }

  private static final class Request<T> {
    private final Work<T> work;
    private final CompletableFuture<T> answer = new CompletableFuture<>();

    /** Whether the request has begun, or was given up before it began. */
    private final AtomicBoolean taken = new AtomicBoolean();

    private Decision<T> decision;
    private RuntimeException refusal;

    Request(Work<T> work) {
      this.work = work;
    }

    private void decide(Session session) throws SQLException {
      try {
        decision = work.decide(session);
      } catch (RuntimeException e) {
        // Nothing of this request is written, so the others go on.
        refusal = e;
      }
    }

    private void write(Session session) throws SQLException {
      if (decision != null) {
        for (Decision.Statement each : decision.statements()) {
          session.run(each.sql(), each.values());
        }
      }
    }

    private boolean deletes() {
      return decision != null
          && decision.statements().stream().anyMatch(each -> each.sql().startsWith("DELETE"));
    }

    private int rows() {
      return decision == null ? 0 : decision.statements().size();
    }

    private void committed() {
      if (decision != null) {
        decision.committed().run();
      }
    }

    private void answer() {
      if (refusal == null) {
        answer.complete(decision.answer());
      } else {
        answer.completeExceptionally(refusal);
      }
    }
  }

  /** A request with this work only wakes the writer. One with {@link #END} ends it. */
  private static final Work<Void> WAKE = session -> Decision.of(null);

  private static final Work<Void> END = session -> Decision.of(null);

  /**
   * Creates the writer of a database. It begins to work with {@link #start}.
   *
   * @param begins runs before the first request of each commit
   */
  Writer(Database database, DataFolder folder, SqliteSettings settings, Runnable begins)
      throws SQLException {
    this.folder = folder;
    this.settings = settings;
    this.begins = begins;
    session = database.writer();
    deleted = database.wasKilled();
    checkpoints =
        new Checkpoints(
            database.writer(), settings, () -> waiting.add(new Request<>(WAKE)), this::endWriting);
  }

  void start() {
    thread.start();
    checkpoints.start();
  }

  /**
   * Writes what a request decides, and returns its answer once that is on the disk.
   *
   * @throws NoAnswerException if it takes too long. If the request has not begun by then, it does
   *     not happen
   * @throws ThrottledException if there is no room, or another program has the database; nothing is
   *     written
   * @throws FaultException if the database has failed, and it is unknown what is written
   */
  <T> T write(Work<T> work) {
    Request<T> request = new Request<>(work);
    waiting.add(request);
    if (closed) {
      // The request may have come after the end of the thread, which then never takes it.
      giveUp(request);
    }
    try {
      return request.answer.get(settings.patience().toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      giveUp(request);
      throw new NoAnswerException("the table does not answer", e);
    } catch (InterruptedException e) {
      giveUp(request);
      Thread.currentThread().interrupt();
      throw new NoAnswerException("the request was interrupted", e);
    } catch (ExecutionException e) {
      throw (RuntimeException) e.getCause();
    }
  }

  int waiting() {
    return waiting.size();
  }

  int commits() {
    return commits;
  }

  private void giveUp(Request<?> request) {
    if (request.taken.compareAndSet(false, true)) {
      waiting.remove(request);
      request.answer.completeExceptionally(
          new NoAnswerException(
              closed ? "the table is closed" : "the table does not answer", null));
    }
  }

  private void run() {
    List<Request<?>> taken = new ArrayList<>();
    boolean ended = false;
    while (!ended) {
      try {
        taken.add(waiting.take());
        waiting.drainTo(taken, MOST - 1);
      } catch (InterruptedException e) {
        // An interrupt does not end the writer, so that all who wait get an answer.
        continue;
      }
      ended = taken.removeIf(each -> each.work == END);
      taken.removeIf(each -> each.work == WAKE || !each.taken.compareAndSet(false, true));
      if (!taken.isEmpty()) {
        execute(taken);
        taken.clear();
      }
      checkpoints.finish(session);
    }
  }

  private void execute(List<Request<?>> requests) {
    try {
      requireWritable();
      begins.run();
      session.run("BEGIN IMMEDIATE");
      int rows = 0;
      for (Request<?> each : requests) {
        each.decide(session);
        each.write(session);
        deleted |= each.deletes();
        rows += each.rows();
      }
      session.run("COMMIT");
      commits++;
      requests.forEach(Request::committed);
      requests.forEach(Request::answer);
      checkpoints.written(rows);
    } catch (SQLException e) {
      refuse(requests, failed(e));
    } catch (TableException e) {
      refuse(requests, e);
    } catch (RuntimeException | Error e) {
      rollBack();
      refuse(requests, new FaultException("the table failed", e));
    }
  }

  private static void refuse(List<Request<?>> requests, TableException why) {
    requests.forEach(each -> each.answer.completeExceptionally(why));
  }

  boolean isWritable() {
    try {
      requireWritable();
      return true;
    } catch (TableException e) {
      return false;
    }
  }

  private void requireWritable() {
    if (failure != null) {
      throw new FaultException("the database has failed, and nothing is written", failure);
    }
    try {
      if (folder.isFull()) {
        throw full(null);
      }
    } catch (IOException e) {
      throw new FaultException("cannot find out how much room the disk has left", e);
    }
  }

  private static ThrottledException full(Throwable cause) {
    return new ThrottledException("the disk is nearly full", cause);
  }

  private TableException failed(SQLException e) {
    rollBack();
    return switch (FailureKind.of(e)) {
      case FULL -> full(e);
      case BUSY -> new ThrottledException("another program has the database", e);
      case UNSURE -> new FaultException("the disk is nearly full", e);
      case BROKEN -> {
        endWriting(e);
        yield new FaultException("the database failed", e);
      }
    };
  }

  /** Stops all writing. Any thread may call it. */
  private void endWriting(SQLException e) {
    failure = e;
    settings
        .said()
        .accept(
            "the database in %s failed (%s): nothing is written any more; end this, check the disk and start again"
                .formatted(folder.path(), e.getMessage()));
  }

  private void rollBack() {
    session.forget();
    try {
      session.set("ROLLBACK");
    } catch (SQLException e) {
      // SQLite has rolled back by itself.
    }
  }

  /**
   * Ends the thread once everything that waits is written.
   *
   * @return whether the thread has ended; false if the disk hangs, so that the thread may still
   *     write
   */
  boolean close() {
    closed = true;
    waiting.add(new Request<>(END));
    try {
      // No caller waits longer than this.
      if (!thread.join(settings.patience()) || !checkpoints.stop(settings.patience())) {
        settings
            .said()
            .accept(
                "the disk of %s does not answer: the folder is free when this process has ended"
                    .formatted(folder.path()));
        return false;
      }
      if (failure == null) {
        leaveNothingDeleted();
        session.ask("PRAGMA wal_checkpoint(TRUNCATE)");
      }
      session.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (SQLException e) {
      // Acknowledged writes are in the log, which stays.
      settings
          .said()
          .accept(
              "the database in %s was not closed properly, but nothing is lost: %s"
                  .formatted(folder.path(), e.getMessage()));
    }
    return true;
  }

  /**
   * Writes the file anew if rows were deleted. SQLite overwrites a deleted row, but not the copies
   * that are left where the row was before its page was divided.
   */
  private void leaveNothingDeleted() {
    if (!deleted) {
      return;
    }
    try {
      session.set("VACUUM");
    } catch (SQLException e) {
      settings
          .said()
          .accept(
              "the database in %s may still have traces of what was deleted: %s"
                  .formatted(folder.path(), e.getMessage()));
    }
  }
}
