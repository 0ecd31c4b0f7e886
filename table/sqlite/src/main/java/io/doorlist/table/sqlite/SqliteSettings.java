package io.doorlist.table.sqlite;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Consumer;

/**
 * How a table is kept; tests have others than hosts.
 *
 * @param patience how long a caller waits for an answer
 * @param reserveBytes with less than this left on the disk, nothing is written
 * @param logBytes how long the log gets, about, before it is copied into the file
 * @param synchronous SQLite's word for when a commit waits for the disk
 * @param clock by which tokens end and messages are due: it goes on evenly
 * @param said is told what the operator of this machine should know, in a line
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

  /** Returns settings for a table that nobody wants any more when this process has ended. */
  static SqliteSettings temporary(Consumer<String> said) {
    SqliteSettings usual = usual(said);
    return new SqliteSettings(
        usual.patience(), usual.reserveBytes(), usual.logBytes(), "OFF", usual.clock(), said);
  }

  /** Returns a clock that nobody sets once it runs, or messages would wait for as long. */
  private static InstantSource steady() {
    Instant start = Instant.now();
    long nanos = System.nanoTime();
    return () -> start.plusNanos(System.nanoTime() - nanos);
  }
}
