package io.doorlist.local.dynamodb.engine;

import io.doorlist.local.failure.LocalHostException;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.dynamodb.services.local.server.DynamoDBRequestHandler;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBRequestHandler;
import software.amazon.dynamodb.services.local.shared.access.AmazonDynamoDBLocal;
import software.amazon.dynamodb.services.local.shared.access.LocalDBAccess;
import software.amazon.dynamodb.services.local.shared.access.LocalDBClient;
import software.amazon.dynamodb.services.local.shared.jobs.JobsRegister;

/**
 * Keeps the table's items: DynamoDB Local over a {@link DirectDatabase} behind {@link
 * RememberedTables}, with our {@link Transactions}. DynamoDB Local has no way to pass a database
 * in, so they are put into the map in which its request handler looks before it opens one.
 */
public final class Engine {
  /** The name of the database's file in its folder, by which DynamoDB Local finds it. */
  public static final String FILE = "shared-local-instance.db";

  /** DynamoDB Local's name for the database that all regions and access keys share. */
  private static final String SHARED = "shared-local-instance";

  private static final String HANDLERS = "dbRequestHandlers";

  private final DynamoDBRequestHandler requests;
  private final DirectDatabase database;

  private Engine(DynamoDBRequestHandler requests, DirectDatabase database) {
    this.requests = requests;
    this.database = database;
  }

  /**
   * Opens a database.
   *
   * @param directory where its file is, or {@code null} for memory
   * @param jobs runs DynamoDB Local's background jobs, ten at a time
   * @throws LocalHostException if the file is not a database, or is damaged; it is not touched then
   */
  @SuppressWarnings("unchecked")
  public static Engine open(Path directory, ExecutorService jobs, Sync sync) {
    Path file = directory == null ? null : directory.resolve(FILE);
    if (file != null) {
      DatabaseFile.check(file);
    }
    DirectDatabase database = new DirectDatabase(file, sync);
    LocalDBAccess tables = RememberedTables.over(sync.tables(database));
    Transactions transactions = new Transactions(tables);
    LocalDynamoDBRequestHandler requests =
        new LocalDynamoDBRequestHandler(
            0, file == null, file == null ? null : directory.toString(), true, false) {
          @Override
          public TransactWriteItemsResponse transactWriteItems(
              String user, String region, TransactWriteItemsRequest request) {
            return transactions.write(request);
          }
        };
    try {
      Field field = LocalDynamoDBRequestHandler.class.getDeclaredField(HANDLERS);
      field.setAccessible(true);
      ((Map<String, AmazonDynamoDBLocal>) field.get(requests))
          .put(SHARED, new LocalDBClient(tables, new JobsRegister(jobs, false)));
    } catch (ReflectiveOperationException e) {
      throw KnownVersion.isAnother(e);
    }
    return new Engine(requests, database);
  }

  public DynamoDBRequestHandler requests() {
    return requests;
  }

  /** Waits until all writes are on the disk: only then may they be acknowledged. */
  public void awaitDurable() throws IOException {
    database.awaitDurable();
  }
}
