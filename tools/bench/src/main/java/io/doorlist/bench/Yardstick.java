package io.doorlist.bench;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.doorlist.local.template.FunctionSpec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A function for comparison: the least that a start can cost. */
enum Yardstick {
  /** Does nothing. */
  FLOOR("floor", FloorFunction.class),

  /** Reads an item with the HTTP client of Doorlist's functions. */
  SDK_APACHE("sdk-apache", SdkFunction.class),

  /** Reads an item with the JDK's old HTTP client. */
  SDK_URL_CONNECTION("sdk-url-connection", SdkFunction.class);

  private static final List<String> APACHE =
      List.of("apache-client-", "httpclient-", "httpcore-", "commons-");
  private static final Path CLI = BenchTable.ROOT.resolve("tools/bench/target/cli");

  /** Its name among the inputs. */
  final String title;

  private final Class<? extends RequestStreamHandler> handler;

  Yardstick(String title, Class<? extends RequestStreamHandler> handler) {
    this.title = title;
    this.handler = handler;
  }

  /** Returns the yardstick with this name, if there is one. */
  static Optional<Yardstick> of(String title) {
    return Arrays.stream(values()).filter(each -> each.title.equals(title)).findFirst();
  }

  /** Returns it as a function with the memory and time of another. */
  FunctionSpec function(FunctionSpec like, Path folder) {
    return new FunctionSpec(
        title,
        folder,
        handler.getName(),
        like.memoryMegabytes(),
        like.timeout(),
        Map.of("TABLE_NAME", LongLists.TABLE));
  }

  /**
   * Writes its package.
   *
   * @param code the target folder
   * @param like a package of Doorlist's, unpacked, which has the SDK
   */
  void unpack(Path code, Path like) throws IOException {
    String file = handler.getName().replace('.', '/') + ".class";
    Files.createDirectories(code.resolve(file).getParent());
    try (InputStream bytes = handler.getResourceAsStream("/" + file)) {
      Files.copy(bytes, code.resolve(file));
    }
    Path lib = Files.createDirectories(code.resolve("lib"));
    switch (this) {
      case FLOOR -> {}
      case SDK_APACHE -> copy(like.resolve("lib"), name -> !name.startsWith("doorlist-"), lib);
      case SDK_URL_CONNECTION -> {
        copy(
            like.resolve("lib"),
            name -> !name.startsWith("doorlist-") && APACHE.stream().noneMatch(name::startsWith),
            lib);
        copy(CLI, name -> name.startsWith("url-connection-client-"), lib);
      }
    }
  }

  private static void copy(Path from, Predicate<String> taken, Path to) throws IOException {
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.filter(each -> taken.test(each.getFileName().toString())).toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }
}
