package io.doorlist.local.function;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.local.function.FunctionPackage.Services;
import io.doorlist.local.template.Deployment.FunctionSpec;
import java.io.File;
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

  /** A start copies no library that this process has, and all that a build may replace. */
  @Test
  void load_takesALibraryOfThisProcess_fromWhereItIs() throws IOException {
    Path library =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(Path::of)
            .filter(each -> each.getFileName().toString().startsWith("jackson-core-"))
            .findFirst()
            .orElseThrow();
    Path from = folder.resolve("function.zip");
    Path ours = folder.resolve("doorlist-own-1.jar");
    jar(ours, "own.txt");
    try (OutputStream out = Files.newOutputStream(from);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      for (Path each : List.of(library, ours)) {
        zip.putNextEntry(new ZipEntry("lib/" + each.getFileName()));
        Files.copy(each, zip);
        zip.closeEntry();
      }
    }
    FunctionSpec spec =
        new FunctionSpec("Greeter", from, "Greeter", 128, Duration.ofSeconds(1), Map.of());
    Services services = new Services(null, null, URI.create("http://127.0.0.1:1"));

    Path root = FunctionPackage.prepare(spec, services, folder.resolve("to"));

    try (Stream<Path> made = Files.list(root.resolve("lib"))) {
      assertEquals(
          List.of("doorlist-own-1.jar", "shared"),
          made.map(each -> each.getFileName().toString()).sorted().toList());
    }
    try (FunctionLoader loader = FunctionPackage.load(spec, services, root)) {
      assertNotNull(loader.findResource("own.txt"));
      assertNotNull(loader.findResource("com/fasterxml/jackson/core/JsonFactory.class"));
    }
    Path whole = FunctionPackage.extract(spec, folder.resolve("whole"));
    assertTrue(Files.exists(whole.resolve("lib").resolve(library.getFileName())));
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
