package io.doorlist.cli.connection;

import static java.util.stream.Collectors.joining;

import io.doorlist.cli.console.Failure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An {@code up} that runs on this machine, by the note that it leaves for this user's commands. The
 * process holds a lock on its note, which the system releases however the process ends.
 *
 * @param table where its table answers
 * @param api where its API answers
 */
public record RunningHost(URI table, URI api) {
  private static final String CACHES = "XDG_CACHE_HOME";
  private static final String SUFFIX = ".up";

  /**
   * A note, until it is closed.
   *
   * @param file null if this user has no place for notes
   */
  public record Note(Path file, FileChannel locked) implements AutoCloseable {
    @Override
    public void close() {
      if (file == null) {
        return;
      }
      try (locked) {
        Files.deleteIfExists(file);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  public Note leave() {
    try {
      Path folder = Files.createDirectories(folder());
      // Nobody finds the note before it is locked. To close another channel of it would unlock it.
      Path file = Files.createTempFile(folder, "", ".new");
      Files.writeString(file, table + "\n" + api + "\n");
      FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
      channel.lock();
      Path note = folder.resolve(ProcessHandle.current().pid() + "-" + table.getPort() + SUFFIX);
      return new Note(Files.move(file, note, StandardCopyOption.ATOMIC_MOVE), channel);
    } catch (IOException e) {
      return new Note(null, null);
    }
  }

  /**
   * Returns the one that runs, with this table if it is not null; fails if none does, or several.
   */
  static RunningHost find(URI table) {
    List<RunningHost> found = new ArrayList<>();
    try (DirectoryStream<Path> notes = Files.newDirectoryStream(folder(), "*" + SUFFIX)) {
      notes.forEach(file -> read(file).ifPresent(found::add));
    } catch (NoSuchFileException e) {
      found.clear();
    } catch (IOException e) {
      throw new Failure("cannot read " + folder(), e);
    }
    found.removeIf(each -> table != null && !each.table.equals(table));
    if (found.size() > 1) {
      throw new Failure(
          found.stream()
              .map(each -> each.table.toString())
              .sorted()
              .collect(joining(" or ", "several `doorlist up` run here: say --endpoint ", "")));
    }
    if (found.isEmpty()) {
      throw new Failure(
          "no `doorlist up` of yours runs "
              + (table == null ? "here; --stack names a table on AWS" : "with table " + table));
    }
    return found.getFirst();
  }

  private static Optional<RunningHost> read(Path file) {
    try {
      List<String> lines = Files.readAllLines(file);
      if (abandoned(file)) {
        Files.deleteIfExists(file);
        return Optional.empty();
      }
      return Optional.of(new RunningHost(URI.create(lines.get(0)), URI.create(lines.get(1))));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Asks by a shared lock, so that commands do not take each other for the process. */
  private static boolean abandoned(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true)) {
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  /** Not where a session ends: what cron starts looks here too. */
  private static Path folder() {
    String caches = System.getProperty(CACHES, System.getenv(CACHES));
    return caches == null || caches.isEmpty()
        ? Path.of(System.getProperty("user.home"), ".cache", "doorlist")
        : Path.of(caches, "doorlist");
  }
}
