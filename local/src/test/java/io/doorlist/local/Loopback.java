package io.doorlist.local;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ThreadLocalRandom;

/** Ports of this machine. */
public final class Loopback {
  private Loopback() {}

  /** Returns a port that nobody has, and that the system gives nobody who asks for any. */
  public static int freePort() {
    while (true) {
      int port = ThreadLocalRandom.current().nextInt(20_000, 32_000);
      try (ServerSocket socket = new ServerSocket(port)) {
        return socket.getLocalPort();
      } catch (IOException e) {
        continue; // Somebody has it.
      }
    }
  }

  /** Checks that a port is open to this machine only: tries all its other addresses. */
  public static void assertOnly(int port) throws IOException {
    for (NetworkInterface each : NetworkInterface.networkInterfaces().toList()) {
      for (InetAddress address : each.inetAddresses().toList()) {
        if (!address.isLoopbackAddress()) {
          assertThrows(
              IOException.class, () -> new Socket(address, port).close(), address::toString);
        }
      }
    }
    new Socket("127.0.0.1", port).close();
  }
}
