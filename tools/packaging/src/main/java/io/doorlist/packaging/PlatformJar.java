package io.doorlist.packaging;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Takes the native libraries out of a jar, for one platform. The libraries go beside the jar, where
 * they can be loaded at once. The new jar has none.
 */
public final class PlatformJar {
  private final Path jar;
  private final String libraries;

  /**
   * Creates the packager of a jar.
   *
   * @param libraries the folder in the jar that has a folder of libraries for each platform
   */
  PlatformJar(Path jar, String libraries) {
    this.jar = jar;
    this.libraries = libraries;
  }

  /**
   * The entry point for the build.
   *
   * @param arguments the jar, the folder in it, the platform's folder in that, the jar to write,
   *     and the folder for the libraries
   */
  public static void main(String[] arguments) throws IOException {
    new PlatformJar(Path.of(arguments[0]), arguments[1])
        .write(arguments[2], Path.of(arguments[3]), Path.of(arguments[4]));
  }

  /**
   * Writes the jar without libraries, and the libraries for one platform.
   *
   * @throws IllegalArgumentException if the jar has none for the platform
   */
  void write(String platform, Path target, Path folder) throws IOException {
    String wanted = libraries + platform + "/";
    boolean found = false;
    Files.createDirectories(folder);
    try (ZipFile from = new ZipFile(jar.toFile());
        OutputStream file = Files.newOutputStream(target);
        ZipOutputStream to = new ZipOutputStream(file)) {
      for (ZipEntry each : from.stream().filter(each -> !each.isDirectory()).toList()) {
        String name = each.getName();
        try (InputStream content = from.getInputStream(each)) {
          if (!name.startsWith(libraries)) {
            ZipEntry copy = new ZipEntry(name);
            copy.setTimeLocal(each.getTimeLocal());
            to.putNextEntry(copy);
            content.transferTo(to);
            to.closeEntry();
          } else if (name.startsWith(wanted)) {
            found = true;
            Files.copy(content, folder.resolve(name.substring(wanted.length())));
          }
        }
      }
    }
    if (!found) {
      throw new IllegalArgumentException(jar.getFileName() + " has no library for " + platform);
    }
  }
}
