package io.doorlist.local.function;

import io.doorlist.local.failure.LocalHostException;
import io.doorlist.local.table.HostTable;
import io.doorlist.local.template.Deployment.FunctionSpec;
import io.doorlist.table.Engine;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * A function's package, and how the function runs from it. A package is a zip file with classes at
 * the root and jars in {@code lib}, or a folder with the same contents.
 *
 * @param isolated whether the function runs from the package alone, which is then unpacked as
 *     Lambda unpacks it. Otherwise it shares the host's classes, and takes from the package only
 *     those that the host does not have.
 * @param root the folder of the function's settings, and of an isolated function's code
 */
public record FunctionPackage(FunctionSpec spec, Services services, boolean isolated, Path root) {
  private static final String SETTINGS = "environment.properties";

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
   * Makes a function ready to be loaded. Functions share this process, whose environment cannot
   * change. So each finds its variables in a file.
   *
   * @param directory the function's folder; created if it does not exist
   * @throws LocalHostException if there is no package, or it cannot be unpacked
   */
  static FunctionPackage prepare(
      FunctionSpec spec, Services services, boolean isolated, Path directory) {
    check(spec);
    Properties variables = new Properties();
    variables.putAll(spec.environment());
    if (services.dynamodb() != null) {
      variables.setProperty("AWS_ENDPOINT_URL_DYNAMODB", services.dynamodb().toString());
    }
    variables.setProperty("AWS_ENDPOINT_URL_SQS", services.queues().toString());
    try {
      Path root = Files.createDirectories(directory.toAbsolutePath());
      if (isolated) {
        extract(spec, root);
      }
      try (Writer file = Files.newBufferedWriter(root.resolve(SETTINGS))) {
        variables.store(file, null);
      }
      return new FunctionPackage(spec, services, isolated, root);
    } catch (IOException e) {
      throw unreadable(spec, e);
    }
  }

  /**
   * Loads the function. Each call returns a new loader.
   *
   * @throws LocalHostException if the package cannot be read
   */
  FunctionLoader load() {
    try {
      List<URL> path = new ArrayList<>();
      path.add(root.toUri().toURL());
      if (!isolated) {
        path.add(spec.codeUri().toUri().toURL());
        return FunctionLoader.sharing(spec.name(), path.toArray(URL[]::new), services.table());
      }
      for (Path each : libraries()) {
        path.add(each.toUri().toURL());
      }
      return FunctionLoader.isolating(spec.name(), path.toArray(URL[]::new), services.table());
    } catch (IOException e) {
      throw unreadable(spec, e);
    }
  }

  private List<Path> libraries() throws IOException {
    Path folder = root.resolve("lib");
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(each -> each.toString().endsWith(".jar")).sorted().toList();
    }
  }

  /**
   * Unpacks a package without loading it.
   *
   * @return the directory, absolute
   * @throws LocalHostException if there is no package, or it cannot be unpacked
   */
  public static Path extract(FunctionSpec function, Path directory) {
    Path archive = check(function);
    Path root = directory.toAbsolutePath();
    try {
      if (Files.isDirectory(archive)) {
        copy(archive, root);
      } else {
        unpack(archive, root);
      }
      return root;
    } catch (IOException e) {
      throw unreadable(function, e);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path each : all.filter(Files::isRegularFile).toList()) {
        Path target = to.resolve(from.relativize(each));
        Files.createDirectories(target.getParent());
        Files.copy(each, target);
      }
    }
  }

  private static void unpack(Path archive, Path root) throws IOException {
    try (ZipFile zip = new ZipFile(archive.toFile())) {
      for (ZipEntry entry : zip.stream().filter(each -> !each.isDirectory()).toList()) {
        Path target = root.resolve(entry.getName());
        Files.createDirectories(target.getParent());
        try (InputStream content = zip.getInputStream(entry)) {
          Files.copy(content, target);
        }
      }
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
