package io.doorlist.local.dynamodb.engine;

import java.nio.file.Path;
import software.amazon.dynamodb.services.local.server.DynamoDBRequestHandler;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBRequestHandler;

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
