package io.doorlist.local.table;

import io.doorlist.table.sqlite.SqliteEngine;
import java.net.URI;

/** Where a host's table is. Whoever opened the table closes it after the host. */
public sealed interface HostTable {
  /** Returns the name by which functions know the table. */
  String name();

  /** A table in this process, with its changes and queues. */
  record Here(SqliteEngine engine) implements HostTable {
    /** The name is fixed, because a folder has only one table. */
    public static final String NAME = "doorlist";

    @Override
    public String name() {
      return NAME;
    }
  }

  /**
   * A table of DynamoDB. Functions use it by HTTP, and the host reads its stream.
   *
   * @param dynamodb the URL of DynamoDB
   */
  record Elsewhere(URI dynamodb, String name) implements HostTable {}
}
