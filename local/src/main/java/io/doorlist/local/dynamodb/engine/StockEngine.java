package io.doorlist.local.dynamodb.engine;

import io.doorlist.local.throughput.Throughput;
import java.nio.file.Path;
import software.amazon.dynamodb.services.local.server.DynamoDBRequestHandler;

/** Unmodified DynamoDB Local. */
final class StockEngine implements Engine {
  private final LimitedRequests requests;

  StockEngine(Path directory) {
    requests = new LimitedRequests(directory);
  }

  @Override
  public DynamoDBRequestHandler requests() {
    return requests;
  }

  @Override
  public void limit(Throughput throughput) {
    requests.limit(throughput);
  }

  /** Nothing to do: it waits for the disk in each statement. */
  @Override
  public void awaitDurable() {}
}
