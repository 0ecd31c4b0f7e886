package io.doorlist.local.dynamodb.fast;

import com.amazonaws.services.dynamodbv2.local.server.DynamoDBRequestHandler;
import com.amazonaws.services.dynamodbv2.local.server.LocalDynamoDBRequestHandler;
import com.amazonaws.services.dynamodbv2.local.shared.access.AmazonDynamoDBLocal;
import com.amazonaws.services.dynamodbv2.local.shared.access.LocalDBAccess;
import com.amazonaws.services.dynamodbv2.local.shared.access.LocalDBClient;
import com.amazonaws.services.dynamodbv2.local.shared.access.TableInfo;
import com.amazonaws.services.dynamodbv2.local.shared.jobs.JobsRegister;
import java.io.File;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;

/**
 * DynamoDB Local's access to its database, with a memory of what tables look like. Without one it
 * reads a table's definition from the database several times in each request, part of that while it
 * holds the table's lock. Thread-safe.
 */
public final class RememberedTables implements InvocationHandler {
  /** By this name DynamoDB Local knows the database that all regions and access keys share. */
  private static final String SHARED = "shared-local-instance";

  private static final String HANDLERS = "dbRequestHandlers";

  /** What may make a definition another one. */
  private static final Set<String> CHANGES =
      Set.of(
          "createTable",
          "deleteTable",
          "updateTable",
          "createGSIColumns",
          "backfillGSI",
          "deleteGSI",
          "optimizeDBBeforeStartup",
          "dilateEventTimes",
          "findAndRolloverActiveShards");

  private final LocalDBAccess access;
  private final ConcurrentMap<String, TableInfo> tables = new ConcurrentHashMap<>();

  private RememberedTables(LocalDBAccess access) {
    this.access = access;
  }

  /**
   * Opens a database.
   *
   * @param directory where its data is, or {@code null} for memory
   * @param jobs runs what DynamoDB Local does by itself, ten at a time
   */
  public static DynamoDBRequestHandler open(String directory, ExecutorService jobs) {
    boolean inMemory = directory == null;
    LocalDBAccess access =
        new DirectDatabase(
            inMemory
                ? null
                : new File(directory, SHARED + LocalDynamoDBRequestHandler.DB_FILE_EXTENSION));
    LocalDBAccess remembering =
        (LocalDBAccess)
            Proxy.newProxyInstance(
                LocalDBAccess.class.getClassLoader(),
                new Class<?>[] {LocalDBAccess.class},
                new RememberedTables(access));
    var requests = new LocalDynamoDBRequestHandler(0, inMemory, directory, true, false);
    clients(requests).put(SHARED, new LocalDBClient(remembering, new JobsRegister(jobs, false)));
    return requests;
  }

  /** Returns where a handler looks for a database before it opens one; it has no other way in. */
  @SuppressWarnings("unchecked")
  private static Map<String, AmazonDynamoDBLocal> clients(LocalDynamoDBRequestHandler requests) {
    try {
      Field field = LocalDynamoDBRequestHandler.class.getDeclaredField(HANDLERS);
      field.setAccessible(true);
      return (Map<String, AmazonDynamoDBLocal>) field.get(requests);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this is not the DynamoDB Local that we know", e);
    }
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    if (method.getName().equals("getTableInfo")) {
      return tables.computeIfAbsent((String) arguments[0], access::getTableInfo);
    }
    try {
      return method.invoke(access, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    } finally {
      // Waits for whoever is reading a definition just now, which may be the old one.
      if (CHANGES.contains(method.getName())) {
        tables.clear();
      }
    }
  }
}
