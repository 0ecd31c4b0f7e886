package io.doorlist.local.function;

import java.net.URI;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Stands between functions and the services that they call, to see or to change calls. */
public interface ServiceInterceptor {
  ServiceInterceptor NONE = new ServiceInterceptor() {};

  default URI between(String function, URI service) {
    return service;
  }

  default DynamoDbClient between(String function, DynamoDbClient table) {
    return table;
  }
}
