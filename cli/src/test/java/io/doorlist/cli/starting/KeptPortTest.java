package io.doorlist.cli.starting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.doorlist.cli.console.Failure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptPortTest {
  @TempDir private Path folder;

  @Test
  void choose_takesTheUsualPort_andKeepsIt() throws IOException {
    int usual = free();
    assertEquals(usual, new KeptPort(folder, usual).choose(() -> fail("nobody asks")));
    assertEquals(usual, new KeptPort(folder, free()).choose(() -> fail("nobody asks")));
  }

  @Test
  void choose_takesAnother_whileNoPhoneIsPaired() throws IOException {
    try (ServerSocket other = taken()) {
      int chosen = new KeptPort(folder, other.getLocalPort()).choose(() -> false);
      assertNotEquals(other.getLocalPort(), chosen);
      assertTrue(KeptPort.free(chosen));
      // The next start asks for the same one.
      assertEquals(chosen, new KeptPort(folder, free()).choose(() -> fail("nobody asks")));
    }
  }

  @Test
  void choose_saysWhoHasThePort_ifPhonesKnowIt() throws IOException {
    try (ServerSocket other = taken()) {
      Files.writeString(folder.resolve("port"), other.getLocalPort() + "\n");
      Failure refused =
          assertThrows(Failure.class, () -> new KeptPort(folder, 1).choose(() -> true));
      String holder =
          "java (process %d) has port %d, where your phones look for Doorlist: end it, and start Doorlist again";
      assertEquals(
          holder.formatted(ProcessHandle.current().pid(), other.getLocalPort()),
          refused.getMessage());
    }
    assertTrue(Files.readString(folder.resolve("port")).length() > 1, "it is still kept");
  }

  @Test
  void choose_refusesAFileThatHasNoPort() throws IOException {
    for (String text : List.of("", "x", "0", "70000")) {
      Files.writeString(folder.resolve("port"), text);
      Failure refused =
          assertThrows(Failure.class, () -> new KeptPort(folder, 1).choose(() -> false));
      assertEquals(
          "%s should have a port, and has '%s'".formatted(folder.resolve("port"), text),
          refused.getMessage());
    }
  }

  /** What Windows and macOS print, in German too. */
  @Test
  void holder_isReadFromWhatOtherSystemsPrint() {
    List<String> netstat =
        List.of(
            "Aktive Verbindungen",
            "",
            "  Proto  Lokale Adresse         Remoteadresse          Status           PID",
            "  TCP    127.0.0.1:49152        127.0.0.1:3000         HERGESTELLT      12",
            "  TCP    127.0.0.1:3000         127.0.0.1:49152        HERGESTELLT      4711",
            "  TCP    127.0.0.1:13000        0.0.0.0:0              ABHÖREN          13",
            "  TCP    0.0.0.0:3000           0.0.0.0:0              ABHÖREN          4712");
    assertEquals(Optional.of(4712L), PortHolder.ofNetstat(netstat, 3000));
    assertEquals(Optional.empty(), PortHolder.ofNetstat(netstat, 3001));
    assertEquals(Optional.of(815L), PortHolder.ofLsof(List.of("p815", "f7")));
    assertEquals(Optional.empty(), PortHolder.ofLsof(List.of()));
  }

  private static ServerSocket taken() throws IOException {
    return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  private static int free() throws IOException {
    try (ServerSocket socket = taken()) {
      return socket.getLocalPort();
    }
  }
}
