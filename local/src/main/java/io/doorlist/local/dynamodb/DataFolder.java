package io.doorlist.local.dynamodb;

import io.doorlist.local.dynamodb.engine.Engine;
import io.doorlist.local.failure.LocalHostException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
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

/**
 * The folder of a database on disk. Only one process at a time may use it: two would each let a
 * ticket in. The operating system releases its lock when the process ends, even if it is killed.
 * Thread-safe.
 */
final class DataFolder implements AutoCloseable {
  /** With less than this left, nothing is written: a log and a transaction must still fit. */
  private static final long RESERVE_BYTES = 16L << 20;

  /**
   * Writes are accepted again only above a slightly higher limit, so that they do not alternate
   * between accepted and refused.
   */
  private static final long MARGIN_BYTES = 4L << 20;

  private static final String LOCK = "doorlist.lock";

  private final Path path;
  private final FileChannel lock;
  private final FileStore disk;
  private final long reserveBytes;
  private boolean full;

  private DataFolder(Path path, FileChannel lock, FileStore disk, long reserveBytes) {
    this.path = path;
    this.lock = lock;
    this.disk = disk;
    this.reserveBytes = reserveBytes;
  }

  /**
   * Locks a folder, which is created if it does not exist.
   *
   * @throws LocalHostException if another process has it, it cannot be written, or its disk is full
   */
  static DataFolder open(Path path) {
    return open(path, RESERVE_BYTES);
  }

  /** Locks a folder; with less than {@code reserveBytes} left on its disk, nothing is written. */
  static DataFolder open(Path path, long reserveBytes) {
    try {
      Files.createDirectories(path);
    } catch (IOException e) {
      requireTargets(path, e);
      throw new LocalHostException("cannot make the data directory " + path, e);
    }
    requireTargets(path.resolve(Engine.FILE), null);
    try {
      FileChannel channel =
          FileChannel.open(
              path.resolve(LOCK),
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
      try {
        lock(path, channel);
        DataFolder folder = new DataFolder(path, channel, Files.getFileStore(path), reserveBytes);
        folder.keepPrivate();
        if (folder.isFull()) {
          throw new LocalHostException(
              "the disk of the data directory %s is nearly full: make room and start again"
                  .formatted(path));
        }
        return folder;
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
    } catch (IOException e) {
      throw new LocalHostException("cannot write to the data directory " + path, e);
    }
  }

  /** Fails if a link on the way to a file leads nowhere. */
  private static void requireTargets(Path file, IOException cause) {
    for (Path each = file; each != null; each = each.getParent()) {
      if (Files.isSymbolicLink(each) && !Files.exists(each)) {
        throw new LocalHostException(
            "%s leads to what is not there, such as a disk that is not plugged in".formatted(each),
            cause);
      }
    }
  }

  private static void lock(Path path, FileChannel channel) throws IOException {
    FileLock taken;
    try {
      taken = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      taken = null;
    }
    if (taken == null) {
      throw new LocalHostException(
          "another host has the data directory %s%s: end it, or use another folder"
              .formatted(path, owner(channel)));
    }
    channel.truncate(0);
    channel.write(
        ByteBuffer.wrap(
            Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)));
  }

  /**
   * Lets nobody else on this machine read the folder and the database, which has people's names; an
   * earlier version made them for all to read. Files that are not the database's are left alone.
   */
  void keepPrivate() throws IOException {
    String own = "{%s,%s*}".formatted(LOCK, Engine.FILE);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(path, own)) {
      permit(path, "rwx------");
      for (Path file : files) {
        permit(file, "rw-------");
      }
    } catch (FileSystemException e) {
      System.err.printf(
          Locale.ROOT, "others on this machine may be able to read %s: %s%n", path, e.getReason());
    }
  }

  private static void permit(Path file, String permissions) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    if (view != null) {
      view.setPermissions(PosixFilePermissions.fromString(permissions));
    }
  }

  private static String owner(FileChannel channel) throws IOException {
    ByteBuffer text = ByteBuffer.allocate(20);
    channel.read(text, 0);
    String pid = new String(text.array(), 0, text.position(), StandardCharsets.US_ASCII);
    return pid.matches("[0-9]+") ? " (process " + pid + ")" : "";
  }

  Path path() {
    return path;
  }

  /** Returns whether its disk is too full to write, and says so when that changes. */
  synchronized boolean isFull() throws IOException {
    long left = disk.getUsableSpace();
    boolean now = left < reserveBytes + (full ? MARGIN_BYTES : 0);
    if (now != full) {
      full = now;
      System.err.printf(
          Locale.ROOT,
          now
              ? "the disk of %s is nearly full (%,d MB left): writes are refused until there is"
                  + " room%n"
              : "the disk of %s has room again (%,d MB left): writes are taken%n",
          path,
          left >> 20);
    }
    return now;
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
