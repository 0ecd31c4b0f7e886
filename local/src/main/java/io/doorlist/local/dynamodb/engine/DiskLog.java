package io.doorlist.local.dynamodb.engine;

import com.almworks.sqlite4java.SQLiteConnection;
import com.almworks.sqlite4java.SQLiteException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The database's write-ahead log: syncs it to the disk once for all who wait, and copies it into
 * the database's file now and then. Thread-safe.
 *
 * <p>Implementation note. SQLite would wait for the disk in each commit, one after the other and
 * with the database's lock held. Here commits only write to the log; an answer waits until its
 * commit is on the disk, and one call does that for all commits before it.
 */
final class DiskLog implements AutoCloseable {
  /** After this many changed rows, about 30 MB, the log is copied into the file. */
  private static final long ROWS = 5_000;

  private static final int FULL = 13;
  private static final long PAUSE_MILLIS = 100;

  private final FileChannel log;
  private final Sync sync;
  private final DirectQueue queue;
  private final Path file;
  private final ReentrantLock forcing = new ReentrantLock();
  private final Thread checkpoints = Thread.ofPlatform().daemon().unstarted(this::checkpoints);
  private volatile long durable;

  private DiskLog(FileChannel log, Sync sync, Path file, DirectQueue queue) {
    this.log = log;
    this.sync = sync;
    this.file = file;
    this.queue = queue;
  }

  /** Opens the log next to the database's file; fails if there is none, or it cannot be synced. */
  static DiskLog open(Path file, DirectQueue queue, Sync sync) throws IOException {
    Path path = file.resolveSibling(file.getFileName() + "-wal");
    FileChannel opened = FileChannel.open(path, StandardOpenOption.WRITE);
    try (FileChannel directory = FileChannel.open(file.getParent(), StandardOpenOption.READ)) {
      // A new file's name is stored in its folder, which must be synced too.
      directory.force(true);
    }
    DiskLog log = new DiskLog(opened, sync, file, queue);
    log.await();
    log.checkpoints.setName("dynamodb-local-log");
    log.checkpoints.start();
    return log;
  }

  /**
   * Waits until all commits so far are on the disk.
   *
   * @throws IOException if they cannot be put there
   */
  void await() throws IOException {
    queue.check();
    long commits = queue.commits();
    if (durable >= commits) {
      return;
    }
    forcing.lock();
    try {
      if (durable < commits) {
        long all = queue.commits();
        sync.sync(log);
        durable = all;
      }
    } catch (IOException e) {
      // Nobody knows how much of the log is on the disk, and a second attempt would not tell
      // either.
      queue.fail(e);
      throw e;
    } finally {
      forcing.unlock();
    }
    queue.check();
  }

  private void checkpoints() {
    SQLiteConnection connection = new SQLiteConnection(file.toFile());
    long done = 0;
    try {
      connection.open(false);
      connection.exec("PRAGMA synchronous = NORMAL");
      while (true) {
        Thread.sleep(PAUSE_MILLIS);
        long rows = queue.rows();
        // The first copies nearly all of it while others write, the second what they wrote
        // meanwhile; then the log starts anew.
        if (rows - done >= ROWS
            && checkpoint(connection)
            && queue.alone(() -> checkpoint(connection))) {
          done = rows;
        }
      }
    } catch (InterruptedException e) {
      connection.dispose();
    } catch (Exception e) {
      connection.dispose();
      queue.fail(e);
    }
  }

  /** Returns whether it could be done; a full disk may have room for it later. */
  static boolean checkpoint(SQLiteConnection connection) throws SQLiteException {
    try {
      connection.exec("PRAGMA wal_checkpoint(PASSIVE)");
      return true;
    } catch (SQLiteException e) {
      if (e.getErrorCode() == FULL) {
        return false;
      }
      throw e;
    }
  }

  @Override
  public void close() {
    checkpoints.interrupt();
    try {
      checkpoints.join();
      log.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      queue.fail(e);
    }
  }
}
