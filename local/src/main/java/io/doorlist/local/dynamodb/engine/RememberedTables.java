package io.doorlist.local.dynamodb.engine;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import software.amazon.dynamodb.services.local.shared.access.LocalDBAccess;
import software.amazon.dynamodb.services.local.shared.access.TableInfo;

/**
 * DynamoDB Local's access to its database, with a cache of table definitions. Without it, each
 * request reads the definition from the database several times, partly while it holds the table's
 * lock. Thread-safe.
 */
final class RememberedTables implements InvocationHandler {
  private static final Set<String> CHANGES =
      Set.of(
          ("createTable deleteTable updateTable createGSIColumns backfillGSI deleteGSI "
                  + "optimizeDBBeforeStartup dilateEventTimes findAndRolloverActiveShards")
              .split(" "));

  private final LocalDBAccess access;
  private final ConcurrentMap<String, TableInfo> tables = new ConcurrentHashMap<>();

  private RememberedTables(LocalDBAccess access) {
    this.access = access;
  }

  static LocalDBAccess over(LocalDBAccess access) {
    return (LocalDBAccess)
        Proxy.newProxyInstance(
            LocalDBAccess.class.getClassLoader(),
            new Class<?>[] {LocalDBAccess.class},
            new RememberedTables(access));
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
      // Waits for those who are still reading a definition, which may be the old one.
      if (CHANGES.contains(method.getName())) {
        tables.clear();
      }
    }
  }
}
