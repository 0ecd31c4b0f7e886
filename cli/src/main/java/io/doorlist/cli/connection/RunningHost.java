package io.doorlist.cli.connection;

import static java.util.stream.Collectors.joining;

import io.doorlist.cli.console.Failure;
import io.doorlist.table.Engine;
import io.doorlist.table.socket.SocketServer;
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
import java.util.function.Consumer;

/**
 * A {@code doorlist up} that runs on this machine. It leaves a note, which is a small file, for
 * commands of the same user. Beside the note is a socket, through which commands reach its table.
 * The process holds a lock on its note. The system releases the lock however the process ends.
 *
 * @param folder the folder of its table
 * @param temporary whether the folder is deleted when the process ends
 * @param api the address of its API
 * @param socket the socket of its table; there may be no such file
 */
public record RunningHost(Path folder, boolean temporary, URI api, Path socket) {
  private static final String CACHES = "XDG_CACHE_HOME";
  private static final String SUFFIX = ".up";
  private static final String SOCKET = ".table";
  private static final String TEMPORARY = "temporary";

  /**
   * The position of the byte that is locked. It is far behind the text of the note, because on
   * Windows nobody else can read locked bytes.
   */
  private static final long LOCKED_BYTE = 1L << 30;

  /**
   * The note and the socket of this process, until they are closed.
   *
   * @param file {@code null} if this user has no place for notes
   * @param server {@code null} if the socket cannot be made
   * @param problem what commands cannot do without the note or the socket, and what helps; {@code
   *     null} without a problem
   */
  public record Note(Path file, FileChannel locked, SocketServer server, String problem)
      implements AutoCloseable {
    @Override
    public void close() {
      if (server != null) {
        server.close();
      }
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

  /**
   * Leaves a note, and serves the table to commands.
   *
   * @param temporary whether the folder is deleted when this process ends
   * @param said gets a line for each thing that the operator of this machine should know
   */
  public static Note leave(
      Path folder, boolean temporary, URI api, Engine table, Consumer<String> said) {
    try {
      // The note gets its name only once it is locked, so nobody finds it without a lock. This
      // process must not close a second channel of the file, as that would release the lock.
      Path file = Files.createTempFile(Files.createDirectories(notes()), "", ".new");
      Files.writeString(
          file,
          "%s\n%s\n%s\n".formatted(folder.toAbsolutePath(), api, temporary ? TEMPORARY : "kept"));
      FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
      channel.lock(LOCKED_BYTE, 1, false);
      String problem = null;
      SocketServer server = null;
      try {
        server = SocketServer.open(beside(file, SOCKET), table, said);
      } catch (IOException e) {
        problem =
            "commands cannot ask the table of this (%s): end this and say --data to them, or let %s name another folder"
                .formatted(e.getMessage(), CACHES);
      }
      Path note = Files.move(file, beside(file, SUFFIX), StandardCopyOption.ATOMIC_MOVE);
      return new Note(note, channel, server, problem);
    } catch (IOException e) {
      String problem =
          "commands cannot find this, as nothing can be written to %s: %s names another folder"
              .formatted(notes(), CACHES);
      return new Note(null, null, null, problem);
    }
  }

  private static Path beside(Path file, String suffix) {
    return file.resolveSibling(file.getFileName().toString().replaceFirst("\\.[^.]*$", suffix));
  }

  /** Returns the {@code up} that runs; fails if none or several run. */
  public static RunningHost find() {
    List<RunningHost> found = all();
    if (found.size() > 1) {
      throw new Failure(
          found.stream()
              .map(each -> each.api.toString())
              .sorted()
              .collect(joining(" or ", "several `doorlist up` run here: say --up ", "")));
    }
    if (found.isEmpty()) {
      throw new Failure(
          "no `doorlist up` of yours runs here; --data DIR opens its folder, and --stack names a table on AWS");
    }
    return found.getFirst();
  }

  /** Returns the {@code up} with this API; fails if there is none. */
  static RunningHost at(URI api) {
    return all().stream()
        .filter(each -> each.api.equals(api))
        .findFirst()
        .orElseThrow(() -> new Failure("no `doorlist up` of yours runs at " + api));
  }

  /** Returns the {@code up} whose table is in this folder, if there is one. */
  public static Optional<RunningHost> of(Path folder) {
    return all().stream().filter(each -> each.has(folder)).findFirst();
  }

  private boolean has(Path other) {
    try {
      return Files.isSameFile(folder, other);
    } catch (IOException e) {
      return false;
    }
  }

  private static List<RunningHost> all() {
    List<RunningHost> found = new ArrayList<>();
    try (DirectoryStream<Path> notes = Files.newDirectoryStream(notes(), "*" + SUFFIX)) {
      notes.forEach(file -> read(file).ifPresent(found::add));
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException e) {
      throw new Failure("cannot read " + notes(), e);
    }
    return found;
  }

  private static Optional<RunningHost> read(Path file) {
    try {
      List<String> lines = Files.readAllLines(file);
      if (abandoned(file)) {
        Files.deleteIfExists(file);
        Files.deleteIfExists(beside(file, SOCKET));
        return Optional.empty();
      }
      return lines.size() < 3
          // An `up` of an earlier version wrote this note. It has no socket.
          ? Optional.empty()
          : Optional.of(
              new RunningHost(
                  Path.of(lines.get(0)),
                  lines.get(2).equals(TEMPORARY),
                  URI.create(lines.get(1)),
                  beside(file, SOCKET)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns whether the process of a note has ended. The check takes a shared lock, so two commands
   * that check at once do not take each other for the process.
   */
  private static boolean abandoned(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true)) {
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  /**
   * Returns the folder of notes. It is not a folder of the login session, because commands that
   * cron starts look for notes too.
   */
  private static Path notes() {
    String caches = System.getProperty(CACHES, System.getenv(CACHES));
    return caches == null || caches.isEmpty()
        ? Path.of(System.getProperty("user.home"), ".cache", "doorlist")
        : Path.of(caches, "doorlist");
  }
}
