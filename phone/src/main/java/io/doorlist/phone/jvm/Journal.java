package io.doorlist.phone.jvm;

import io.doorlist.phone.NamedValues;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;

/**
 * Values by name in a file to which changes are appended, each on a line with its checksum. A
 * change is stored as a whole or not at all, and for good once {@link #write} returns. Only one
 * process can open the file at a time. Not thread-safe.
 *
 * <p>Implementation notes. A line with a wrong checksum comes from a write that failed or was cut
 * off. {@link #write} never reported it as done, so it is skipped. The file is rewritten when most
 * of it is values that have changed since.
 */
final class Journal implements AutoCloseable {
  private static final int SUM_LENGTH = 9;
  private static final long LEAST_TO_REWRITE = 4_000_000;

  private final Path file;
  private final FileChannel lockChannel;
  private final FileLock lock;
  private final Map<String, String> values = new TreeMap<>();
  private FileChannel channel;
  private long length;

  private Journal(Path file, FileChannel lockChannel, FileLock lock) {
    this.file = file;
    this.lockChannel = lockChannel;
    this.lock = lock;
  }

  /**
   * Opens a journal, and creates it if it does not exist.
   *
   * @throws IOException if the file cannot be read, or if another process or phone has opened it
   */
  static Journal open(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    Path locked = file.resolveSibling(file.getFileName() + ".lock");
    FileChannel lockChannel =
        FileChannel.open(locked, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      Journal journal = new Journal(file, lockChannel, lock(lockChannel, file));
      journal.begin();
      return journal;
    } catch (IOException | RuntimeException e) {
      lockChannel.close();
      throw e;
    }
  }

  private static FileLock lock(FileChannel channel, Path file) throws IOException {
    FileLock lock = null;
    try {
      lock = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      // Another phone of this process has opened it.
    }
    if (lock == null) {
      throw new IOException(file.getFileName() + " is in use by another phone");
    }
    return lock;
  }

  /**
   * Reads the file and tries to clean it up. An app must start even if the disk is full, so a
   * clean-up that fails is ignored.
   */
  private void begin() throws IOException {
    boolean broken = read();
    try {
      if (broken || length == 0 || length > LEAST_TO_REWRITE && length > 2 * size()) {
        rewrite();
      }
    } catch (IOException e) {
      // The file stays as it is. New lines follow the last good line.
    }
  }

  /** Reads the file. Returns whether it has a line that was not written completely. */
  private boolean read() throws IOException {
    byte[] all = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
    boolean broken = false;
    int from = 0;
    for (int at = 0; at < all.length; at++) {
      if (all[at] == '\n') {
        broken |= !take(new String(all, from, at - from, StandardCharsets.UTF_8));
        from = at + 1;
      }
    }
    length = from;
    return broken || from < all.length;
  }

  private boolean take(String line) {
    boolean whole =
        line.length() > SUM_LENGTH
            && line.substring(0, SUM_LENGTH).equals(sum(line.substring(SUM_LENGTH)));
    if (whole) {
      keep(NamedValues.read(line.substring(SUM_LENGTH)));
    }
    return whole;
  }

  private void keep(Map<String, String> changes) {
    changes.forEach(
        (name, value) -> {
          if (value.isEmpty()) {
            values.remove(name);
          } else {
            values.put(name, value);
          }
        });
  }

  private static String sum(String text) {
    CRC32 sum = new CRC32();
    sum.update(text.getBytes(StandardCharsets.UTF_8));
    String digits = Long.toHexString(sum.getValue());
    return "00000000".substring(digits.length()) + digits + " ";
  }

  private static byte[] line(Map<String, String> changes) {
    String text = NamedValues.write(changes);
    return (sum(text) + text + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /** Returns all values. */
  Map<String, String> values() {
    return new TreeMap<>(values);
  }

  /**
   * Writes changes in one step. An empty text removes its value.
   *
   * @throws IOException if the changes could not be stored for good; then none of them is stored
   */
  void write(Map<String, String> changes) throws IOException {
    byte[] line = line(changes);
    if (channel == null) {
      channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }
    try {
      append(channel, length, line);
    } catch (IOException e) {
      cutOff();
      throw e;
    }
    length += line.length;
    keep(changes);
    if (length > LEAST_TO_REWRITE && length > 3 * size()) {
      try {
        rewrite();
      } catch (IOException e) {
        // The old file is still there and has everything.
      }
    }
  }

  private static void append(FileChannel to, long at, byte[] bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    while (buffer.hasRemaining()) {
      to.write(buffer, at + buffer.position());
    }
    to.force(false);
  }

  private void cutOff() {
    try {
      channel.truncate(length);
      channel.force(false);
    } catch (IOException e) {
      // The next line will overwrite the rest.
    }
  }

  private long size() {
    return values.entrySet().stream()
        .mapToLong(each -> each.getKey().length() + each.getValue().length())
        .sum();
  }

  /** Writes the values into a new file, which then replaces this one. */
  private void rewrite() throws IOException {
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    byte[] line = line(values);
    FileChannel to =
        FileChannel.open(
            fresh,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE);
    try {
      append(to, 0, line);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      syncFolder();
    } catch (IOException e) {
      to.close();
      throw e;
    }
    if (channel != null) {
      channel.close();
    }
    channel = to;
    length = line.length;
  }

  /**
   * Syncs the folder, because a rename is stored for good only then. Not every system lets an app
   * sync a folder.
   */
  private void syncFolder() {
    try (FileChannel folder = FileChannel.open(file.getParent(), StandardOpenOption.READ)) {
      folder.force(true);
    } catch (IOException e) {
      // A system that does not allow this syncs folders by itself.
    }
  }

  @Override
  public void close() throws IOException {
    try {
      lock.release();
      if (channel != null) {
        channel.close();
      }
    } finally {
      lockChannel.close();
    }
  }
}
