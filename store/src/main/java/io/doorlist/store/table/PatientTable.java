package io.doorlist.store.table;

import io.doorlist.table.Engine;
import io.doorlist.table.Pace;
import io.doorlist.table.Retry;
import io.doorlist.table.Table;
import io.doorlist.table.Time;
import java.time.Clock;
import java.time.Duration;

/** The table as commands use it: nobody waits at a door, so they wait longer for a busy table. */
public final class PatientTable {
  /**
   * How long a request may take including retries. It is an import's only budget for retries: a
   * request without an answer for this long ends the run.
   */
  public static final Duration PATIENCE = Duration.ofMinutes(2);

  private PatientTable() {}

  /** Opens a table, which closes the engine. */
  public static Table open(Engine engine, String name, Clock clock) {
    return new Table(engine, name, new Retry(Time.of(clock), Pace.FREE), PATIENCE);
  }
}
