package io.doorlist.packaging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FunctionPackagerTest {
  @TempDir Path folder;

  @Test
  void write_keepsClassesAndJars_withTheJarsEntriesStored() throws Exception {
    Path target = written("first", FileTime.fromMillis(1_000_000_000_000L));

    try (ZipFile zip = new ZipFile(target.toFile())) {
      assertEquals(
          List.of("a/One.class", "b.txt", "lib/x.jar"),
          zip.stream().map(ZipEntry::getName).toList());
      assertEquals(
          List.of("META-INF/MANIFEST.MF=m\n", "x/=", "x/X.class=x"), entries(zip, "lib/x.jar"));
    }
  }

  @Test
  void write_keepsTheImport_forAFunctionThatNamesIt() throws Exception {
    Path classes = Files.createDirectories(folder.resolve("classes"));
    Files.writeString(classes.resolve("F.class"), "it calls io/doorlist/ingest/X");
    Path jars = Files.createDirectories(folder.resolve("jars"));
    jar(jars.resolve("1.jar"), List.of("io/doorlist/ingest/X.class=x"));
    Path target = folder.resolve("function.zip");

    FunctionPackager.write(classes, jars, target);

    try (ZipFile zip = new ZipFile(target.toFile())) {
      assertEquals(List.of("io/doorlist/ingest/X.class=x"), entries(zip, "lib/1.jar"));
    }
  }

  @Test
  void write_leavesOutWhatAnEarlierJarHas_andWhatNoFunctionNeeds() throws Exception {
    Path classes = Files.createDirectories(folder.resolve("classes"));
    Path jars = Files.createDirectories(folder.resolve("jars"));
    jar(
        jars.resolve("1.jar"),
        List.of("META-INF/MANIFEST.MF=m", "META-INF/LICENSE=l", "x/", "x/X.class=x"));
    jar(
        jars.resolve("2.jar"),
        List.of(
            "META-INF/MANIFEST.MF=m",
            "META-INF/LICENSE=l",
            "META-INF/maven/y/pom.xml=p",
            "io/doorlist/ingest/X.class=x",
            "x/",
            "x/X.class=other",
            "y/X.class=x"));
    Path target = folder.resolve("function.zip");

    FunctionPackager.write(classes, jars, target);

    try (ZipFile zip = new ZipFile(target.toFile())) {
      assertEquals(
          List.of("META-INF/MANIFEST.MF=m", "META-INF/LICENSE=l", "x/=", "x/X.class=x"),
          entries(zip, "lib/1.jar"));
      assertEquals(
          List.of(
              "META-INF/MANIFEST.MF=m",
              "META-INF/maven/y/pom.xml=p",
              "x/=",
              "x/X.class=other",
              "y/X.class=x"),
          entries(zip, "lib/2.jar"));
    }
  }

  @Test
  void write_makesTheSameBytes_inAnotherFolderAtAnotherTime() throws Exception {
    Path first = written("first", FileTime.fromMillis(1_000_000_000_000L));
    Path second = written("second", FileTime.fromMillis(1_700_000_000_000L));

    assertArrayEquals(Files.readAllBytes(first), Files.readAllBytes(second));
  }

  @Test
  void main_writesTheSum() throws Exception {
    Path target = written("first", FileTime.fromMillis(0));

    String sum = Files.readString(target.resolveSibling("function.zip.sha256"));

    byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(target));
    assertEquals(HexFormat.of().formatHex(digest) + "  function.zip", sum.strip());
  }

  @Test
  void main_leavesAPackageOfTheSameFiles_andWritesItAgain_whenOneHasChanged() throws Exception {
    Path target = written("first", FileTime.fromMillis(1_000_000_000_000L));
    byte[] before = Files.readAllBytes(target);
    Path classes = folder.resolve("first/classes");
    String[] arguments = {
      classes.toString(), folder.resolve("first/jars").toString(), target.toString()
    };
    Files.writeString(target, "left");
    Files.setLastModifiedTime(target, FileTime.fromMillis(0));

    FunctionPackager.main(arguments);

    assertEquals("left", Files.readString(target));
    assertTrue(Files.getLastModifiedTime(target).toMillis() > 0);
    Files.setLastModifiedTime(classes.resolve("b.txt"), FileTime.fromMillis(1));

    FunctionPackager.main(arguments);

    assertArrayEquals(before, Files.readAllBytes(target));
  }

  private Path written(String name, FileTime time) throws Exception {
    Path classes = Files.createDirectories(folder.resolve(name).resolve("classes"));
    Path jars = Files.createDirectories(folder.resolve(name).resolve("jars"));
    Files.createDirectories(classes.resolve("a"));
    Files.writeString(classes.resolve("a/One.class"), "one");
    Files.writeString(classes.resolve("b.txt"), "b");
    String manifest = "META-INF/MANIFEST.MF=m\nBuild-Tool-Jdk-Spec: " + name + "\n";
    jar(jars.resolve("x.jar"), List.of(manifest, "x/", "x/X.class=x"));
    for (Path each : List.of(classes.resolve("a/One.class"), classes.resolve("b.txt"))) {
      Files.setLastModifiedTime(each, time);
    }
    Path target = folder.resolve(name).resolve("function.zip");
    FunctionPackager.main(new String[] {classes.toString(), jars.toString(), target.toString()});
    return target;
  }

  /** Writes a jar; {@code NAME=CONTENT} is a file of it, {@code NAME/} a folder. */
  private static void jar(Path target, List<String> entries) throws IOException {
    try (OutputStream file = Files.newOutputStream(target);
        ZipOutputStream jar = new ZipOutputStream(file)) {
      for (String each : entries) {
        String[] parts = each.split("=", 2);
        ZipEntry entry = new ZipEntry(parts[0]);
        entry.setLastModifiedTime(FileTime.fromMillis(1_500_000_000_000L));
        jar.putNextEntry(entry);
        jar.write((parts.length == 1 ? "" : parts[1]).getBytes(UTF_8));
        jar.closeEntry();
      }
    }
  }

  /** Returns what a jar of a package has, as {@code NAME=CONTENT}, none of it compressed. */
  private static List<String> entries(ZipFile zip, String jar) throws IOException {
    byte[] bytes = zip.getInputStream(zip.getEntry(jar)).readAllBytes();
    List<String> entries = new ArrayList<>();
    try (ZipInputStream inside = new ZipInputStream(new ByteArrayInputStream(bytes))) {
      for (ZipEntry each = inside.getNextEntry(); each != null; each = inside.getNextEntry()) {
        assertEquals(ZipEntry.STORED, each.getMethod());
        entries.add(each.getName() + "=" + new String(inside.readAllBytes(), UTF_8));
      }
    }
    return entries;
  }
}
