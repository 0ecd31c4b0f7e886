package io.doorlist.table.sqlite;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;

/**
 * Checks the database's file before a session opens it, and creates a new one.
 *
 * <p>Implementation note. Closing any channel to a database's file drops the locks that SQLite has
 * on it in this process. So files are read here only while no session is open.
 */
final class DatabaseFile {
  static final String NAME = "doorlist.sqlite";

  /** The name of the table's file in earlier versions, which ran DynamoDB Local. */
  private static final String OLD_NAME = "shared-local-instance.db";

  /** Marks the file as ours. The four bytes spell "door". */
  private static final int APPLICATION = 0x646f6f72;

  /** The version of the tables that {@link #make} creates, and of their rows. */
  static final int FORMAT = 1;

  /** With smaller pages, half of the file would be unused space within them. */
  static final int PAGE_BYTES = 8 << 10;

  /**
   * The position of the header's byte that says whether the file has a log. {@link #NO_LOG} is its
   * value if there is none.
   */
  private static final int LOG_POSITION = 18;

  private static final int NO_LOG = 1;
  private static final String LOG = "-wal";
  private static final String SHARED_MEMORY = "-shm";

  private DatabaseFile() {}

  /**
   * Returns the database of a folder, and creates it if there is none.
   *
   * @throws FolderException if the database cannot be used, or something else is in its place;
   *     nothing is changed then
   */
  static Path prepare(Path folder) {
    Path file = folder.resolve(NAME);
    Session.load();
    try {
      if (Files.exists(file)) {
        check(file);
      } else {
        requireNothingElse(folder, file);
        make(file);
      }
      return file;
    } catch (IOException e) {
      throw unusable(file, e);
    }
  }

  /** Returns whether a process ended without closing the database, so that its log is left. */
  static boolean isLogged(Path file) {
    return Files.exists(beside(file, LOG));
  }

  private static void requireNothingElse(Path folder, Path file) {
    if (Files.exists(folder.resolve(OLD_NAME))) {
      throw new FolderException(
          "the data directory %s is of an earlier version of Doorlist: export its evening with that version and import it into another folder; nothing was changed"
              .formatted(folder));
    }
    if (Files.exists(beside(file, LOG))) {
      throw new FolderException(
          "the database %s is missing, and its log is there: restore a copy of the whole folder, or move the log away to start again; nothing was changed"
              .formatted(file));
    }
  }

  private static void check(Path file) throws IOException {
    if (!Files.isRegularFile(file)
        || !Files.isReadable(file)
        || !Files.isWritable(file)
        || !Files.isWritable(file.toAbsolutePath().getParent())) {
      throw unusable(file, null);
    }
    requireWhole(file);
    boolean logged = isLogged(file);
    try (Session session = Session.openReadOnly(file)) {
      requireOurs(file, session);
      // Damage shows in this answer, but often as an SQLException instead.
      if (!"ok".equals(session.ask("PRAGMA quick_check(1)"))) {
        throw damaged(file, null);
      }
    } catch (SQLException e) {
      throw damaged(file, e);
    } finally {
      if (!logged) {
        // Even a session that only reads leaves an empty log behind.
        Files.deleteIfExists(beside(file, LOG));
        Files.deleteIfExists(beside(file, SHARED_MEMORY));
      }
    }
  }

  private static void requireOurs(Path file, Session session) throws SQLException {
    int format = Integer.parseInt(session.ask("PRAGMA user_version"));
    if (Integer.parseInt(session.ask("PRAGMA application_id")) != APPLICATION || format < 1) {
      throw damaged(file, null);
    }
    if (format > FORMAT) {
      throw new FolderException(
          "the database %s was written by a later version of Doorlist: start that version; nothing was changed"
              .formatted(file));
    }
  }

  /**
   * Checks what SQLite does not check. A file without a log must consist of whole pages. A backup
   * has no log, so a log beside it belongs to another database. That database's pages would get
   * into this one.
   */
  private static void requireWhole(Path file) throws IOException {
    byte[] header;
    try (InputStream in = Files.newInputStream(file)) {
      header = in.readNBytes(LOG_POSITION + 1);
    }
    Path log = beside(file, LOG);
    boolean logged = Files.exists(log) && Files.size(log) > 0;
    if (header.length <= LOG_POSITION || !logged && Files.size(file) % PAGE_BYTES != 0) {
      throw damaged(file, null);
    }
    if (header[LOG_POSITION] == NO_LOG && logged) {
      throw new FolderException(
          "the log %s belongs to another database: restore a backup into an empty folder; nothing was changed"
              .formatted(log));
    }
  }

  private static FolderException unusable(Path file, IOException cause) {
    return new FolderException(
        "cannot read and write the database %s: check its permissions and its disk".formatted(file),
        cause);
  }

  private static FolderException damaged(Path file, SQLException cause) {
    return new FolderException(
        "the file %s is damaged, or no database of Doorlist: restore a copy of it, or move it away to start again; nothing was changed"
            .formatted(file),
        cause);
  }

  /**
   * Creates the file under another name first, so that a file with the final name is always
   * complete.
   */
  private static void make(Path file) throws IOException {
    Path unfinished = beside(file, ".new");
    for (String ending : new String[] {"", LOG, SHARED_MEMORY, "-journal"}) {
      Files.deleteIfExists(beside(unfinished, ending));
    }
    createPrivate(unfinished);
    try (Session session = Session.open(unfinished)) {
      session.set("PRAGMA page_size = " + PAGE_BYTES);
      session.set("PRAGMA journal_mode = WAL");
      session.set("BEGIN");
      session.set(
          "CREATE TABLE items (pk BLOB NOT NULL, sk BLOB NOT NULL, item BLOB NOT NULL,"
              + " PRIMARY KEY (pk, sk)) WITHOUT ROWID");
      session.set(
          "CREATE TABLE changes (number INTEGER PRIMARY KEY, at INTEGER NOT NULL,"
              + " pk BLOB NOT NULL, sk BLOB NOT NULL, before BLOB, now BLOB)");
      session.set(
          "CREATE TABLE messages (id INTEGER PRIMARY KEY, queue TEXT NOT NULL,"
              + " body TEXT NOT NULL, due INTEGER NOT NULL, failures INTEGER NOT NULL)");
      session.set("PRAGMA application_id = " + APPLICATION);
      session.set("PRAGMA user_version = " + FORMAT);
      session.set("COMMIT");
    } catch (SQLException e) {
      throw new IOException(e);
    }
    sync(unfinished);
    Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    syncFolder(file);
  }

  /** Creates an empty file that only its owner may read. */
  static void createPrivate(Path file) throws IOException {
    boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    FileAttribute<?>[] owner =
        posix
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0];
    Files.createFile(file, owner);
  }

  /** Forces a file to the disk. No session may have it open. */
  static void sync(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  /**
   * Forces the name of a file to the disk, by forcing the folder that contains it. Windows does
   * this by itself.
   */
  static void syncFolder(Path file) throws IOException {
    if (FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
      try (FileChannel channel =
          FileChannel.open(file.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }

  static Path beside(Path file, String ending) {
    return file.resolveSibling(file.getFileName() + ending);
  }
}
