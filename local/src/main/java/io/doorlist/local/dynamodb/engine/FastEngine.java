package io.doorlist.local.dynamodb.engine;

import io.doorlist.local.throughput.Throughput;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.dynamodb.services.local.server.DynamoDBRequestHandler;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBRequestHandler;
import software.amazon.dynamodb.services.local.shared.access.AmazonDynamoDBLocal;
import software.amazon.dynamodb.services.local.shared.access.LocalDBAccess;
import software.amazon.dynamodb.services.local.shared.access.LocalDBClient;
import software.amazon.dynamodb.services.local.shared.jobs.JobsRegister;

/**
 * DynamoDB Local over a {@link DirectDatabase} behind {@link RememberedTables}, with {@link
 * ParsedDefinitions} and our {@link Transactions}. DynamoDB Local has no way to pass a database in,
 * so they are put into the map in which its request handler looks before it opens one.
 */
final class FastEngine implements Engine {
  /** DynamoDB Local's name for the database that all regions and access keys share. */
  static final String SHARED = "shared-local-instance";

  private static final String HANDLERS = "dbRequestHandlers";

  private final LimitedRequests requests;
  private final DirectDatabase database;

  FastEngine(Path directory, ExecutorService jobs, UnaryOperator<FileChannel> logChannel) {
    ParsedDefinitions.remember();
    boolean inMemory = directory == null;
    database = new DirectDatabase(inMemory ? null : directory.resolve(FILE), logChannel);
    LocalDBAccess tables = RememberedTables.over(database);
    Transactions transactions = new Transactions(tables);
    requests =
        new LimitedRequests(directory) {
          @Override
          TransactWriteItemsResponse transact(
              String user, String region, TransactWriteItemsRequest request) {
            return transactions.write(request);
          }
        };
    clients(requests).put(SHARED, new LocalDBClient(tables, new JobsRegister(jobs, false)));
  }

  @SuppressWarnings("unchecked")
  private static Map<String, AmazonDynamoDBLocal> clients(LocalDynamoDBRequestHandler handler) {
    try {
      Field field = LocalDynamoDBRequestHandler.class.getDeclaredField(HANDLERS);
      field.setAccessible(true);
      return (Map<String, AmazonDynamoDBLocal>) field.get(handler);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this is not the DynamoDB Local that we know", e);
    }
  }

  @Override
  public DynamoDBRequestHandler requests() {
    return requests;
  }

  @Override
  public void limit(Throughput throughput) {
    requests.limit(throughput);
  }

  @Override
  public void awaitDurable() throws IOException {
    database.awaitDurable();
  }
}
