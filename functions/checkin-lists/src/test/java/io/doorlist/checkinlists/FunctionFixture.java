package io.doorlist.checkinlists;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.http.Settings;
import io.doorlist.testing.CountingEngine;
import io.doorlist.testing.FunctionInvoker;
import io.doorlist.testing.FunctionInvoker.Answer;
import io.doorlist.testing.FunctionInvoker.Input;
import io.doorlist.testing.MovableClock;
import io.doorlist.testing.Stores;
import io.doorlist.testing.TestTable;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;

/** A function with its own table, which has the {@link SpringGala}, and what its reads cost. */
abstract class FunctionFixture {
  static final Settings SETTINGS = Settings.of(Map.of("QR_BASE_URL", "https://doorlist.example/t"));

  private final Instant start;
  final TestTable table = new TestTable();
  final MovableClock clock;
  final CountingEngine client = new CountingEngine(table.engine());
  Stores stores;
  CheckinListsFunction function;

  FunctionFixture() {
    this(Instant.parse("2026-09-14T17:03:20.904Z"));
  }

  FunctionFixture(Instant start) {
    this.start = start;
    this.clock = new MovableClock(start);
  }

  @BeforeEach
  void loadTable() {
    SpringGala.load(table.stores(clock));
    moveClock(Duration.ZERO);
  }

  /** Moves the clock, forward or back, to this time after the start, and restarts the function. */
  void moveClock(Duration by) {
    clock.pass(Duration.between(clock.instant(), start.plus(by)));
    stores = table.stores(client, clock);
    function =
        new CheckinListsFunction(
            CheckinListStores.over(stores.table()), clock, SETTINGS, Workers.FEW);
  }

  Answer call(String name) throws IOException {
    return call(recorded(name));
  }

  Answer call(Input input) throws IOException {
    Answer answer = FunctionInvoker.call(function, input);
    assertEquals(
        answer.headers().containsKey("ETag") ? "private, no-cache" : "no-store",
        answer.headers().get("Cache-Control"));
    return answer;
  }

  static Input recorded(String name) throws IOException {
    return Input.recorded(name);
  }
}
