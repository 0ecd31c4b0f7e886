package io.doorlist.local.dynamodb.engine;

import com.almworks.sqlite4java.SQLiteConnection;
import com.almworks.sqlite4java.SQLiteException;
import com.almworks.sqlite4java.SQLiteStatement;
import io.doorlist.local.failure.LocalHostException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import software.amazon.dynamodb.services.local.shared.access.sqlite.SQLiteLibraryLoader;

/** Looks at a database's file before anything opens it, and changes nothing in it. */
final class DatabaseFile {
  private DatabaseFile() {}

  /**
   * Returns normally if there is a sound database, or no file yet.
   *
   * @throws LocalHostException if there is something else; the message says what to do
   */
  static void check(Path file) {
    if (!Files.exists(file)) {
      return;
    }
    if (!Files.isRegularFile(file) || !Files.isReadable(file) || !Files.isWritable(file)) {
      throw new LocalHostException(
          "cannot read and write the database %s: check its permissions".formatted(file));
    }
    try {
      if (!isSound(file)) {
        throw new LocalHostException(
            "the database %s is damaged, or something else: restore a copy of it, or move it away to start again; nothing was changed"
                .formatted(file));
      }
    } catch (IOException e) {
      throw new LocalHostException("cannot read the database " + file, e);
    }
  }

  /**
   * Has SQLite check the whole file. SQLite rolls back what a killed process left in the log next
   * to it.
   */
  private static boolean isSound(Path file) throws IOException {
    boolean journaled = Files.exists(beside(file, "-journal"));
    boolean logged = journaled || Files.exists(beside(file, "-wal"));
    if (Files.size(file) == 0) {
      // SQLite would delete a write-ahead log next to it.
      return journaled;
    }
    SQLiteConnection connection = new SQLiteConnection(file.toFile());
    try {
      load();
      if (journaled) {
        connection.open(false);
      } else {
        connection.openReadonly();
      }
      SQLiteStatement check = connection.prepare("PRAGMA quick_check(1)");
      check.step();
      return check.columnString(0).equals("ok");
    } catch (SQLiteException e) {
      return false;
    } finally {
      connection.dispose();
      if (!logged) {
        // Even a reader leaves an empty log behind.
        Files.deleteIfExists(beside(file, "-wal"));
        Files.deleteIfExists(beside(file, "-shm"));
      }
    }
  }

  /** Switches a database to a write-ahead log; creates it if it does not exist. */
  static void keepLog(Path file) throws SQLiteException {
    load();
    SQLiteConnection connection = new SQLiteConnection(file.toFile());
    try {
      connection.open(true);
      connection.exec("PRAGMA page_size = 4096");
      connection.exec("PRAGMA journal_mode = WAL");
    } finally {
      connection.dispose();
    }
  }

  private static Path beside(Path file, String ending) {
    return file.resolveSibling(file.getFileName() + ending);
  }

  private static void load() {
    try {
      SQLiteLibraryLoader.initialize();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
