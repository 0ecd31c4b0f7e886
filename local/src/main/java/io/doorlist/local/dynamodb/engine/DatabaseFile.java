package io.doorlist.local.dynamodb.engine;

import com.almworks.sqlite4java.SQLiteConnection;
import com.almworks.sqlite4java.SQLiteException;
import com.almworks.sqlite4java.SQLiteStatement;
import io.doorlist.local.failure.LocalHostException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import software.amazon.dynamodb.services.local.shared.access.sqlite.SQLiteLibraryLoader;

/** Looks at a database's file before anything opens it, and changes nothing in it. */
final class DatabaseFile {
  private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);
  private static final int HEADER_BYTES = 100;
  private static final int PAGE_SIZE_AT = 16;
  private static final int PAGES_AT = 28;
  private static final int LARGEST_PAGE_BYTES = 65_536;

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
      String problem = problem(file);
      if (problem != null) {
        throw new LocalHostException(
            "the database %s %s: restore a copy of it, or move it away to start again; nothing was changed"
                .formatted(file, problem));
      }
    } catch (IOException e) {
      throw new LocalHostException("cannot read the database " + file, e);
    }
  }

  private static String problem(Path file) throws IOException {
    ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
    long size;
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      size = channel.size();
      while (header.hasRemaining() && channel.read(header) >= 0) {
        // The next read returns the rest.
      }
    }
    boolean journaled = Files.exists(beside(file, "-journal"));
    boolean logged = journaled || Files.exists(beside(file, "-wal"));
    if (size == 0) {
      // SQLite would delete a write-ahead log next to it.
      return journaled ? null : "is empty";
    }
    if (header.hasRemaining()
        || header.rewind().limit(MAGIC.length).mismatch(ByteBuffer.wrap(MAGIC)) >= 0) {
      return "is not an SQLite database";
    }
    header.clear();
    int pageSize = Short.toUnsignedInt(header.getShort(PAGE_SIZE_AT));
    long whole =
        Integer.toUnsignedLong(header.getInt(PAGES_AT))
            * (pageSize == 1 ? LARGEST_PAGE_BYTES : pageSize);
    if (!logged && size < whole) {
      return "is cut off: it has %,d of %,d bytes".formatted(size, whole);
    }
    return damage(file, logged);
  }

  /**
   * Has SQLite check the whole file. SQLite rolls back what a killed process left in the log next
   * to it.
   */
  private static String damage(Path file, boolean logged) throws IOException {
    SQLiteConnection connection = new SQLiteConnection(file.toFile());
    try {
      load();
      if (Files.exists(beside(file, "-journal"))) {
        connection.open(false);
      } else {
        connection.openReadonly();
      }
      SQLiteStatement check = connection.prepare("PRAGMA quick_check(1)");
      check.step();
      return check.columnString(0).equals("ok") ? null : "is damaged";
    } catch (SQLiteException e) {
      return "is damaged";
    } finally {
      connection.dispose();
      if (!logged) {
        // Even a reader leaves an empty log behind.
        Files.deleteIfExists(beside(file, "-wal"));
        Files.deleteIfExists(beside(file, "-shm"));
      }
    }
  }

  /**
   * Switches a database to a write-ahead log; creates the database if it does not exist.
   *
   * @throws SQLiteException if the file cannot be written
   */
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
