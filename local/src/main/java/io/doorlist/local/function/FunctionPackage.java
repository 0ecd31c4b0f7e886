package io.doorlist.local.function;

import io.doorlist.local.failure.LocalHostException;
import io.doorlist.local.template.FunctionSpec;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * A function's package, unpacked as Lambda unpacks it: classes at the root, jars in {@code lib}. It
 * is a copy, so a build may replace the package while its functions run. A folder is one that is
 * unpacked already.
 */
public final class FunctionPackage implements AutoCloseable {
  private final FunctionLoader loader;

  private FunctionPackage(FunctionLoader loader) {
    this.loader = loader;
  }

  /**
   * Unpacks a package and adds the function's settings.
   *
   * @param directory the target; created if it does not exist
   * @throws LocalHostException if there is no package, or it is not a ZIP file
   */
  static FunctionPackage unpack(FunctionSpec function, Services services, Path directory) {
    Path root = extract(function, directory);
    try {
      FunctionSettings.write(function, services, root);
      URL[] path = classPath(root).toArray(URL[]::new);
      return new FunctionPackage(new FunctionLoader(function.name(), path, services.client()));
    } catch (IOException e) {
      throw unreadable(function, e);
    }
  }

  /**
   * Unpacks a package without loading it.
   *
   * @return the directory, absolute
   * @throws LocalHostException if there is no package, or it is not a ZIP file
   */
  public static Path extract(FunctionSpec function, Path directory) {
    Path archive = check(function);
    if (Files.isDirectory(archive)) {
      return copy(function, archive, directory.toAbsolutePath());
    }
    try (ZipFile zip = new ZipFile(archive.toFile())) {
      Path root = directory.toAbsolutePath().normalize();
      Files.createDirectories(root);
      for (Enumeration<? extends ZipEntry> all = zip.entries(); all.hasMoreElements(); ) {
        unpack(zip, all.nextElement(), root);
      }
      return root;
    } catch (IOException e) {
      throw unreadable(function, e);
    }
  }

  private static Path copy(FunctionSpec function, Path from, Path to) {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path each : (Iterable<Path>) all::iterator) {
        Path target = to.resolve(from.relativize(each));
        if (Files.isDirectory(each)) {
          Files.createDirectories(target);
        } else {
          Files.copy(each, target);
        }
      }
      return to;
    } catch (IOException e) {
      throw unreadable(function, e);
    }
  }

  private static LocalHostException unreadable(FunctionSpec function, IOException e) {
    return new LocalHostException(
        "the package of %s cannot be unpacked: %s".formatted(function.name(), function.codeUri()),
        e);
  }

  /**
   * Returns where the package is.
   *
   * @throws LocalHostException if it is not there
   */
  static Path check(FunctionSpec function) {
    if (!Files.exists(function.codeUri())) {
      throw new LocalHostException(
          "the package of %s is missing: %s (run mvn package)"
              .formatted(function.name(), function.codeUri()));
    }
    return function.codeUri();
  }

  private static void unpack(ZipFile zip, ZipEntry entry, Path root) throws IOException {
    Path target = root.resolve(entry.getName()).normalize();
    if (!target.startsWith(root)) {
      throw new IOException("an entry is outside its package");
    }
    if (!entry.isDirectory()) {
      Files.createDirectories(target.getParent());
      try (InputStream content = zip.getInputStream(entry)) {
        Files.copy(content, target);
      }
    }
  }

  private static List<URL> classPath(Path root) throws IOException {
    ArrayList<URL> path = new ArrayList<>();
    path.add(url(root));
    Path libraries = root.resolve("lib");
    if (Files.isDirectory(libraries)) {
      try (Stream<Path> files = Files.list(libraries)) {
        files
            .filter(file -> file.toString().endsWith(".jar"))
            .sorted()
            .forEach(file -> path.add(url(file)));
      }
    }
    return path;
  }

  private static URL url(Path path) {
    try {
      return path.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new UncheckedIOException(e);
    }
  }

  ClassLoader loader() {
    return loader;
  }

  @Override
  public void close() throws IOException {
    loader.close();
  }
}
