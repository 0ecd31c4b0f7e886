package io.doorlist.cli;

import io.doorlist.cli.console.Failure;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The address at which phones last found the data of a folder. A phone's browser keeps the page and
 * its data for that one address, so phones do not find this machine at another.
 */
final class PairedAddress {
  private static final String FILE = "lan-address";

  private PairedAddress() {}

  /**
   * Stores the present address. If the stored address was another one, this returns a message for
   * the operator.
   */
  static Optional<String> change(Path folder, URI now) {
    Path file = folder.resolve(FILE);
    try {
      String before = Files.exists(file) ? Files.readString(file).strip() : now.toString();
      Files.writeString(file, now.toString());
      return before.equals(now.toString())
          ? Optional.empty()
          : Optional.of(
              "phones that were paired at %s do not find this machine: give it that address again, or pair them again (doorlist pair)"
                  .formatted(before));
    } catch (IOException e) {
      throw new Failure("cannot write " + file, e);
    }
  }
}
