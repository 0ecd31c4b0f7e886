package io.doorlist.local.dynamodb.engine;

import java.io.IOException;
import java.nio.channels.FileChannel;
import software.amazon.dynamodb.services.local.shared.access.LocalDBAccess;

/** Puts what was written to the log on the disk. */
public interface Sync {
  Sync DISK = log -> log.force(false);

  void sync(FileChannel log) throws IOException;

  /** Returns what is asked for tables in the place of a database; those of tests may refuse. */
  default LocalDBAccess tables(LocalDBAccess database) {
    return database;
  }
}
