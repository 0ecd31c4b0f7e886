package io.doorlist.packaging;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * Writes the package of a function, whose name is in template.yaml. Our classes are at the root,
 * and every jar is in {@code lib/}. The same content gives the same bytes, wherever and whenever it
 * is written.
 *
 * <p>Implementation note. The jars in the package are not compressed. The package compresses each
 * of them as a whole, so what its classes have in common takes space only once. This makes the
 * package smaller by a third, and the function reads classes without unpacking them. A file is left
 * out if an earlier jar has one with the same name and content, such as a licence. The classes of
 * the import are left out, too, unless the function's own classes name them. The descriptors of
 * Maven stay, because scanners find libraries by them.
 */
public final class FunctionPackager {
  private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 2, 1, 0, 0);

  private static final Pattern BUILDER =
      Pattern.compile(
          "^(Build-Tool-Jdk-Spec|Build-Jdk-Spec|Java-Version): .*\\R", Pattern.MULTILINE);

  private static final String MANIFEST = "META-INF/MANIFEST.MF";

  /** The package of the import, which writes orders. */
  private static final String IMPORT = "io/doorlist/ingest/";

  /** The files of the jars so far, by name and SHA-256. */
  private final Set<String> packed = new HashSet<>();

  private final boolean imports;

  private FunctionPackager(boolean imports) {
    this.imports = imports;
  }

  /**
   * The entry point for the build. If the package was made from files with the same names, sizes
   * and times, it stays as it is. Only its time is set to now.
   *
   * @param arguments the folder of our classes, the folder of the jars, and the package to write.
   *     Its SHA-256 goes into a file beside it.
   */
  public static void main(String[] arguments) throws IOException {
    Path classes = Path.of(arguments[0]);
    if (!Files.isDirectory(classes)) {
      // The build also calls this for the parent module of the functions, which has no classes.
      return;
    }
    Path jars = Path.of(arguments[1]);
    Path target = Path.of(arguments[2]);
    Path contents = target.resolveSibling(target.getFileName() + ".contents");
    String wanted = contents(classes, jars);
    if (Files.exists(target)
        && Files.exists(contents)
        && Files.readString(contents).equals(wanted)) {
      Files.setLastModifiedTime(target, FileTime.from(Instant.now()));
      return;
    }
    Files.deleteIfExists(contents);
    // A host that starts meanwhile finds the old package or the new one, and never a part of one.
    Path whole = target.resolveSibling(target.getFileName() + ".new");
    write(classes, jars, whole);
    Files.move(whole, target, StandardCopyOption.REPLACE_EXISTING);
    String sum = "%s  %s%n".formatted(sha256(Files.readAllBytes(target)), target.getFileName());
    Files.writeString(target.resolveSibling(target.getFileName() + ".sha256"), sum);
    Files.writeString(contents, wanted);
  }

  /** Returns a line for each file that decides what the package contains, including this class. */
  private static String contents(Path classes, Path jars) throws IOException {
    StringBuilder lines = new StringBuilder();
    Path self =
        Path.of(
            URI.create(
                FunctionPackager.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toString()));
    for (Path root : List.of(classes, jars, self)) {
      for (Path each : files(root)) {
        lines.append(each).append(' ').append(Files.size(each)).append(' ');
        lines.append(Files.getLastModifiedTime(each)).append('\n');
      }
    }
    return lines.toString();
  }

  /** Writes a package, with classes at the root and jars in {@code lib/}. */
  static void write(Path classes, Path jars, Path target) throws IOException {
    FunctionPackager packager = new FunctionPackager(names(classes, IMPORT));
    try (OutputStream file = Files.newOutputStream(target);
        ZipOutputStream zip = new ZipOutputStream(file)) {
      zip.setLevel(Deflater.BEST_COMPRESSION);
      for (Path each : files(classes)) {
        add(zip, name(classes.relativize(each)), Files.readAllBytes(each));
      }
      for (Path each : files(jars)) {
        add(zip, "lib/" + name(jars.relativize(each)), packager.stored(each));
      }
    }
  }

  /**
   * Returns whether some of these classes use a package. If they do, their constants contain its
   * name.
   */
  private static boolean names(Path classes, String name) throws IOException {
    for (Path each : files(classes)) {
      if (Files.readString(each, StandardCharsets.ISO_8859_1).contains(name)) {
        return true;
      }
    }
    return false;
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static String name(Path relative) {
    return relative.toString().replace('\\', '/');
  }

  private static void add(ZipOutputStream zip, String name, byte[] content) throws IOException {
    zip.putNextEntry(entry(name));
    zip.write(content);
    zip.closeEntry();
  }

  private static ZipEntry entry(String name) {
    ZipEntry entry = new ZipEntry(name);
    entry.setTimeLocal(NO_TIME);
    return entry;
  }

  /** Returns a jar with the same entries in the same order, but without compression. */
  private byte[] stored(Path jar) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (InputStream file = Files.newInputStream(jar);
        ZipInputStream from = new ZipInputStream(file);
        ZipOutputStream to = new ZipOutputStream(bytes)) {
      to.setMethod(ZipOutputStream.STORED);
      for (ZipEntry each = from.getNextEntry(); each != null; each = from.getNextEntry()) {
        byte[] content = withoutBuilder(each.getName(), from.readAllBytes());
        if (!isNeeded(each, content)) {
          continue;
        }
        CRC32 checksum = new CRC32();
        checksum.update(content);
        ZipEntry entry = entry(each.getName());
        entry.setSize(content.length);
        entry.setCrc(checksum.getValue());
        to.putNextEntry(entry);
        to.write(content);
        to.closeEntry();
      }
    }
    return bytes.toByteArray();
  }

  /** Returns whether a program could notice that the file is missing. */
  private boolean isNeeded(ZipEntry file, byte[] content) {
    String name = file.getName();
    if (!imports && name.startsWith(IMPORT)) {
      return false;
    }
    return file.isDirectory() || name.equals(MANIFEST) || packed.add(name + " " + sha256(content));
  }

  /**
   * Removes the lines about the JDK that built a jar from its manifest. Otherwise packages would
   * differ from build to build.
   */
  private static byte[] withoutBuilder(String name, byte[] content) {
    if (!name.equals(MANIFEST)) {
      return content;
    }
    String manifest = new String(content, StandardCharsets.ISO_8859_1);
    return BUILDER.matcher(manifest).replaceAll("").getBytes(StandardCharsets.ISO_8859_1);
  }

  static String sha256(byte[] content) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
