package io.doorlist.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * The API on one machine: reads the template and serves it over HTTP on the loopback interface as
 * API Gateway and Lambda would, from the packages that would be deployed.
 */
public final class LocalHost implements AutoCloseable {
  private static final Duration GATEWAY_TIMEOUT = Duration.ofSeconds(29);
  private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(2);
  private static final int MOST_CONNECTIONS = 4_096;

  /** Room for the gateway's own limit on headers and a target beyond its limit on ARNs. */
  private static final int MOST_HEAD_BYTES = 32 * 1024;

  private final Deque<AutoCloseable> resources;
  private final int port;

  private LocalHost(Deque<AutoCloseable> resources, int port) {
    this.resources = resources;
    this.port = port;
  }

  /**
   * What to serve and where.
   *
   * @param template the SAM template; packages are found relative to it
   * @param port 0 for any free one
   * @param dynamodb where DynamoDB answers
   * @param tableName what the template's table is called there
   * @param parameters values for the template's parameters by name; the others have their defaults
   * @param urlParameter the parameter that is told where the API answers, whatever the port; {@code
   *     null} if none is
   * @param onlooker sees what functions call
   */
  public record Options(
      Path template,
      int port,
      URI dynamodb,
      String tableName,
      Map<String, String> parameters,
      String urlParameter,
      Onlooker onlooker) {

    public Options {
      Objects.requireNonNull(template);
      Objects.requireNonNull(dynamodb);
      Objects.requireNonNull(tableName);
      parameters = Map.copyOf(parameters);
      Objects.requireNonNull(onlooker);
    }

    /** Creates options that tell no parameter where the API answers, and with no onlooker. */
    public Options(
        Path template, int port, URI dynamodb, String tableName, Map<String, String> parameters) {
      this(template, port, dynamodb, tableName, parameters, null, (function, service) -> service);
    }

    /** Returns the same options with a parameter that is told where the API answers. */
    public Options tellingUrl(String parameter) {
      return new Options(template, port, dynamodb, tableName, parameters, parameter, onlooker);
    }

    /** Returns the same options with an onlooker. */
    public Options seenBy(Onlooker other) {
      return new Options(template, port, dynamodb, tableName, parameters, urlParameter, other);
    }

    private Map<String, String> parametersAt(URI url) {
      var all = new HashMap<>(parameters);
      if (urlParameter != null) {
        all.put(urlParameter, url.toString());
      }
      return all;
    }
  }

  /** Stands between functions and the services that they call. */
  public interface Onlooker {
    /**
     * Returns where a function is to call a service, which may be where it answers.
     *
     * @param function its logical id
     * @param service where DynamoDB or SQS answers
     */
    URI between(String function, URI service);
  }

  /**
   * Starts every function that the API calls, and then the API. Functions find their environment in
   * system properties, so hosts in one process that differ in it must start one after the other,
   * and a function must read it in its constructor.
   *
   * @throws LocalHostException if the template is broken, a package or a handler is not there, a
   *     function cannot be made, or the port is in use
   */
  public static LocalHost start(Options options) {
    return start(options, InstantSource.system());
  }

  /**
   * Starts on a time of the caller's own: the gateway keeps the authorizer's answers by it, and
   * tells it to functions as the time of a request.
   *
   * @throws LocalHostException as {@link #start(Options)}
   */
  public static LocalHost start(Options options, InstantSource clock) {
    return start(options, GATEWAY_TIMEOUT, clock);
  }

  static LocalHost start(Options options, Duration gatewayTimeout, InstantSource clock) {
    var resources = new ArrayDeque<AutoCloseable>();
    try {
      Template template = Template.read(options.template());
      LocalQueues queues = new LocalQueues();
      resources.push(queues);
      // The port comes first: to find it in use after making the functions would be late.
      Server server = server();
      ServerConnector connector = connector(server, options.port());
      resources.push(connector::close);
      connector.open();
      Map<String, String> parameters = options.parametersAt(url(connector.getLocalPort()));
      Deployment deployment =
          template.deployment(parameters, options.tableName(), queues.endpoint());
      Path directory = Files.createTempDirectory("doorlist-local-");
      resources.push(() -> delete(directory));
      Map<String, LocalFunction> functions =
          functions(deployment, options, queues.endpoint(), directory, resources);
      String region = System.getProperty("aws.region");
      var gateway = new Gateway(deployment, region, functions, gatewayTimeout, clock);
      server.setHandler(new GracefulHandler(new GatewayHandler(gateway)));
      server.setErrorHandler(new GatewayErrorHandler(gateway));
      resources.push(server::stop);
      server.start();
      Triggers triggers = new Triggers(deployment, options, directory, queues);
      resources.push(triggers);
      triggers.start();
      return new LocalHost(resources, connector.getLocalPort());
    } catch (Exception e) {
      close(resources);
      throw startFailure(options, e);
    }
  }

  private static LocalHostException startFailure(Options options, Exception failure) {
    if (failure instanceof LocalHostException known) {
      return known;
    }
    if (failure instanceof TemplateException broken) {
      return new LocalHostException(
          "the template cannot be served: " + broken.getMessage(), broken);
    }
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof BindException) {
        return new LocalHostException("port %d is in use".formatted(options.port()), failure);
      }
    }
    return new LocalHostException("the API does not start: " + failure.getMessage(), failure);
  }

  private static Server server() {
    // A request runs on a virtual thread; these few only watch connections.
    var threads = new QueuedThreadPool(16);
    threads.setName("doorlist-local");
    threads.setVirtualThreadsExecutor(VirtualThreads.getDefaultVirtualThreadsExecutor());
    var server = new Server(threads);
    server.setStopTimeout(STOP_TIMEOUT.toMillis());
    server.addBean(new NetworkConnectionLimit(MOST_CONNECTIONS, server));
    return server;
  }

  private static ServerConnector connector(Server server, int port) {
    var http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setRequestHeaderSize(MOST_HEAD_BYTES);
    // Else a value that differs in case only from an earlier one of the connection would be taken
    // for that one.
    http.setHeaderCacheCaseSensitive(true);
    var connector = new ServerConnector(server, new RawTargetConnection.Factory(http));
    connector.setHost("127.0.0.1");
    connector.setPort(port);
    connector.setAcceptQueueSize(1_024);
    connector.setIdleTimeout(IDLE_TIMEOUT.toMillis());
    server.addConnector(connector);
    return connector;
  }

  /**
   * Makes all functions of the API, those that call the same addresses at a time: what takes long
   * is loading their classes. The others wait, as an address is a setting of the whole process.
   */
  private static Map<String, LocalFunction> functions(
      Deployment deployment,
      Options options,
      URI queues,
      Path directory,
      Deque<AutoCloseable> resources)
      throws Exception {
    Collection<FunctionSpec> all = deployment.functions().values();
    all.forEach(FunctionPackage::check);
    Map<FunctionSettings.Services, List<FunctionSpec>> byServices =
        all.stream()
            .filter(spec -> deployment.apiFunctions().contains(spec.name()))
            .collect(
                Collectors.groupingBy(
                    spec -> FunctionSettings.Services.of(spec.name(), options, queues)));
    var functions = new LinkedHashMap<String, LocalFunction>();
    synchronized (FunctionSettings.LOCK) {
      for (Map.Entry<FunctionSettings.Services, List<FunctionSpec>> group : byServices.entrySet()) {
        FunctionSettings.apply(all, group.getKey());
        functions.putAll(start(group.getValue(), directory, resources));
      }
    }
    return functions;
  }

  private static Map<String, LocalFunction> start(
      List<FunctionSpec> specs, Path directory, Deque<AutoCloseable> resources) throws Exception {
    var starting = new LinkedHashMap<String, Future<LocalFunction>>();
    try (ExecutorService threads = Executors.newThreadPerTaskExecutor(Thread::new)) {
      for (FunctionSpec spec : specs) {
        starting.put(
            spec.name(),
            threads.submit(() -> LocalFunction.start(spec, directory.resolve(spec.name()))));
      }
    }
    var functions = new LinkedHashMap<String, LocalFunction>();
    ExecutionException failure = null;
    for (Map.Entry<String, Future<LocalFunction>> each : starting.entrySet()) {
      try {
        LocalFunction function = each.getValue().get();
        resources.push(function);
        functions.put(each.getKey(), function);
      } catch (ExecutionException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure.getCause() instanceof Exception cause ? cause : failure;
    }
    return functions;
  }

  /** Returns where the API answers; paths have no stage in front. */
  public URI url() {
    return url(port);
  }

  private static URI url(int port) {
    return URI.create("http://127.0.0.1:" + port);
  }

  /**
   * Takes no more requests, gives those in flight two seconds to end, and deletes the unpacked
   * functions.
   */
  @Override
  public void close() {
    close(resources);
  }

  private static void close(Deque<AutoCloseable> resources) {
    while (!resources.isEmpty()) {
      try {
        resources.pop().close();
      } catch (Exception e) {
        // The rest is to be closed all the same, and nobody can do anything about it.
        System.err.println("the local host does not stop cleanly: " + e);
      }
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      files
          .sorted(Comparator.reverseOrder())
          .forEach(
              file -> {
                try {
                  Files.delete(file);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }
  }
}
