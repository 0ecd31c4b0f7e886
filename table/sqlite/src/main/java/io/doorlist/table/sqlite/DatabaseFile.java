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
 * The database's file: what it must be before anything opens it, and how it is made.
 *
 * <p>Implementation note. Closing any channel to a database's file drops the locks that SQLite has
 * on it in this process. So files are read here only while no session is open.
 */
final class DatabaseFile {
  static final String NAME = "doorlist.sqlite";

  /** The file of versions that ran DynamoDB Local. */
  private static final String OLD_NAME = "shared-local-instance.db";

  /** Says in the file that it is ours: "door". */
  private static final int APPLICATION = 0x646f6f72;

  /** What the tables below and their rows look like. */
  static final int FORMAT = 1;

  /** With smaller ones, half of the file would be unused parts of pages. */
  static final int PAGE_BYTES = 8 << 10;

  /** Where the header says whether a log belongs to the file, and what it says if none does. */
  private static final int LOG_POSITION = 18;

  private static final int NO_LOG = 1;
  private static final String LOG = "-wal";
  private static final String SHARED_MEMORY = "-shm";

  private DatabaseFile() {}

  /**
   * Returns a folder's database, which is made if there is none.
   *
   * @throws FolderException if there is something else; nothing was changed
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

  /** Returns whether a process that did not end in order has left its log. */
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
      // Damage is often reported as an error, too.
      if (!"ok".equals(session.ask("PRAGMA quick_check(1)"))) {
        throw damaged(file, null);
      }
    } catch (SQLException e) {
      throw damaged(file, e);
    } finally {
      if (!logged) {
        // Even a reader leaves an empty log behind.
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
   * Looks at what SQLite does not mind. A backup has no log: one beside it is that of another
   * database, whose pages would get in. And without a log, no page is unfinished.
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
        "the database %s is damaged, or something else: restore a copy of it, or move it away to start again; nothing was changed"
            .formatted(file),
        cause);
  }

  /** Makes it under another name first: a file of this name is always whole. */
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

  /** Puts a file on the disk that no session has open. */
  static void sync(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  /** Puts a file's name on the disk, which its folder has. Windows does it by itself. */
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
