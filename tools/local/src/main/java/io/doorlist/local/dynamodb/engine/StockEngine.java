package io.doorlist.local.dynamodb.engine;

import com.amazonaws.services.dynamodbv2.local.server.DynamoDBRequestHandler;
import com.amazonaws.services.dynamodbv2.local.server.LocalDynamoDBRequestHandler;
import java.nio.file.Path;

/** Unmodified DynamoDB Local. */
final class StockEngine implements Engine {
  private final DynamoDBRequestHandler requests;

  StockEngine(Path directory) {
    requests =
        new LocalDynamoDBRequestHandler(
            0, directory == null, directory == null ? null : directory.toString(), true, false);
  }

  @Override
  public DynamoDBRequestHandler requests() {
    return requests;
  }

  /** Nothing to do: it waits for the disk in each statement. */
  @Override
  public void awaitDurable() {}
}
