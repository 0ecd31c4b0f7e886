package io.doorlist.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

/** Functions of an `up` share the libraries of the command line, so it has all that they need. */
class SharedLibrariesTest {
  private static final Path ROOT = Path.of(System.getProperty("doorlist.root"));

  @Test
  void commandLine_hasTheLibrariesOfEveryFunction() throws IOException {
    Set<String> own;
    try (Stream<Path> jars = Files.list(ROOT.resolve("cli/target/cli"))) {
      own = jars.map(each -> library(each.toString())).collect(Collectors.toSet());
    }

    for (Path each : packages()) {
      TreeSet<String> missing = new TreeSet<>(libraries(each));
      assertFalse(missing.isEmpty(), each + " has no libraries");
      missing.removeAll(own);
      assertEquals(Set.of(), missing, each.toString());
    }
  }

  private static List<Path> packages() throws IOException {
    try (Stream<Path> folders = Files.list(ROOT.resolve("functions"))) {
      List<Path> packages =
          folders.map(each -> each.resolve("target/function.zip")).filter(Files::exists).toList();
      assertFalse(packages.isEmpty());
      return packages;
    }
  }

  private static List<String> libraries(Path function) throws IOException {
    try (ZipFile zip = new ZipFile(function.toFile())) {
      return zip.stream()
          .filter(entry -> entry.getName().endsWith(".jar"))
          .map(entry -> library(entry.getName()))
          .toList();
    }
  }

  /** Returns the name of a library without its version. */
  private static String library(String jar) {
    return jar.substring(jar.lastIndexOf('/') + 1).replaceFirst("-[0-9][^/]*\\.jar$", "");
  }
}
