package io.doorlist.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PairedAddressTest {
  private static final URI HOME = URI.create("https://192.168.1.20:3000");
  private static final URI HALL = URI.create("https://10.0.0.7:3000");

  @TempDir private Path folder;

  @Test
  void anotherAddress_isSaidOnce() {
    assertEquals(Optional.empty(), PairedAddress.change(folder, HOME));
    assertEquals(Optional.empty(), PairedAddress.change(folder, HOME));

    String said = PairedAddress.change(folder, HALL).orElseThrow();
    assertTrue(said.startsWith("phones that were paired at " + HOME), said);

    assertEquals(Optional.empty(), PairedAddress.change(folder, HALL));
  }
}
