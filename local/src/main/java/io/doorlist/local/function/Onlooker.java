package io.doorlist.local.function;

import java.net.URI;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Sees the calls that functions make to their services. */
public interface Onlooker {
  Onlooker NONE =
      new Onlooker() {
        @Override
        public URI between(String function, URI service) {
          return service;
        }

        @Override
        public DynamoDbClient between(String function, DynamoDbClient table) {
          return table;
        }
      };

  /**
   * Returns the address at which a function should call a service; it may be the service's own.
   *
   * @param function its logical id
   * @param service where DynamoDB or SQS answers
   */
  URI between(String function, URI service);

  /**
   * Returns the client by which a function should ask the table in this process; it may be the
   * table's own.
   *
   * @param function its logical id
   */
  DynamoDbClient between(String function, DynamoDbClient table);
}
