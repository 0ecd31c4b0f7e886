package io.doorlist.checkinlists;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.http.Settings;
import io.doorlist.store.Stores;
import io.doorlist.testing.Gateway;
import io.doorlist.testing.Gateway.Answer;
import io.doorlist.testing.Gateway.Input;
import io.doorlist.testing.TestTable;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;

/** A function with its own table, which has the {@link SpringGala}. */
abstract class FunctionFixture {
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-09-14T17:03:20.904Z"), ZoneOffset.UTC);

  private final TestTable table = new TestTable();
  Stores stores;
  CheckinListsFunction function;

  @BeforeEach
  void loadTable() {
    stores = table.stores(CLOCK);
    SpringGala.load(stores);
    function = function(stores, CLOCK);
  }

  private static CheckinListsFunction function(Stores stores, Clock clock) {
    return new CheckinListsFunction(
        stores, clock, Settings.of(Map.of("QR_BASE_URL", "https://doorlist.example/t")));
  }

  /** Moves the clock of the functions, forward or back, from now on. */
  void moveClock(Duration by) {
    Clock moved = Clock.offset(CLOCK, by);
    stores = table.stores(moved);
    function = function(stores, moved);
  }

  Answer call(String name) throws IOException {
    return call(recorded(name));
  }

  Answer call(Input input) throws IOException {
    Answer answer = Gateway.call(function, input);
    assertEquals(
        answer.headers().containsKey("ETag") ? "private, no-cache" : "no-store",
        answer.headers().get("Cache-Control"));
    return answer;
  }

  /** Returns a new check-in as later answers show it. */
  static Map<?, ?> withoutNote(Map<?, ?> checkin) {
    Map<Object, Object> kept = new LinkedHashMap<>(checkin);
    kept.keySet().removeAll(List.of("note", "attention"));
    return kept;
  }

  static Input recorded(String name) throws IOException {
    return Input.recorded(name);
  }
}
