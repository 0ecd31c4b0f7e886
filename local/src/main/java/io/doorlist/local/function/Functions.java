package io.doorlist.local.function;

import io.doorlist.local.failure.LocalHostException;
import io.doorlist.local.function.FunctionPackage.Services;
import io.doorlist.local.template.Deployment.FunctionSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A host's functions. Each is created when it is first needed, and closed with the host.
 * Thread-safe.
 */
public final class Functions implements AutoCloseable {
  private final Map<String, FunctionSpec> specs;
  private final ServiceInterceptor onlooker;
  private final Services services;
  private final boolean isolated;
  private final Path directory;
  private final Map<String, LocalFunction> started = new ConcurrentHashMap<>();

  /**
   * Prepares functions. None is created yet.
   *
   * @param isolated as in {@link FunctionPackage}
   * @param directory where each function has a folder
   * @throws LocalHostException if a package does not exist
   */
  public Functions(
      Map<String, FunctionSpec> specs,
      ServiceInterceptor onlooker,
      Services services,
      boolean isolated,
      Path directory) {
    this.specs = Map.copyOf(specs);
    this.onlooker = onlooker;
    this.services = services;
    this.isolated = isolated;
    this.directory = directory;
    specs.values().forEach(FunctionPackage::check);
  }

  /**
   * Creates functions, all at the same time because loading their classes takes long.
   *
   * @throws LocalHostException if one cannot be created
   */
  public Map<String, LocalFunction> start(Set<String> names) {
    // The AWS SDK requires a region and credentials. They are the same for all functions.
    if (System.getProperty("aws.region") == null) {
      System.setProperty("aws.region", "eu-west-1");
    }
    System.setProperty("aws.accessKeyId", "local");
    System.setProperty("aws.secretAccessKey", "local");
    LinkedHashMap<String, Future<LocalFunction>> starting = new LinkedHashMap<>();
    try (ExecutorService threads = Executors.newThreadPerTaskExecutor(Thread::new)) {
      for (String name : names) {
        starting.put(
            name,
            threads.submit(
                () ->
                    started.computeIfAbsent(
                        name,
                        any ->
                            new LocalFunction(
                                FunctionPackage.prepare(
                                    specs.get(name),
                                    services.seenBy(onlooker, name),
                                    isolated,
                                    directory.resolve(name))))));
      }
    }
    LinkedHashMap<String, LocalFunction> functions = new LinkedHashMap<>();
    starting.forEach((name, each) -> functions.put(name, result(each)));
    return functions;
  }

  private static LocalFunction result(Future<LocalFunction> starting) {
    try {
      return starting.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof LocalHostException known
          ? known
          : new LocalHostException("a function cannot be made", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LocalHostException("a function was not made in time", e);
    }
  }

  @Override
  public void close() throws IOException {
    for (LocalFunction function : started.values()) {
      function.close();
    }
  }
}
