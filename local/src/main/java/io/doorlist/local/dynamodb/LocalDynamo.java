package io.doorlist.local.dynamodb;

import io.doorlist.local.dynamodb.engine.Engine;
import io.doorlist.local.dynamodb.engine.Sync;
import io.doorlist.local.failure.LocalHostException;
import io.doorlist.local.json.AwsJson;
import io.doorlist.local.template.Template;
import io.doorlist.local.template.TemplateException;
import java.io.IOException;
import java.net.BindException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBServerHandler;

/**
 * DynamoDB Local in this process, answering its clients here, and over HTTP on the loopback
 * interface alone. All regions and access keys see the same tables. It throttles nothing, and never
 * reports a transaction conflict.
 *
 * <p>Implementation note: DynamoDB Local's own server binds every interface and sends usage data to
 * its makers; its handler on a server of ours does neither.
 */
public final class LocalDynamo implements AutoCloseable {
  // Their output means nothing to users. Kept in a field, as a logger that is garbage-collected
  // loses its level.
  private static final List<Logger> SILENT =
      List.of(
          Logger.getLogger("com.almworks.sqlite4java"),
          Logger.getLogger("com.almworks.sqlite4java.Internal"),
          Logger.getLogger("com.amazonaws.util.Base64"));

  // SQLite runs one statement at a time, so more threads would only wait there.
  static final int MAX_THREADS = 64;

  // As many as DynamoDB Local's own server uses.
  private static final int JOBS = 10;
  private static final String STREAM = "StreamSpecification";
  private static final Duration IDLE_TIMEOUT = Duration.ofMinutes(2);

  private final DataFolder folder;
  private final ExecutorService jobs =
      Executors.newFixedThreadPool(
          JOBS, Thread.ofPlatform().daemon().name("dynamodb-local-job-", 0).factory());
  private Engine engine;
  private LocalDynamoDBServerHandler handler;
  private Server server;
  private InProcessRequests requests;

  private LocalDynamo(DataFolder folder) {
    this.folder = folder;
  }

  /**
   * Starts a database that is gone when it is closed.
   *
   * @param port 0 for any free one
   * @throws LocalHostException if the port is in use or this machine is not supported
   */
  public static LocalDynamo inMemory(int port) {
    return start(port, null, Sync.DISK);
  }

  /**
   * Starts a database whose data is in a directory, which is made if it is not there. No other host
   * may have it.
   *
   * @param port 0 for any free one
   * @throws LocalHostException if the port is in use, the directory cannot be written or another
   *     host has it, what is in it is no sound database, or this machine is not supported
   */
  public static LocalDynamo onDisk(int port, Path directory) {
    return start(port, DataFolder.open(directory.toAbsolutePath()), Sync.DISK);
  }

  /** Starts a database; {@code folder} is {@code null} for memory. */
  static LocalDynamo start(int port, DataFolder folder, Sync sync) {
    LocalDynamo dynamo = new LocalDynamo(folder);
    try {
      dynamo.open(port, sync);
      return dynamo;
    } catch (Exception | LinkageError e) {
      dynamo.close();
      throw startFailure(port, e);
    }
  }

  private void open(int port, Sync sync) throws Exception {
    // DynamoDB Local writes numbers in the default locale, and does not read them in every one.
    Locale.setDefault(Locale.ROOT);
    SILENT.forEach(logger -> logger.setLevel(Level.OFF));
    engine = Engine.open(folder == null ? null : folder.path(), jobs, sync);
    // DynamoDB Local turns some of them up when it opens its database.
    SILENT.forEach(logger -> logger.setLevel(Level.OFF));
    handler = new LocalDynamoDBServerHandler(engine.requests(), null);
    server = server(port, folder == null ? handler : new DiskGuard(handler, engine, folder));
    server.start();
    requests = new InProcessRequests(engine, folder, MAX_THREADS);
  }

  private static Server server(int port, Handler handler) {
    QueuedThreadPool threads = new QueuedThreadPool(MAX_THREADS, MAX_THREADS / 8, 60_000);
    threads.setName("dynamodb-local");
    threads.setDaemon(true);
    // A request that arrives slowly, or never to its end, holds none of these.
    threads.setVirtualThreadsExecutor(VirtualThreads.getDefaultVirtualThreadsExecutor());
    Server server = new Server(threads);
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    ServerConnector connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http));
    connector.setHost("127.0.0.1");
    connector.setPort(port);
    connector.setAcceptQueueSize(1_024);
    // Longer than the SDK's clients keep a connection, so that the client always closes it first.
    connector.setIdleTimeout(IDLE_TIMEOUT.toMillis());
    server.addConnector(connector);
    server.setHandler(handler);
    return server;
  }

  private static LocalHostException startFailure(int port, Throwable failure) {
    if (failure instanceof LocalHostException known) {
      return known;
    }
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof BindException) {
        return new LocalHostException(
            "port %d, for DynamoDB Local, is in use: end what uses it, or choose another"
                .formatted(port),
            failure);
      }
    }
    return new LocalHostException(
        "DynamoDB Local does not start on %s %s"
            .formatted(System.getProperty("os.name"), System.getProperty("os.arch")),
        failure);
  }

  /**
   * Returns a client that asks without HTTP, for the operations that functions use. It fails as a
   * client of the {@link #endpoint} does that does not retry.
   *
   * @param patience how long it waits for an answer
   */
  public DynamoDbClient client(Duration patience) {
    return new InProcessClient(engine.requests(), requests, patience);
  }

  public URI endpoint() {
    return URI.create("http://127.0.0.1:" + port());
  }

  public int port() {
    return ((ServerConnector) server.getConnectors()[0]).getLocalPort();
  }

  /**
   * Creates the template's table: its keys, its indexes and its stream.
   *
   * @return false if a table of that name exists; it is left as it is, except that a missing stream
   *     is added
   * @throws TemplateException if the template defines no table, or DynamoDB refuses its definition
   */
  public boolean createTable(Template template, String tableName) {
    Map<String, Object> definition = template.createTable(tableName);
    boolean created = create(definition);
    if (!created) {
      addStream(definition.get(STREAM), tableName);
    }
    return created;
  }

  /**
   * Creates the template's table without its stream, which you should do if nothing listens: the
   * more records DynamoDB Local keeps of streams, the slower it writes.
   *
   * @return false if a table of that name is there already; it is left as it is
   * @throws TemplateException if the template defines no table, or DynamoDB refuses its definition
   */
  public boolean createTableWithoutStream(Template template, String tableName) {
    Map<String, Object> silent = template.createTable(tableName);
    silent.remove(STREAM);
    return create(silent);
  }

  private boolean create(Map<String, Object> request) {
    AwsJson.Answer created = call("CreateTable", request);
    if (created.failed() && created.text().contains("ResourceInUseException")) {
      return false;
    }
    orThrow(created);
    return true;
  }

  /** Adds the template's stream to a table that was created without one. */
  private void addStream(Object stream, String tableName) {
    AwsJson.Answer table = call("DescribeTable", Map.of("TableName", tableName));
    if (stream != null && !table.failed() && !table.text().contains("LatestStreamArn")) {
      orThrow(call("UpdateTable", Map.of("TableName", tableName, STREAM, stream)));
    }
  }

  /** Stops answering; a database on disk is complete there when this returns. */
  @Override
  public void close() {
    try (folder) {
      if (requests != null) {
        requests.close();
      }
      if (server != null) {
        server.stop();
      }
      if (handler != null) {
        handler.close();
      }
    } catch (Exception e) {
      throw new LocalHostException("DynamoDB Local does not stop", e);
    } finally {
      // Some of DynamoDB Local's own threads would otherwise sleep for hours.
      jobs.shutdownNow();
    }
  }

  private AwsJson.Answer call(String operation, Map<String, Object> input) {
    try {
      return new AwsJson(endpoint(), "DynamoDB_20120810").call(operation, input);
    } catch (IOException e) {
      throw new LocalHostException("DynamoDB Local does not answer", e);
    }
  }

  private static void orThrow(AwsJson.Answer answer) {
    if (answer.failed()) {
      throw new TemplateException(
          "the table's definition is refused by DynamoDB's %s: %s"
              .formatted(answer.operation(), answer.text()));
    }
  }
}
