package io.doorlist.local.dynamodb.engine;

import io.doorlist.local.throughput.Throughput;
import java.io.IOException;
import software.amazon.dynamodb.services.local.server.DynamoDBRequestHandler;

/**
 * Keeps the table's items: DynamoDB Local over a database of ours if its version is one that we
 * know, otherwise unmodified.
 */
public interface Engine {
  /** The name of the database's file in its folder, by which DynamoDB Local finds it. */
  String FILE = "shared-local-instance.db";

  DynamoDBRequestHandler requests();

  /** Gives each partition key no more than this from now on. */
  void limit(Throughput throughput);

  /**
   * Waits until all writes are on the disk. Only then may they be acknowledged.
   *
   * @throws IOException if it cannot be put there, now or ever
   */
  void awaitDurable() throws IOException;
}
