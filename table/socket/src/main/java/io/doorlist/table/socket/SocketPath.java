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
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Where a socket is in the file system. Its owner alone can open it, by its permissions; on Windows
 * the folder guards it, which must be the user's own.
 */
record SocketPath(Path path) {
  /** What every system takes: macOS has room for 103 bytes, Linux and Windows for 107. */
  private static final int MOST_BYTES = 103;

  private static final Set<PosixFilePermission> OWNERS =
      PosixFilePermissions.fromString("rw-------");
  private static final FileAttribute<?> OWNERS_FOLDER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  /** How many connections may wait to be taken. */
  private static final int BACKLOG = 128;

  /** Connects to whoever serves there. */
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

  /** Says it as any other reason why there can be no socket: Windows before 1803 has none. */
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
          "the path of a socket has %d bytes at most, and %s has %d: choose a shorter folder"
              .formatted(MOST_BYTES, path, bytes));
    }
  }

  /** Listens there; a socket that was left there goes. */
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
   * Makes the socket in a folder of its own, which nobody else may enter, and moves it when nobody
   * else may open it. In its place it would be open to all for a moment.
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

  /** Refuses to take the place of a host that runs, or of a file that is no socket. */
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
      // Nobody is there, or whoever was there has ended.
    }
  }

  void delete() throws IOException {
    Files.deleteIfExists(path);
  }
}
