package io.doorlist.cli.following;

import io.doorlist.cli.TestTable;
import io.doorlist.cli.console.Console;
import io.doorlist.cli.console.Interruption;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** An empty table, and a pretix with orders to import. */
abstract class FollowFixture {
  final ByteArrayOutputStream err = new ByteArrayOutputStream();
  final Interruption interruption = new Interruption(Duration.ZERO);
  TestTable table;
  RecordedPretix shop;

  @BeforeEach
  void open() throws IOException {
    table = new TestTable();
    shop = new RecordedPretix();
    shop.sell("orders.json");
  }

  @AfterEach
  void close() {
    interruption.close();
    shop.close();
    table.close();
  }

  /** Returns a status that reports to {@link #err}. */
  final FollowStatus status(Clock clock) {
    PrintStream messages = new PrintStream(err, true, StandardCharsets.UTF_8);
    return new FollowStatus(
        new Console(InputStream.nullInputStream(), System.out, messages, 0), clock);
  }

  /** Returns a clock that shows the first of these, whenever it is asked. */
  static Clock steps(Instant[] now) {
    return new Clock() {
      @Override
      public ZoneId getZone() {
        return ZoneOffset.UTC;
      }

      @Override
      public Clock withZone(ZoneId zone) {
        return this;
      }

      @Override
      public Instant instant() {
        return now[0];
      }
    };
  }
}
