package io.doorlist.table.conformance;

import io.doorlist.table.Engine;
import io.doorlist.table.aws.DynamoEngine;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.apache.ApacheHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBRequestHandler;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBServerHandler;
import software.amazon.dynamodb.services.local.shared.access.sqlite.SQLiteLibraryLoader;

/**
 * DynamoDB Local as it is delivered, over HTTP on the loopback interface. Its own server is not
 * used, as that binds every interface and sends usage data to its makers. For tests and
 * measurements of the code that asks DynamoDB.
 */
public final class DynamoServer implements AutoCloseable {
  /** Kept, as a logger that is garbage-collected loses its level. */
  private static final List<Logger> SILENT =
      Stream.of(
              "com.almworks.sqlite4java",
              "com.almworks.sqlite4java.Internal",
              "com.amazonaws.util.Base64")
          .map(Logger::getLogger)
          .toList();

  private static final int THREADS = 64;

  static {
    // It logs to the console through an API that nothing is behind here.
    System.setProperty(
        "log4j2.loggerContextFactory",
        "org.apache.logging.log4j.simple.SimpleLoggerContextFactory");
    System.setProperty("org.apache.logging.log4j.simplelog.level", "OFF");
  }

  private final LocalDynamoDBServerHandler handler;
  private final Server server;

  private DynamoServer(Path folder) {
    // It writes numbers in the default locale, and does not read them in every one.
    Locale.setDefault(Locale.ROOT);
    silence();
    try {
      SQLiteLibraryLoader.initialize();
      handler =
          new LocalDynamoDBServerHandler(
              new LocalDynamoDBRequestHandler(
                  0, folder == null, folder == null ? null : folder.toString(), true, false),
              null);
      server = server(handler);
      server.start();
    } catch (Exception e) {
      throw new IllegalStateException("DynamoDB Local does not start", e);
    }
    silence();
  }

  private static void silence() {
    SILENT.forEach(logger -> logger.setLevel(Level.OFF));
  }

  private static Server server(LocalDynamoDBServerHandler handler) {
    QueuedThreadPool threads = new QueuedThreadPool(THREADS);
    threads.setName("dynamodb-local");
    threads.setDaemon(true);
    Server server = new Server(threads);
    ServerConnector connector =
        new ServerConnector(server, 1, 1, new HttpConnectionFactory(new HttpConfiguration()));
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    server.setHandler(handler);
    return server;
  }

  public static DynamoServer inMemory() {
    return new DynamoServer(null);
  }

  /** Starts one whose data is in a folder that is there. */
  public static DynamoServer onDisk(Path folder) {
    return new DynamoServer(folder);
  }

  public URI endpoint() {
    return URI.create(
        "http://127.0.0.1:" + ((ServerConnector) server.getConnectors()[0]).getLocalPort());
  }

  /** Creates a table with our keys, and returns it. */
  public Engine table(String name, boolean stream) {
    CreateTableRequest.Builder table =
        CreateTableRequest.builder()
            .tableName(name)
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .attributeDefinitions(Stream.of("pk", "sk").map(DynamoServer::text).toList())
            .keySchema(key("pk", KeyType.HASH), key("sk", KeyType.RANGE));
    if (stream) {
      table.streamSpecification(
          kept -> kept.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES));
    }
    try (DynamoDbClient client = client()) {
      client.createTable(table.build());
    }
    return DynamoEngine.connect(endpoint(), null, name);
  }

  private static AttributeDefinition text(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private DynamoDbClient client() {
    return DynamoDbClient.builder()
        .endpointOverride(endpoint())
        .region(Region.EU_WEST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
        .httpClientBuilder(ApacheHttpClient.builder())
        .build();
  }

  @Override
  public void close() {
    try {
      server.stop();
      handler.close();
    } catch (Exception e) {
      throw new IllegalStateException("DynamoDB Local does not stop", e);
    }
  }
}
