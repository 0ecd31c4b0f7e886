package io.doorlist.table.sqlite;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Consumer;

/**
 * The settings of a table. Tests use other settings than hosts.
 *
 * @param patience how long a caller waits for an answer
 * @param reserveBytes with less space than this on the disk, nothing is written
 * @param logBytes about how long the log gets before it is copied into the file
 * @param synchronous SQLite's word for when a commit waits for the disk
 * @param clock says when tokens expire and messages are due; it runs evenly, even if the system's
 *     clock is set
 * @param said receives lines that the operator of this machine should see
 */
record SqliteSettings(
    Duration patience,
    long reserveBytes,
    long logBytes,
    String synchronous,
    InstantSource clock,
    Consumer<String> said) {
  static SqliteSettings usual(Consumer<String> said) {
    return new SqliteSettings(
        Duration.ofSeconds(2), DataFolder.RESERVE_BYTES, 32L << 20, "FULL", steady(), said);
  }

  /** Returns the settings of a table that nobody needs after this process has ended. */
  static SqliteSettings temporary(Consumer<String> said) {
    SqliteSettings usual = usual(said);
    return new SqliteSettings(
        usual.patience(), usual.reserveBytes(), usual.logBytes(), "OFF", usual.clock(), said);
  }

  /**
   * Returns a clock that ignores changes of the system's clock. Otherwise messages would wait
   * longer if the system's clock is set back.
   */
  private static InstantSource steady() {
    Instant start = Instant.now();
    long nanos = System.nanoTime();
    return () -> start.plusNanos(System.nanoTime() - nanos);
  }
}
