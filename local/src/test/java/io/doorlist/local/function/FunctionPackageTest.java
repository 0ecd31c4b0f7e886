package io.doorlist.local.function;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.local.function.FunctionPackage.Services;
import io.doorlist.local.template.Deployment.FunctionSpec;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FunctionPackageTest {
  @TempDir private Path folder;

  /** In the archive packages are folders, and belong to whoever unpacked it. */
  @Test
  void extract_copiesAFolder() throws IOException {
    Path from = folder.resolve("function.zip");
    Files.createDirectories(from.resolve("lib"));
    Files.writeString(from.resolve("lib").resolve("one.jar"), "one");
    FunctionSpec spec =
        new FunctionSpec("Greeter", from, "Greeter", 128, Duration.ofSeconds(1), Map.of());

    Path to = FunctionPackage.extract(spec, folder.resolve("to"));

    assertEquals("one", Files.readString(to.resolve("lib").resolve("one.jar")));
  }

  /** An archive has what several functions use once, and a start copies none of it. */
  @Test
  void load_runsAFolderWhereItIs_withTheJarsThatItShares() throws IOException {
    Path from = folder.resolve("function.zip");
    jar(folder.resolve("lib/shared.jar"), "shared.txt");
    jar(from.resolve("lib/own.jar"), "own.txt");
    Files.writeString(from.resolve("lib/shared"), "../../lib/shared.jar\n");
    Files.writeString(from.resolve("here.txt"), "here.txt");
    FunctionSpec spec =
        new FunctionSpec(
            "Greeter", from, "Greeter", 128, Duration.ofSeconds(1), Map.of("TABLE_NAME", "one"));
    Services services = new Services(null, null, URI.create("http://127.0.0.1:1"));

    Path root = FunctionPackage.prepare(spec, services, folder.resolve("to"));

    try (Stream<Path> made = Files.list(root)) {
      assertEquals(List.of(root.resolve("environment.properties")), made.toList());
    }
    try (FunctionLoader loader = FunctionPackage.load(spec, services, root)) {
      for (String each : List.of("here.txt", "own.txt", "shared.txt")) {
        try (InputStream content = loader.getResourceAsStream(each)) {
          assertEquals(each, new String(content.readAllBytes(), StandardCharsets.UTF_8));
        }
      }
      try (InputStream content = loader.getResourceAsStream("environment.properties")) {
        Properties variables = new Properties();
        variables.load(content);
        assertEquals("one", variables.getProperty("TABLE_NAME"));
      }
    }
    Path whole = FunctionPackage.extract(spec, folder.resolve("whole"));
    try (Stream<Path> libraries = Files.list(whole.resolve("lib"))) {
      assertEquals(
          List.of("own.jar", "shared.jar"),
          libraries.map(each -> each.getFileName().toString()).sorted().toList());
    }
  }

  private static void jar(Path jar, String entry) throws IOException {
    Files.createDirectories(jar.getParent());
    try (OutputStream out = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.putNextEntry(new ZipEntry(entry));
      zip.write(entry.getBytes(StandardCharsets.UTF_8));
      zip.closeEntry();
    }
  }
}
