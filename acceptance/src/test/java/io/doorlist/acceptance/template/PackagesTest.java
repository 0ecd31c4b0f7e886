package io.doorlist.acceptance.template;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;

/** What the packages of the functions have, and have not. */
class PackagesTest {
  private static final Path ROOT = Path.of(System.getProperty("doorlist.root"));

  /**
   * What only a laptop needs: its table, its commands, and what these read and send with. It would
   * make every function larger (issue 71).
   */
  private static final Pattern OF_A_LAPTOP =
      Pattern.compile(
          ".*(org/sqlite|io/doorlist/(cli|table/(sqlite|socket))|jakarta/mail"
              + "|org/mozilla/universalchardet)/.*");

  @Test
  void packages_haveNothingOfALaptop() throws IOException {
    int packages = 0;
    List<String> found = new ArrayList<>();
    try (DirectoryStream<Path> functions = Files.newDirectoryStream(ROOT.resolve("functions"))) {
      for (Path function : functions) {
        Path zip = function.resolve("target/function.zip");
        if (Files.exists(zip)) {
          packages++;
          try (ZipInputStream in = new ZipInputStream(Files.newInputStream(zip))) {
            search(function.getFileName().toString(), in, found);
          }
        }
      }
    }
    assertEquals(List.of(), found);
    assertFalse(packages == 0, "no package is built");
  }

  private static void search(String place, ZipInputStream in, List<String> found)
      throws IOException {
    for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
      String name = entry.getName();
      if (OF_A_LAPTOP.matcher(name).matches()) {
        found.add(place + ": " + name);
      }
      if (name.endsWith(".jar")) {
        search(place + "/" + name, new ZipInputStream(in), found);
      }
    }
  }
}
