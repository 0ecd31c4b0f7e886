package io.doorlist.table.socket;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The place of a socket in the file system. The socket's permissions let only its owner open it. On
 * Windows only the folder protects the socket, so the folder must be the user's own.
 */
record SocketPath(Path path) {
  /**
   * The longest path that every system accepts. macOS has room for 103 bytes, Linux and Windows for
   * 107.
   */
  private static final int MOST_BYTES = 103;

  private static final Set<PosixFilePermission> OWNERS =
      PosixFilePermissions.fromString("rw-------");
  private static final FileAttribute<?> OWNERS_FOLDER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  /** How many connections may wait to be accepted. */
  private static final int BACKLOG = 128;

  /** Connects to the host that serves this socket. */
  SocketChannel connect() throws IOException {
    requireShort(path);
    SocketChannel channel = opened(() -> SocketChannel.open(StandardProtocolFamily.UNIX));
    try {
      channel.connect(UnixDomainSocketAddress.of(path));
      return channel;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** Opens a channel. */
  @FunctionalInterface
  interface Opening<C> {
    C open() throws IOException;
  }

  /**
   * Opens a channel. Throws an {@link IOException} if the system has no Unix sockets, such as
   * Windows before 1803.
   */
  static <C> C opened(Opening<C> opening) throws IOException {
    try {
      return opening.open();
    } catch (UnsupportedOperationException e) {
      throw new IOException("this system has no Unix sockets", e);
    }
  }

  private static void requireShort(Path path) throws IOException {
    int bytes = path.toString().getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MOST_BYTES) {
      throw new IOException(
          String.format(
              Locale.ROOT,
              "the path of a socket has %d bytes at most, and %s has %d: choose a shorter folder",
              MOST_BYTES,
              path,
              bytes));
    }
  }

  /** Listens at this path; replaces a socket that a host left behind. */
  ServerSocketChannel listen() throws IOException {
    requireShort(path);
    try {
      requireNobody();
      return made();
    } catch (FileSystemException e) {
      throw impossible(e.getReason() == null ? e.getClass().getSimpleName() : e.getReason(), e);
    } catch (SocketException e) {
      throw impossible(e.getMessage(), e);
    }
  }

  private IOException impossible(String why, IOException cause) {
    return new IOException("there can be no socket at " + path + ": " + why, cause);
  }

  private ServerSocketChannel made() throws IOException {
    boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
    Path folder = path.toAbsolutePath().getParent();
    if (posix) {
      Files.createDirectories(folder, OWNERS_FOLDER);
      return listenPrivately(folder);
    }
    Files.createDirectories(folder);
    Files.deleteIfExists(path);
    return listen(path);
  }

  /**
   * Makes the socket in a folder that nobody else may enter, restricts its permissions, and then
   * moves it to its place. If it were made in its place, it would be open to everybody for a
   * moment.
   */
  private ServerSocketChannel listenPrivately(Path folder) throws IOException {
    Path room =
        folder.resolve(".%04x".formatted(ThreadLocalRandom.current().nextInt(Character.MAX_VALUE)));
    Path made = room.resolve("s");
    requireShort(made);
    Files.createDirectory(room, OWNERS_FOLDER);
    try {
      ServerSocketChannel channel = listen(made);
      try {
        Files.setPosixFilePermissions(made, OWNERS);
        if (!Files.getPosixFilePermissions(made).equals(OWNERS)) {
          throw new IOException("others on this machine could open a socket in " + folder);
        }
        Files.move(made, path, StandardCopyOption.ATOMIC_MOVE);
        return channel;
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
    } finally {
      Files.deleteIfExists(made);
      Files.delete(room);
    }
  }

  private static ServerSocketChannel listen(Path path) throws IOException {
    ServerSocketChannel channel =
        opened(() -> ServerSocketChannel.open(StandardProtocolFamily.UNIX));
    try {
      return channel.bind(UnixDomainSocketAddress.of(path), BACKLOG);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** Refuses to replace the socket of a running host, or a file that is no socket. */
  private void requireNobody() throws IOException {
    try {
      BasicFileAttributes file =
          Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (!file.isOther()) {
        throw new IOException(path + " is no socket");
      }
      connect().close();
      throw new IOException("another host answers at " + path);
    } catch (NoSuchFileException | ConnectException e) {
      // There is no socket, or the host that served it has ended.
    }
  }

  void delete() throws IOException {
    Files.deleteIfExists(path);
  }
}
