package io.doorlist.checkinlists;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.doorlist.http.Settings;
import io.doorlist.store.Stores;
import io.doorlist.testing.CountingClient;
import io.doorlist.testing.Gateway;
import io.doorlist.testing.Gateway.Answer;
import io.doorlist.testing.Gateway.Input;
import io.doorlist.testing.TestTable;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Issue 7: a poll costs one small read, and its answer is true. */
class PollTest {
  private static final Instant START = Instant.parse("2026-09-14T17:00:00Z");
  private static final String QR_BASE_URL = "https://doorlist.example/t";
  private static final String LIST = "get-checkin-list";
  private static final String CHECKINS = "list-checkins";
  private static final String ORDERS = "list-orders-of-list";
  private static final String TICKETS = "list-tickets-of-list";
  private static final String ALL_LISTS = "list-checkin-lists";

  private final TestTable table = new TestTable();

  @BeforeEach
  void loadTable() {
    SpringGala.load(stores(START));
  }

  @ParameterizedTest
  @ValueSource(strings = {LIST, CHECKINS, ORDERS, TICKETS})
  void poll_costsOneReadAndNoBody_whenNothingHasChanged(String operation) throws Exception {
    Answer first = call(operation);
    CountingClient reads = new CountingClient(TestTable.client());
    CheckinListsFunction fresh = function(table.stores(reads, clock(START)), START, QR_BASE_URL);

    Answer again = Gateway.call(fresh, asking(operation, first));

    assertEquals(200, first.status());
    assertEquals("private, no-cache", first.headers().get("Cache-Control"));
    assertEquals(304, again.status());
    assertEquals("", again.body());
    assertEquals(first.headers().get("ETag"), again.headers().get("ETag"));
    assertEquals("private, no-cache", again.headers().get("Cache-Control"));
    assertEquals(first.headers().get("X-Request-Id"), again.headers().get("X-Request-Id"));
    assertFalse(again.headers().containsKey("Content-Type"));
    assertEquals(new CountingClient.Cost(1, 1, 0, 0), reads.spent());
  }

  @ParameterizedTest
  @ValueSource(strings = {LIST, CHECKINS, ORDERS, TICKETS, ALL_LISTS})
  void poll_isNotForTheOtherMode(String operation) throws Exception {
    Answer live = call(operation);

    Answer test = call(asking(operation, live).identity("mode", "test"));

    assertEquals(operation.equals(ALL_LISTS) ? 304 : 200, test.status(), test.body());
  }

  @ParameterizedTest
  @ValueSource(strings = {ORDERS, TICKETS})
  void poll_isAnsweredInFull_whenQrCodesHaveAnotherAddress(String operation) throws Exception {
    Answer before = call(operation);

    CheckinListsFunction moved = function(stores(START), START, "https://other.example");

    assertEquals(200, Gateway.call(moved, asking(operation, before)).status());
  }

  private static Clock clock(Instant now) {
    return Clock.fixed(now, ZoneOffset.UTC);
  }

  private Stores stores(Instant now) {
    return table.stores(clock(now));
  }

  private static CheckinListsFunction function(Stores stores, Instant now, String qrBaseUrl) {
    return new CheckinListsFunction(
        stores, clock(now), Settings.of(Map.of("QR_BASE_URL", qrBaseUrl)), Workers.FEW);
  }

  private static Input asking(String operation, Answer known) throws IOException {
    return asking(operation, known.headers().get("ETag"));
  }

  private static Input asking(String operation, String ifNoneMatch) throws IOException {
    return Input.recorded(operation)
        .with(List.of(ifNoneMatch), "multiValueHeaders", "If-None-Match");
  }

  private Answer call(String operation) throws IOException {
    return call(Input.recorded(operation));
  }

  private Answer call(Input input) throws IOException {
    return callAt(START, input);
  }

  private Answer callAt(Instant now, Input input) throws IOException {
    return Gateway.call(function(stores(now), now, QR_BASE_URL), input);
  }
}
