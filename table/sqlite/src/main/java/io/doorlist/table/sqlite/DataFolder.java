package io.doorlist.table.sqlite;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The folder of a table. Only one process at a time may use it, as two could each admit the same
 * ticket. The operating system releases the lock when the process ends, even if it is killed.
 * Thread-safe.
 *
 * <p>Implementation note. A process loses its lock when it closes any channel to the locked file.
 * So this process remembers which folders it has locked, and opens none of them a second time.
 */
final class DataFolder implements AutoCloseable {
  /**
   * With less space than this, nothing is written, because a log and a transaction must still fit.
   */
  static final long RESERVE_BYTES = 16L << 20;

  /**
   * How far above the limit the space must be before writes begin again. Otherwise they would be
   * accepted and refused by turns.
   */
  private static final long MARGIN_BYTES = 4L << 20;

  private static final String LOCK = "doorlist.lock";

  /**
   * The locked byte is beyond the text of the file, because on Windows nobody else can read what is
   * locked.
   */
  private static final long LOCKED_BYTE = 1L << 30;

  private static final int PID_BYTES = 20;

  /**
   * Network file systems. SQLite's log needs memory that processes share, which these do not offer.
   */
  private static final Set<String> NETWORKS =
      Set.of(
          "nfs",
          "nfs3",
          "nfs4",
          "cifs",
          "smb",
          "smb2",
          "smb3",
          "smbfs",
          "ncpfs",
          "afs",
          "afpfs",
          "webdav",
          "davfs",
          "fuse.davfs",
          "fuse.davfs2",
          "fuse.sshfs",
          "fuse.rclone",
          "fuse.s3fs",
          "ceph",
          "fuse.ceph",
          "glusterfs",
          "fuse.glusterfs",
          "lustre",
          "ocfs2",
          "gfs2",
          "9p");

  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path path;
  private final Path held;
  private final FileChannel lock;
  private final FileStore disk;
  private final long reserveBytes;
  private final Consumer<String> said;
  private boolean full;

  private DataFolder(
      Path path,
      Path held,
      FileChannel lock,
      FileStore disk,
      long reserveBytes,
      Consumer<String> said) {
    this.path = path;
    this.held = held;
    this.lock = lock;
    this.disk = disk;
    this.reserveBytes = reserveBytes;
    this.said = said;
  }

  /**
   * Locks a folder, and creates it if it does not exist.
   *
   * @param reserveBytes with less space than this on the disk, nothing is written
   * @param said receives a line when the disk gets full, and when it has room again
   * @throws FolderException if the folder cannot be used: another process has it, it cannot be
   *     written, its disk is full, or it is on another machine
   */
  static DataFolder open(Path path, long reserveBytes, Consumer<String> said) {
    try {
      Files.createDirectories(path);
    } catch (IOException e) {
      requireTargets(path, e);
      throw new FolderException("cannot make the data directory " + path, e);
    }
    requireTargets(path.resolve(DatabaseFile.NAME), null);
    try {
      FileStore disk = Files.getFileStore(path);
      requireLocal(path, disk.type());
      Path held = path.toRealPath();
      if (!HELD.add(held)) {
        throw taken(path, ownPid());
      }
      try {
        return locked(path, held, disk, reserveBytes, said);
      } catch (IOException | RuntimeException e) {
        HELD.remove(held);
        throw e;
      }
    } catch (IOException e) {
      throw new FolderException("cannot write to the data directory " + path, e);
    }
  }

  /**
   * Fails if a link on the way to a file leads nowhere. Otherwise a new, empty table would be made
   * where the link leads.
   */
  private static void requireTargets(Path file, IOException cause) {
    for (Path each = file; each != null; each = each.getParent()) {
      if (Files.isSymbolicLink(each) && !Files.exists(each)) {
        throw new FolderException(
            "%s is a link to something missing, such as a disk that is not plugged in"
                .formatted(each),
            cause);
      }
    }
  }

  private static DataFolder locked(
      Path path, Path held, FileStore disk, long reserveBytes, Consumer<String> said)
      throws IOException {
    FileChannel channel =
        FileChannel.open(
            path.resolve(LOCK),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    try {
      lock(path, channel);
      DataFolder folder = new DataFolder(path, held, channel, disk, reserveBytes, said);
      folder.keepPrivate();
      if (folder.isFull()) {
        throw new FolderException(
            "the disk of the data directory %s is nearly full: make room and start again"
                .formatted(path));
      }
      return folder;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** Refuses a folder of another machine, by the type of its file system. */
  static void requireLocal(Path path, String type) {
    if (NETWORKS.contains(type.toLowerCase(Locale.ROOT))
        || path.toString().startsWith("\\\\")
        || path.toString().startsWith("//")) {
      throw new FolderException(
          "the data directory %s is on another machine (%s): choose a folder on a disk of this one"
              .formatted(path, type));
    }
  }

  private static void lock(Path path, FileChannel channel) throws IOException {
    // Earlier versions lock the whole file, which includes this byte.
    FileLock taken = channel.tryLock(LOCKED_BYTE, 1, false);
    if (taken == null) {
      throw taken(path, owner(channel));
    }
    channel.truncate(0);
    channel.write(ByteBuffer.wrap(ownPid().getBytes(StandardCharsets.US_ASCII)));
  }

  private static String ownPid() {
    return Long.toString(ProcessHandle.current().pid());
  }

  private static FolderException taken(Path path, String pid) {
    return FolderException.taken(
        "another host has the data directory %s%s: end it, or use another folder"
            .formatted(path, pid.matches("[0-9]+") ? " (process " + pid + ")" : ""));
  }

  private static String owner(FileChannel channel) throws IOException {
    ByteBuffer text = ByteBuffer.allocate(PID_BYTES);
    channel.read(text, 0);
    return new String(text.array(), 0, text.position(), StandardCharsets.US_ASCII);
  }

  /**
   * Keeps others on this machine from reading the folder and the table, which contains people's
   * names. Other files in the folder are left alone.
   */
  private void keepPrivate() throws IOException {
    String own = "{%s,%s*}".formatted(LOCK, DatabaseFile.NAME);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(path, own)) {
      permit(path, "rwx------");
      for (Path file : files) {
        permit(file, "rw-------");
      }
    } catch (FileSystemException e) {
      said.accept(
          "others on this machine may be able to read %s: %s".formatted(path, e.getReason()));
    }
  }

  private static void permit(Path file, String permissions) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    if (view != null) {
      view.setPermissions(PosixFilePermissions.fromString(permissions));
    }
  }

  Path path() {
    return path;
  }

  /** Returns whether the disk is too full to write, and reports when that changes. */
  synchronized boolean isFull() throws IOException {
    long left = disk.getUsableSpace();
    boolean now = left < reserveBytes + (full ? MARGIN_BYTES : 0);
    if (now != full) {
      full = now;
      said.accept(
          String.format(
              Locale.ROOT,
              now
                  ? "the disk of %s is nearly full (%,d MB left): writes are refused until there is room"
                  : "the disk of %s has room again (%,d MB left): writes are taken",
              path,
              left >> 20));
    }
    return now;
  }

  @Override
  public void close() {
    try {
      lock.close();
    } catch (IOException e) {
      said.accept("the lock of %s stays until this process ends".formatted(path));
      return;
    }
    HELD.remove(held);
  }
}
