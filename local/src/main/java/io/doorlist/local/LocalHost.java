package io.doorlist.local;

import io.doorlist.local.failure.LocalHostException;
import io.doorlist.local.function.FunctionPackage.Services;
import io.doorlist.local.function.Functions;
import io.doorlist.local.function.ServiceInterceptor;
import io.doorlist.local.gateway.Gateway;
import io.doorlist.local.gateway.GatewayServer;
import io.doorlist.local.gateway.GatewayServer.Reachable;
import io.doorlist.local.gateway.Lan;
import io.doorlist.local.office.OpenOffice;
import io.doorlist.local.table.HostTable;
import io.doorlist.local.template.Deployment;
import io.doorlist.local.template.Template;
import io.doorlist.local.template.TemplateException;
import io.doorlist.local.trigger.LocalQueues;
import io.doorlist.local.trigger.Triggers;
import io.doorlist.table.sqlite.Queues;
import io.doorlist.table.sqlite.SqliteEngine;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The API on one machine. It reads the template and serves the API over HTTP on the loopback
 * interface, as API Gateway and Lambda would.
 */
public final class LocalHost implements AutoCloseable {
  private static final Duration GATEWAY_TIMEOUT = Duration.ofSeconds(29);

  private final Deque<AutoCloseable> resources;
  private final GatewayServer server;

  private LocalHost(Deque<AutoCloseable> resources, GatewayServer server) {
    this.resources = resources;
    this.server = server;
  }

  /**
   * What to serve, and where.
   *
   * @param template the SAM template; packages are found relative to it
   * @param port 0 for any free one
   * @param parameters values for the template's parameters, by name. A value may be {@link
   *     #OWN_URL}, and a parameter without a value has its default
   * @param onlooker sees the calls that functions make to services
   * @param lan where it listens besides loopback, or {@code null} for loopback only
   * @param office the page for the person who starts the host, served on loopback, or {@code null}
   *     for none
   * @param isolated whether each function runs from its package alone, as when it is deployed.
   *     Otherwise functions share this process's classes, which is faster.
   */
  public record Options(
      Path template,
      int port,
      HostTable table,
      Map<String, String> parameters,
      ServiceInterceptor onlooker,
      Lan lan,
      OpenOffice office,
      boolean isolated) {
    /** Stands for the API's URL with the actual port. */
    public static final String OWN_URL = "{url}";

    /** Isolated functions, and an API on loopback only. */
    public Options(Path template, int port, HostTable table, Map<String, String> parameters) {
      this(template, port, table, parameters, ServiceInterceptor.NONE, null, null, true);
    }

    public Options seenBy(ServiceInterceptor other) {
      return new Options(template, port, table, parameters, other, lan, office, isolated);
    }

    public Options on(Lan network) {
      return new Options(template, port, table, parameters, onlooker, network, office, isolated);
    }

    public Options with(OpenOffice other) {
      return new Options(template, port, table, parameters, onlooker, lan, other, isolated);
    }

    public Options sharingClasses() {
      return new Options(template, port, table, parameters, onlooker, lan, office, false);
    }

    private Map<String, String> parametersAt(URI url) {
      HashMap<String, String> all = new HashMap<>(parameters);
      all.replaceAll((name, value) -> value.equals(OWN_URL) ? url.toString() : value);
      return all;
    }
  }

  /**
   * Starts every function that the API calls, and then the API. The AWS SDK's region and
   * credentials are system properties, which all hosts in one process share.
   *
   * @throws LocalHostException if the template is broken, a package or a handler is missing, a
   *     function cannot be created, or the port is in use
   */
  public static LocalHost start(Options options) {
    return start(options, GATEWAY_TIMEOUT, InstantSource.system());
  }

  /** Starts the API with a clock that gives functions the time of a request. */
  static LocalHost start(Options options, Duration gatewayTimeout, InstantSource clock) {
    ArrayDeque<AutoCloseable> resources = new ArrayDeque<>();
    // Otherwise the user's locale would decide how numbers in addresses are written.
    Locale.setDefault(Locale.ROOT);
    try {
      Template template = Template.read(options.template());
      Path directory = Files.createTempDirectory("doorlist-local-");
      resources.push(() -> delete(directory));
      LocalQueues queues = new LocalQueues(kept(options.table(), directory, resources));
      resources.push(queues);
      // The port is opened first, so that an error comes at once if it is in use.
      GatewayServer server = GatewayServer.open(options.port());
      resources.push(server);
      if (options.lan() != null) {
        server.listen(options.lan());
      }
      URI url = server.reachable().map(Reachable::url).orElse(server.url());
      Deployment deployment =
          template.deployment(options.parametersAt(url), options.table().name(), queues.endpoint());
      Functions functions =
          new Functions(
              deployment.functions(),
              options.onlooker(),
              Services.of(options.table(), queues.endpoint()),
              options.isolated(),
              directory);
      resources.push(functions);
      Gateway gateway =
          new Gateway(
              deployment, functions.start(deployment.apiFunctions()), gatewayTimeout, clock);
      // The server closes before the functions, so that requests in flight can end.
      resources.push(server);
      server.serve(gateway, options.office());
      Triggers triggers = new Triggers(deployment, functions, queues);
      resources.push(triggers);
      triggers.start(options.table());
      resources.push(new IdleMemory());
      return new LocalHost(resources, server);
    } catch (Exception e) {
      close(resources);
      throw startFailure(e);
    }
  }

  /**
   * Returns the queues of the table in this process. For a table elsewhere, it returns queues that
   * last only as long as the host.
   */
  private static Queues kept(HostTable table, Path directory, Deque<AutoCloseable> resources) {
    return switch (table) {
      case HostTable.Here here -> here.engine().queues();
      case HostTable.Elsewhere other -> {
        SqliteEngine own =
            SqliteEngine.temporary(
                directory.resolve("queues"), change -> false, line -> System.err.println(line));
        resources.push(own);
        yield own.queues();
      }
    };
  }

  private static LocalHostException startFailure(Exception failure) {
    return switch (failure) {
      case LocalHostException known -> known;
      case TemplateException broken ->
          new LocalHostException("the template cannot be served: " + broken.getMessage(), broken);
      default -> new LocalHostException("the API does not start: " + failure.getMessage(), failure);
    };
  }

  /** Returns the URL of the API. Paths have no stage in front. */
  public URI url() {
    return server.url();
  }

  /**
   * Returns how phones can reach the host at present. It is empty if the host listens only on
   * loopback.
   */
  public Optional<Reachable> reachable() {
    return server.reachable();
  }

  /**
   * Accepts no more requests, gives those in flight two seconds to end, and deletes the folders of
   * the functions.
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
        // The rest is closed all the same, as nothing can be done about this failure.
        System.err.println("the local host does not stop cleanly: " + e);
      }
    }
  }

  public static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
