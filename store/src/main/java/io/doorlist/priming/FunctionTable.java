package io.doorlist.priming;

import io.doorlist.domain.UnavailableException;
import io.doorlist.environment.Environment;
import io.doorlist.store.table.TableFormat;
import io.doorlist.table.Engine;
import io.doorlist.table.Pace;
import io.doorlist.table.Retry;
import io.doorlist.table.Table;
import io.doorlist.table.TableException;
import io.doorlist.table.Time;
import io.doorlist.table.aws.DynamoEngine;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;

/**
 * The table that a function was deployed with, or recorded answers in place of a table.
 * Thread-safe.
 */
public record FunctionTable(Engine engine, Table table, TableFormat format)
    implements AutoCloseable {
  /** How long a request's reads may take including retries. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** The name of the table whose answers were recorded, as answers to batches contain it. */
  private static final String RECORDED = "doorlist";

  static FunctionTable fromEnvironment() {
    String name = Environment.require("TABLE_NAME");
    return over(DynamoEngine.fromEnvironment(name), name, Time.of(Clock.systemUTC()));
  }

  /**
   * Returns recorded answers in place of a table. Each operation gets its answers in order. The
   * clock stands still, because loading classes may take longer than a read of the table may.
   */
  static FunctionTable recorded(Map<String, List<byte[]>> answers) {
    Time still =
        new Time(
            Clock.fixed(Instant.now(), ZoneOffset.UTC),
            new SecureRandom(),
            length -> {
              throw new IllegalStateException("no recorded answer fits");
            });
    return over(DynamoEngine.recorded(answers, RECORDED), RECORDED, still);
  }

  private static FunctionTable over(Engine engine, String name, Time time) {
    Table table = new Table(engine, name, new Retry(time, Pace.FREE), PATIENCE);
    return new FunctionTable(engine, table, new TableFormat(table));
  }

  /**
   * Opens a connection and loads what a first request needs, by reading the table's format. Failure
   * is not an error, as the table may be available when a request comes.
   *
   * @return whether the table answered
   */
  public boolean warm() {
    try {
      format.isCurrent();
      return true;
    } catch (UnavailableException | TableException e) {
      return false;
    }
  }

  @Override
  public void close() {
    engine.close();
  }
}
