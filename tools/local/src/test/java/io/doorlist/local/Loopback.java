package io.doorlist.local;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;

/** Checks that a port is open to this machine only. */
public final class Loopback {
  private Loopback() {}

  /** Tries the port at every other address of this machine. */
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
