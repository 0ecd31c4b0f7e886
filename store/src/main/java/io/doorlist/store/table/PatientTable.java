package io.doorlist.store.table;

import io.doorlist.table.Engine;
import io.doorlist.table.Pace;
import io.doorlist.table.Retry;
import io.doorlist.table.Table;
import io.doorlist.table.Time;
import java.time.Clock;
import java.time.Duration;

/**
 * The table as commands use it. Nobody at a door waits for a command, so a command waits longer for
 * a busy table.
 */
public final class PatientTable {
  /**
   * How long a request may take including retries. An import has no other limit for retries, so a
   * request that has no answer for this long ends the run.
   */
  public static final Duration PATIENCE = Duration.ofMinutes(2);

  private PatientTable() {}

  /** Opens a table. Closing the table closes the engine. */
  public static Table open(Engine engine, String name, Clock clock) {
    return new Table(engine, name, new Retry(Time.of(clock), Pace.FREE), PATIENCE);
  }
}
