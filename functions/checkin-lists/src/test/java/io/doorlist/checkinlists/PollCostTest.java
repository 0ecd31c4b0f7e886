package io.doorlist.checkinlists;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.http.Settings;
import io.doorlist.ingest.ImportStore;
import io.doorlist.testing.CountingEngine;
import io.doorlist.testing.FunctionInvoker;
import io.doorlist.testing.FunctionInvoker.Answer;
import io.doorlist.testing.FunctionInvoker.Input;
import io.doorlist.testing.Imports;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What acceptance tests do not show of check-in lists: what their polls cost. */
class PollCostTest extends FunctionFixture {
  private static final String LIST = "get-checkin-list";
  private static final String CHECKINS = "list-checkins";
  private static final String ORDERS = "list-orders-of-list";
  private static final String TICKETS = "list-tickets-of-list";
  private static final String ALL_LISTS = "list-checkin-lists";

  /** Issue 7: a poll costs one small read, and its answer is true. */
  @ParameterizedTest
  @ValueSource(strings = {LIST, CHECKINS, ORDERS, TICKETS})
  void poll_costsOneReadAndNoBody_whenNothingHasChanged(String operation) throws Exception {
    Answer first = call(operation);
    moveClock(Duration.ZERO);
    client.spent();

    Answer again = call(asking(operation, first));

    assertEquals(200, first.status());
    assertEquals(304, again.status());
    assertEquals("", again.body());
    assertEquals(first.headers().get("ETag"), again.headers().get("ETag"));
    assertEquals(first.headers().get("X-Request-Id"), again.headers().get("X-Request-Id"));
    assertFalse(again.headers().containsKey("Content-Type"));
    assertEquals(new CountingEngine.Cost(1, 1, 0, 0), client.spent());
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
    Settings moved = Settings.of(Map.of("QR_BASE_URL", "https://other.example"));
    CheckinListsFunction other =
        new CheckinListsFunction(CheckinListStores.over(stores.table()), clock, moved, Workers.FEW);

    assertEquals(200, FunctionInvoker.call(other, asking(operation, before)).status());
  }

  @Test
  void pulse_isOfItsMinutes_andOfTheNamesThatItShows() throws Exception {
    Input again = asking("get-pulse", call("get-pulse"));
    Input shorter = again.with(List.of("5"), "multiValueQueryStringParameters", "minutes");

    assertEquals(304, call(again).status());
    assertEquals(200, call(shorter).status());
    ImportStore importer = Imports.into(stores);
    importer.putCheckinList("acme", "spring-gala", Imports.list(3, "Front door", "adult"));
    importer.settle();
    moveClock(Duration.ofSeconds(6));
    assertTrue(call(again).body().contains("\"name\":\"Front door\""));
  }

  private static Input asking(String operation, Answer known) throws IOException {
    return recorded(operation)
        .with(List.of(known.headers().get("ETag")), "multiValueHeaders", "If-None-Match");
  }

  @Test
  void door_findsAList_thatIsNewerThanWhatIsRemembered() throws Exception {
    call(CHECKINS);
    Imports.into(stores).putCheckinList("acme", "spring-gala", Imports.list(5, "New"));

    assertEquals(
        200, call(recorded(CHECKINS).with("5", "pathParameters", "checkin_list_id")).status());
  }
}
