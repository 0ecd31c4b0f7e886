package io.doorlist.local.dynamodb.engine;

import com.amazonaws.services.dynamodbv2.local.server.DynamoDBRequestHandler;
import java.io.IOException;

/**
 * What keeps the table's items: DynamoDB Local, with a database of ours beneath it where it is a
 * version that we know, or unmodified.
 */
public interface Engine {
  /** The name of the database's file in its folder, by which DynamoDB Local finds it. */
  String FILE = "shared-local-instance.db";

  /** Returns what answers requests. */
  DynamoDBRequestHandler requests();

  /**
   * Waits until all writes are on the disk. Only then may they be acknowledged.
   *
   * @throws IOException if it cannot be put there, now or ever
   */
  void awaitDurable() throws IOException;
}
