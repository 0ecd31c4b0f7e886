package io.doorlist.table.sqlite;

import io.doorlist.table.FaultException;
import io.doorlist.table.NoAnswerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The SQLite database of a table, with one session that writes and some that read. Sessions see
 * only what is committed, and SQLite shows a commit only after it is on the disk. Thread-safe.
 */
final class Database implements AutoCloseable {
  private static final int READERS = 4;
  private static final long END_MILLIS = 1_000;

  private final Path file;
  private final SqliteSettings settings;
  private final BlockingDeque<Session> readers = new LinkedBlockingDeque<>();
  private final AtomicBoolean said = new AtomicBoolean();
  private final boolean killed;
  private volatile boolean closed;

  private Database(Path file, SqliteSettings settings) {
    this.file = file;
    this.settings = settings;
    this.killed = DatabaseFile.isLogged(file);
  }

  /**
   * Opens the database of a folder, and creates it if there is none.
   *
   * @throws FolderException if the database cannot be used, or something else is in its place
   */
  static Database open(Path folder, SqliteSettings settings) {
    Path file = DatabaseFile.prepare(folder);
    Database database = new Database(file, settings);
    try {
      // The last writes of a killed process can be visible without being on the disk yet, so this
      // forces them there.
      try (Session session = database.writer()) {
        session.ask("PRAGMA wal_checkpoint(TRUNCATE)");
      } catch (SQLException e) {
        if (FailureKind.of(e) != FailureKind.FULL) {
          throw e;
        }
      }
      for (int i = 0; i < READERS; i++) {
        Session reader = database.session(2);
        database.readers.add(reader);
        reader.set("PRAGMA query_only = 1");
      }
      return database;
    } catch (SQLException e) {
      database.close();
      throw new FolderException("cannot open the database " + file, e);
    } catch (RuntimeException e) {
      database.close();
      throw e;
    }
  }

  /** Returns whether the previous process was killed, or ended without closing the database. */
  boolean wasKilled() {
    return killed;
  }

  /** Opens a session that may write. */
  Session writer() throws SQLException {
    return session(8);
  }

  private Session session(int cacheMegabytes) throws SQLException {
    Session session = Session.open(file);
    try {
      if (!"wal".equals(session.ask("PRAGMA journal_mode = WAL"))) {
        throw new FolderException(
            "the database's log needs shared memory, which the file system of %s does not offer: choose another disk"
                .formatted(file));
      }
      session.set("PRAGMA synchronous = " + settings.synchronous());
      // On macOS, writes reach the disk only with these two settings. Elsewhere they change
      // nothing.
      session.set("PRAGMA fullfsync = 1");
      session.set("PRAGMA checkpoint_fullfsync = 1");
      // Otherwise the commit that finds the log too long would run a checkpoint, which is what
      // Checkpoints does.
      session.set("PRAGMA wal_autocheckpoint = 0");
      session.set("PRAGMA journal_size_limit = " + settings.logBytes());
      session.set("PRAGMA cache_size = " + -1024 * cacheMegabytes);
      session.set("PRAGMA cell_size_check = 1");
      session.set("PRAGMA temp_store = MEMORY");
      return session;
    } catch (SQLException | RuntimeException e) {
      session.close();
      throw e;
    }
  }

  /** A question to a session that reads. */
  interface Question<T> {
    T ask(Session session) throws SQLException;
  }

  /**
   * Asks a question about what is committed.
   *
   * @throws NoAnswerException if all sessions are busy for too long
   * @throws FaultException if the database cannot be read
   */
  <T> T read(Question<T> question) {
    Session session;
    try {
      long nanos = closed ? 0 : settings.patience().toNanos();
      session = readers.pollFirst(nanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NoAnswerException("the request was interrupted", e);
    }
    if (session == null) {
      throw new NoAnswerException(
          closed ? "the table is closed" : "the table does not answer", null);
    }
    try {
      return question.ask(session);
    } catch (SQLException e) {
      session.forget();
      sayOnce(e.getMessage());
      throw new FaultException("the database cannot be read", e);
    } catch (FaultException e) {
      sayOnce(e.getMessage());
      throw e;
    } finally {
      readers.addFirst(session);
    }
  }

  private void sayOnce(String how) {
    if (said.compareAndSet(false, true)) {
      settings
          .said()
          .accept(
              "the database %s cannot be read (%s): end this, check the disk, and restore a copy if it goes on"
                  .formatted(file, how));
    }
  }

  /** Copies the database of a folder that another process uses. */
  static void copy(Path folder, Path target) {
    Path file = folder.resolve(DatabaseFile.NAME);
    if (!Files.isRegularFile(file)) {
      throw new FolderException("there is no table in " + folder);
    }
    Session.load();
    new Database(file, SqliteSettings.usual(line -> {})).copy(target);
  }

  /** Copies what is committed now into a new file. Others may write meanwhile. */
  void copy(Path target) {
    Path unfinished = DatabaseFile.beside(target, ".new");
    try {
      if (Files.exists(target)) {
        throw new FolderException("the file %s exists: choose another name".formatted(target));
      }
      Files.deleteIfExists(unfinished);
      DatabaseFile.createPrivate(unfinished);
      try (Session session = writer()) {
        session.run("VACUUM INTO ?", unfinished.toAbsolutePath().toString());
      }
      DatabaseFile.sync(unfinished);
      Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
      DatabaseFile.syncFolder(target);
    } catch (IOException | SQLException e) {
      throw new FolderException("cannot write the backup " + target, e);
    } finally {
      deleteUnfinished(unfinished);
    }
  }

  private static void deleteUnfinished(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // The file stays, but its name shows that it is no backup.
    }
  }

  /** Closes each reading session as soon as its question is answered. */
  @Override
  public void close() {
    closed = true;
    try {
      Session next = readers.pollFirst();
      for (int closing = 1; next != null; closing++) {
        next.close();
        next = closing < READERS ? readers.pollFirst(END_MILLIS, TimeUnit.MILLISECONDS) : null;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (SQLException e) {
      // The session only read, so nothing is lost.
    }
  }
}
