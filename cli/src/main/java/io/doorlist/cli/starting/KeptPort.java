package io.doorlist.cli.starting;

import io.doorlist.cli.console.Failure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/**
 * The port of the API that serves a folder's data. It stays the same from start to start, because
 * phones know it. If another program has it and no phone is paired, the folder gets another port.
 */
final class KeptPort {
  private static final String FILE = "port";
  private static final int LARGEST = 65_535;

  private final Path file;
  private final int usual;

  /**
   * Creates the object for the port of a folder.
   *
   * @param usual the port of a new folder, if it is free
   */
  KeptPort(Path folder, int usual) {
    this.file = folder.resolve(FILE);
    this.usual = usual;
  }

  /**
   * Returns the port, and writes it down for the next start.
   *
   * @param paired whether phones know the port; only asked if another program has it
   */
  int choose(BooleanSupplier paired) {
    try {
      int port = kept();
      if (!free(port)) {
        if (paired.getAsBoolean()) {
          throw new Failure(taken(port));
        }
        port = any();
      }
      Files.writeString(file, port + "\n");
      return port;
    } catch (IOException e) {
      throw new Failure("the port cannot be kept in " + file, e);
    }
  }

  private static String taken(int port) {
    return "%s has port %d, where your phones look for Doorlist: end it, and start Doorlist again"
        .formatted(PortHolder.of(port).orElse("another program"), port);
  }

  private int kept() throws IOException {
    if (Files.notExists(file)) {
      return usual;
    }
    String text = Files.readString(file).strip();
    try {
      int port = Integer.parseInt(text);
      if (port > 0 && port <= LARGEST) {
        return port;
      }
    } catch (NumberFormatException e) {
      throw new Failure("%s should have a port, and has '%s'".formatted(file, text), e);
    }
    throw new Failure("%s should have a port, and has '%s'".formatted(file, text));
  }

  static boolean free(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      // With this option on Linux and macOS, a port counts as free even while the last connections
      // of its former owner are closing.
      socket.setReuseAddress(!System.getProperty("os.name").startsWith("Windows"));
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static int any() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
