package io.doorlist.local.function;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.local.LocalHost;
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
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FunctionPackageTest {
  private static final String OF_THE_HOST = "com/fasterxml/jackson/core/JsonFactory.class";

  @TempDir private Path folder;

  /** A package may be a folder, as in the archive. */
  @Test
  void extract_copiesAFolder() throws IOException {
    Path from = folder.resolve("function.zip");
    jar(from.resolve("lib/one.jar"), "one.txt");

    Path to = FunctionPackage.extract(spec(from), folder.resolve("to"));

    assertTrue(Files.exists(to.resolve("lib/one.jar")));
  }

  @Test
  void isolated_hasItsPackage_andNothingOfTheHost() throws IOException {
    try (FunctionLoader loader = load(zip(), true)) {
      assertEquals("here.txt", content(loader, "here.txt"));
      assertEquals("own.txt", content(loader, "own.txt"));
      assertTrue(content(loader, "environment.properties").contains("TABLE_NAME=one"));
      assertNull(loader.getResource(OF_THE_HOST));
    }
  }

  /** What the host does not have comes from the package where it is. */
  @Test
  void sharing_hasTheClassesOfItsPackage_andNotItsJars_butTheHosts() throws IOException {
    Path unpacked = folder.resolve("unpacked");
    FunctionPackage.extract(spec(zip()), unpacked);
    for (Path each : List.of(zip(), unpacked)) {
      try (FunctionLoader loader = load(each, false)) {
        assertEquals("here.txt", content(loader, "here.txt"));
        assertNull(loader.getResource("own.txt"));
        assertTrue(content(loader, "environment.properties").contains("TABLE_NAME=one"));
        assertNotNull(loader.getResource(OF_THE_HOST));
      }
      try (Stream<Path> made = Files.list(folder.resolve("to"))) {
        assertEquals(
            List.of("environment.properties"),
            made.map(file -> file.getFileName().toString()).toList());
      }
      LocalHost.delete(folder.resolve("to"));
    }
  }

  private FunctionLoader load(Path from, boolean isolated) {
    Services services = new Services(null, null, URI.create("http://127.0.0.1:1"));
    return FunctionPackage.prepare(spec(from), services, isolated, folder.resolve("to")).load();
  }

  private static FunctionSpec spec(Path from) {
    return new FunctionSpec(
        "Greeter", from, "Greeter", 128, Duration.ofSeconds(1), Map.of("TABLE_NAME", "one"));
  }

  /** Returns a package with a file at its root and a jar. */
  private Path zip() throws IOException {
    Path own = folder.resolve("own.jar");
    jar(own, "own.txt");
    Path zip = folder.resolve("function.zip");
    try (OutputStream out = Files.newOutputStream(zip);
        ZipOutputStream entries = new ZipOutputStream(out)) {
      entries.putNextEntry(new ZipEntry("here.txt"));
      entries.write("here.txt".getBytes(StandardCharsets.UTF_8));
      entries.putNextEntry(new ZipEntry("lib/own.jar"));
      Files.copy(own, entries);
    }
    return zip;
  }

  private static String content(FunctionLoader loader, String name) throws IOException {
    try (InputStream content = loader.getResourceAsStream(name)) {
      return new String(content.readAllBytes(), StandardCharsets.UTF_8);
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
