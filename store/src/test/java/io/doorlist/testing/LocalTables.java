package io.doorlist.testing;

import static java.util.stream.Collectors.toMap;

import io.doorlist.local.dynamodb.engine.Engine;
import io.doorlist.local.dynamodb.engine.Sync;
import io.doorlist.local.template.Template;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.dynamodb.services.exceptions.DynamoDBLocalServiceException;
import software.amazon.dynamodb.services.local.embedded.DDBExceptionMappingInvocationHandler;
import software.amazon.dynamodb.services.local.server.DynamoDBRequestHandler;
import software.amazon.dynamodb.services.local.shared.mapper.DynamoDbObjectMapper;

/** DynamoDB Local in this process and in memory, called without HTTP and JSON in between. */
final class LocalTables {
  private static final String ANY = "local";

  /** DynamoDB Local has each operation of the client by the same name. */
  private static final Map<String, Method> OPERATIONS =
      Arrays.stream(DynamoDBRequestHandler.class.getMethods())
          .filter(method -> method.getParameterCount() == 3)
          .collect(toMap(Method::getName, Function.identity()));

  private final DynamoDBRequestHandler tables =
      Engine.open(
              null,
              Executors.newCachedThreadPool(Thread.ofPlatform().daemon().factory()),
              Sync.DISK)
          .requests();
  private final Template template =
      Template.read(Path.of(System.getProperty("doorlist.root"), "template.yaml"));
  final DynamoDbClient client =
      (DynamoDbClient)
          Proxy.newProxyInstance(
              LocalTables.class.getClassLoader(),
              new Class<?>[] {DynamoDbClient.class},
              this::call);

  /** Creates the template's table, without its stream, as nobody reads that. */
  void create(String name) {
    Map<String, Object> definition = template.createTable(name);
    definition.remove("StreamSpecification");
    client.createTable(
        new DynamoDbObjectMapper().convertValue(definition, CreateTableRequest.class));
  }

  private Object call(Object self, Method method, Object[] arguments) throws Throwable {
    if (arguments == null) {
      return method.getName().equals("serviceName") ? DynamoDbClient.SERVICE_NAME : null;
    }
    Method operation = OPERATIONS.get(method.getName());
    if (operation == null || !(arguments[0] instanceof DynamoDbRequest)) {
      return InvocationHandler.invokeDefault(self, method, arguments);
    }
    try {
      return operation.invoke(tables, ANY, ANY, arguments[0]);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof DynamoDBLocalServiceException refusal) {
        DDBExceptionMappingInvocationHandler.handleDynamoDBLocalServiceException(refusal);
      }
      throw e.getCause();
    }
  }
}
