package io.doorlist.local.table;

import io.doorlist.table.sqlite.SqliteEngine;
import java.net.URI;

/** Where a host's table is. Whoever opened it closes it, after the host. */
public sealed interface HostTable {
  /** Returns what functions call it. */
  String name();

  /** A table in this process, with its changes and queues. */
  record Here(SqliteEngine engine) implements HostTable {
    /** Nobody chooses it: there is one table in a folder. */
    public static final String NAME = "doorlist";

    @Override
    public String name() {
      return NAME;
    }
  }

  /**
   * A table of DynamoDB, which functions ask by HTTP, and whose stream the host reads.
   *
   * @param dynamodb where DynamoDB answers
   */
  record Elsewhere(URI dynamodb, String name) implements HostTable {}
}
