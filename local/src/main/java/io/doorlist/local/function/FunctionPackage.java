package io.doorlist.local.function;

import io.doorlist.local.failure.LocalHostException;
import io.doorlist.local.table.HostTable;
import io.doorlist.local.template.Deployment.FunctionSpec;
import io.doorlist.table.Engine;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * A function's package, unpacked as Lambda unpacks it, with classes at the root and jars in {@code
 * lib}. It is a copy, so a build may replace the package while its functions run. A folder is a
 * package that is already unpacked. It runs where it is, because no build replaces it. A file
 * {@code lib/shared} names jars that a package shares with others, each by its path from {@code
 * lib}.
 */
public final class FunctionPackage {
  private static final Path SHARED = Path.of("shared");

  private FunctionPackage() {}

  /**
   * Where functions find the services that they call.
   *
   * @param dynamodb the URL of DynamoDB, or {@code null} if the table is in this process
   * @param table the table in this process, or {@code null} if functions use HTTP
   * @param queues the URL of SQS
   */
  public record Services(URI dynamodb, Engine table, URI queues) {
    public static Services of(HostTable table, URI queues) {
      return switch (table) {
        case HostTable.Here here -> new Services(null, here.engine(), queues);
        case HostTable.Elsewhere other -> new Services(other.dynamodb(), null, queues);
      };
    }

    Services seenBy(ServiceInterceptor onlooker, String function) {
      return new Services(
          dynamodb == null ? null : onlooker.between(function, dynamodb),
          table == null ? null : onlooker.between(function, table),
          onlooker.between(function, queues));
    }
  }

  /**
   * Unpacks a package and adds the function's environment. Functions share this process, whose
   * environment cannot change. So each finds its variables in a file in its package.
   *
   * @param directory the target; created if it does not exist
   * @return the directory, absolute
   * @throws LocalHostException if there is no package, or it cannot be unpacked
   */
  static Path prepare(FunctionSpec function, Services services, Path directory) {
    Path root =
        isUnpacked(function)
            ? empty(function, directory)
            : extract(function, directory, librariesOfHost());
    Properties variables = new Properties();
    variables.putAll(function.environment());
    if (services.dynamodb() != null) {
      variables.setProperty("AWS_ENDPOINT_URL_DYNAMODB", services.dynamodb().toString());
    }
    variables.setProperty("AWS_ENDPOINT_URL_SQS", services.queues().toString());
    try (Writer file = Files.newBufferedWriter(root.resolve("environment.properties"))) {
      variables.store(file, null);
      return root;
    } catch (IOException e) {
      throw unreadable(function, e);
    }
  }

  /**
   * Loads a function from its unpacked package.
   *
   * @param root as {@link #prepare} returned it
   * @throws LocalHostException if the package cannot be read
   */
  static FunctionLoader load(FunctionSpec function, Services services, Path root) {
    try {
      List<URL> path = classPath(root);
      if (isUnpacked(function)) {
        path.addAll(classPath(function.codeUri().toAbsolutePath()));
      }
      return new FunctionLoader(function.name(), path.toArray(URL[]::new), services.table());
    } catch (IOException e) {
      throw unreadable(function, e);
    }
  }

  /**
   * Returns the libraries of this process by their names in a package. They are not copied, because
   * copying takes half of the processor time of a start. Doorlist's own jars are left out here and
   * copied, because a build may replace them.
   */
  private static Map<String, Path> librariesOfHost() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(each -> each.endsWith(".jar"))
        .map(each -> Path.of(each).toAbsolutePath())
        .filter(each -> !each.getFileName().toString().startsWith("doorlist-"))
        .collect(
            Collectors.toMap(
                each -> "lib/" + each.getFileName(), each -> each, (one, other) -> one));
  }

  private static boolean isUnpacked(FunctionSpec function) {
    return Files.isDirectory(check(function));
  }

  private static Path empty(FunctionSpec function, Path directory) {
    try {
      return Files.createDirectories(directory.toAbsolutePath());
    } catch (IOException e) {
      throw unreadable(function, e);
    }
  }

  private static List<URL> classPath(Path root) throws IOException {
    List<URL> path = new ArrayList<>();
    path.add(root.toUri().toURL());
    for (Path each : libraries(root)) {
      path.add(each.toUri().toURL());
    }
    return path;
  }

  private static List<Path> libraries(Path root) throws IOException {
    Path folder = root.resolve("lib");
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    List<Path> all = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      files.filter(each -> each.toString().endsWith(".jar")).forEach(all::add);
    }
    Path shared = folder.resolve(SHARED);
    if (Files.exists(shared)) {
      Files.readAllLines(shared).forEach(line -> all.add(folder.resolve(line).normalize()));
    }
    all.sort(Comparator.comparing(Path::getFileName));
    return all;
  }

  /**
   * Unpacks a package without loading it.
   *
   * @return the directory, absolute
   * @throws LocalHostException if there is no package, or it cannot be unpacked
   */
  public static Path extract(FunctionSpec function, Path directory) {
    return extract(function, directory, Map.of());
  }

  private static Path extract(FunctionSpec function, Path directory, Map<String, Path> shared) {
    Path archive = check(function);
    Path root = directory.toAbsolutePath();
    try {
      if (Files.isDirectory(archive)) {
        copy(archive, root);
      } else {
        unpack(archive, root, shared);
      }
      return root;
    } catch (IOException e) {
      throw unreadable(function, e);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path each : all.filter(each -> !each.endsWith(SHARED)).toList()) {
        Files.copy(each, to.resolve(from.relativize(each)));
      }
    }
    for (Path each : libraries(from)) {
      Path target = to.resolve("lib").resolve(each.getFileName());
      if (Files.notExists(target)) {
        Files.copy(each, target);
      }
    }
  }

  private static void unpack(Path archive, Path root, Map<String, Path> shared) throws IOException {
    List<String> elsewhere = new ArrayList<>();
    try (ZipFile zip = new ZipFile(archive.toFile())) {
      for (ZipEntry entry : zip.stream().filter(each -> !each.isDirectory()).toList()) {
        if (shared.containsKey(entry.getName())) {
          elsewhere.add(shared.get(entry.getName()).toString());
          continue;
        }
        Path target = root.resolve(entry.getName());
        Files.createDirectories(target.getParent());
        try (InputStream content = zip.getInputStream(entry)) {
          Files.copy(content, target);
        }
      }
    }
    if (!elsewhere.isEmpty()) {
      Files.write(Files.createDirectories(root.resolve("lib")).resolve(SHARED), elsewhere);
    }
  }

  private static LocalHostException unreadable(FunctionSpec function, IOException e) {
    return new LocalHostException(
        "the package of %s cannot be unpacked: %s".formatted(function.name(), function.codeUri()),
        e);
  }

  /** Returns where the package is. Fails if it does not exist. */
  static Path check(FunctionSpec function) {
    if (!Files.exists(function.codeUri())) {
      throw new LocalHostException(
          "the package of %s is missing: %s (run mvn package)"
              .formatted(function.name(), function.codeUri()));
    }
    return function.codeUri();
  }
}
