package io.doorlist.table.sqlite;

import io.doorlist.table.ItemChange;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Predicate;

/** A table whose commits do not wait for the disk, for tests in which no disk fails. */
public final class UnsyncedTable {
  private UnsyncedTable() {}

  public static SqliteEngine open(Path folder, Predicate<ItemChange> wanted) {
    return SqliteEngine.open(
        folder,
        wanted,
        new SqliteSettings(
            Duration.ofSeconds(60),
            0,
            4 << 20,
            "OFF",
            InstantSource.system(),
            line -> {
              throw new IllegalStateException(line);
            }));
  }
}
