package io.doorlist.packaging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlatformJarTest {
  @TempDir Path root;
  private Path jar;
  private Path target;

  @BeforeEach
  void aJarForTwoPlatforms() throws IOException {
    jar = root.resolve("one-1.0.jar");
    target = root.resolve("target.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      for (String each :
          List.of(
              "META-INF/MANIFEST.MF",
              "one/One.class",
              "one/native/",
              "one/native/Linux/x86/libone.so",
              "one/native/Linux/x86_64/libone.so",
              "one/native/Windows/x86_64/one.dll")) {
        zip.putNextEntry(new ZipEntry(each));
        if (!each.endsWith("/")) {
          zip.write(("this is " + each).getBytes());
        }
        zip.closeEntry();
      }
    }
  }

  @Test
  void write_takesTheLibraryOfThePlatformOut_andLeavesTheOthersOut() throws IOException {
    new PlatformJar(jar, "one/native/").write("Linux/x86", target, root.resolve("lib"));

    try (ZipFile zip = new ZipFile(target.toFile());
        Stream<Path> libraries = Files.list(root.resolve("lib"))) {
      assertEquals(
          List.of("META-INF/MANIFEST.MF", "one/One.class"),
          zip.stream().map(ZipEntry::getName).toList());
      assertEquals(
          "this is one/One.class",
          new String(zip.getInputStream(zip.getEntry("one/One.class")).readAllBytes()));
      assertEquals(List.of(root.resolve("lib/libone.so")), libraries.toList());
    }
    assertEquals(
        "this is one/native/Linux/x86/libone.so", Files.readString(root.resolve("lib/libone.so")));
  }

  @Test
  void write_makesTheSameBytesAgain() throws IOException {
    new PlatformJar(jar, "one/native/").write("Linux/x86_64", target, root.resolve("lib"));
    Path again = root.resolve("again.jar");
    new PlatformJar(jar, "one/native/").write("Linux/x86_64", again, root.resolve("other"));
    assertEquals(-1, Files.mismatch(target, again));
  }

  @Test
  void write_refusesAPlatformForWhichThereIsNone() {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> new PlatformJar(jar, "one/native/").write("Plan9/vax", target, root));
    assertEquals("one-1.0.jar has no library for Plan9/vax", refused.getMessage());
  }
}
