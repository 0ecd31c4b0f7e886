package io.doorlist.local.dynamodb;

import java.time.Duration;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** How a client asks the table: both ways must give the same answers. */
enum Way {
  IN_PROCESS {
    @Override
    DynamoDbClient client(LocalDynamo dynamo, Duration patience) {
      return dynamo.client(patience);
    }
  },
  HTTP {
    @Override
    DynamoDbClient client(LocalDynamo dynamo, Duration patience) {
      return TestClient.client(dynamo.endpoint(), Region.EU_WEST_1, patience);
    }
  };

  /** Returns a client that waits for an answer as long as functions do. */
  DynamoDbClient client(LocalDynamo dynamo) {
    return client(dynamo, Duration.ofSeconds(2));
  }

  abstract DynamoDbClient client(LocalDynamo dynamo, Duration patience);
}
