package io.doorlist.local.function;

import java.net.URI;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Sees the calls that functions make to their services. */
public interface Onlooker {
  Onlooker NONE = new Onlooker() {};

  default URI between(String function, URI service) {
    return service;
  }

  default DynamoDbClient between(String function, DynamoDbClient table) {
    return table;
  }
}
