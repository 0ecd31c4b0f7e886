package io.doorlist.local.dynamodb.engine;

import java.io.IOException;
import java.nio.channels.FileChannel;

/** Puts what was written to the log on the disk. */
public interface Sync {
  Sync DISK = log -> log.force(false);

  void sync(FileChannel log) throws IOException;
}
