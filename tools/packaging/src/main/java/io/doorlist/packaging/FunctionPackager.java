package io.doorlist.packaging;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
 * Writes a function's package, as template.yaml names it: our classes at the root, every jar under
 * {@code lib/}. The same contents give the same bytes, wherever and whenever it is written.
 *
 * <p>Implementation note: the jars are stored, not compressed, and the package compresses them
 * whole. What classes have in common is then stored once: two thirds of the size, and the function
 * reads its classes without inflating them. A file that an earlier jar has with the same name and
 * the same content, such as a licence, is left out. So is the import, unless the function's own
 * classes name it. Maven's descriptors stay: scanners know libraries by them.
 */
public final class FunctionPackager {
  private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 2, 1, 0, 0);

  private static final Pattern BUILDER =
      Pattern.compile(
          "^(Build-Tool-Jdk-Spec|Build-Jdk-Spec|Java-Version): .*\\R", Pattern.MULTILINE);

  private static final String MANIFEST = "META-INF/MANIFEST.MF";

  /** The import, which writes orders. */
  private static final String IMPORT = "io/doorlist/ingest/";

  /** Files of the jars so far, by name and SHA-256. */
  private final Set<String> packed = new HashSet<>();

  private final boolean imports;

  private FunctionPackager(boolean imports) {
    this.imports = imports;
  }

  /**
   * Runs it in a build. A package of the same files, by name, size and time, stays as it is, except
   * that its time says that it is up to date.
   *
   * @param arguments the directory of our classes, that of the jars, and the package to write; its
   *     SHA-256 is written next to it
   */
  public static void main(String[] arguments) throws IOException {
    Path classes = Path.of(arguments[0]);
    if (!Files.isDirectory(classes)) {
      // The parent of the functions' modules runs this too, as its own configuration applies to it.
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
    write(classes, jars, target);
    String sum = "%s  %s%n".formatted(sha256(Files.readAllBytes(target)), target.getFileName());
    Files.writeString(target.resolveSibling(target.getFileName() + ".sha256"), sum);
    Files.writeString(contents, wanted);
  }

  /** Returns a line for each file that decides what is in a package, this class among them. */
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

  /** Writes a package: classes to the root, jars to {@code lib/}. */
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

  /** Returns whether classes name a package, as their constants do. */
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

  /** Returns a jar with its entries in the same order, none of them compressed. */
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

  /** Returns whether anything could notice whether a file exists. */
  private boolean isNeeded(ZipEntry file, byte[] content) {
    String name = file.getName();
    if (!imports && name.startsWith(IMPORT)) {
      return false;
    }
    return file.isDirectory() || name.equals(MANIFEST) || packed.add(name + " " + sha256(content));
  }

  /** Removes Maven's JDK from a manifest: packages would otherwise differ from build to build. */
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
