package io.doorlist.events;

import static io.doorlist.testing.Gateway.Input.recorded;
import static io.doorlist.testing.Gateway.assertAnswer;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.domain.event.Account;
import io.doorlist.domain.event.Event;
import io.doorlist.http.Settings;
import io.doorlist.ingest.ImportOutcome;
import io.doorlist.ingest.ImportStore;
import io.doorlist.store.Stores;
import io.doorlist.testing.Gateway;
import io.doorlist.testing.Gateway.Answer;
import io.doorlist.testing.Gateway.Input;
import io.doorlist.testing.Imports;
import io.doorlist.testing.TestTable;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** getAccess, listEvents and getEvent as HTTP requests, on a table like the deployed one. */
class EventsFunctionTest {
  private static EventsFunction function;

  @BeforeAll
  static void loadTable() {
    Clock clock = Clock.systemUTC();
    Stores stores = new TestTable().stores(clock);
    ImportStore importer = Imports.into(stores);
    importer.putAccount(new Account("acme", "Acme Events"));
    for (Event event :
        List.of(
            new Event("acme", 8, "autumn-fair", "Autumn Fair", List.of()),
            new Event("acme", 7, "spring-gala", "Spring Gala", List.of()),
            new Event("acme", 9, "big-night", "Big Night", List.of()))) {
      assertEquals(ImportOutcome.CREATED, importer.putEvent(event));
    }
    function = new EventsFunction(stores, clock, Settings.of(Map.of()));
  }

  @Test
  void getAccess_tellsWhatTheTokenOpens() throws Exception {
    Input input = recorded("get-access").identity("expires_at", "32503680000");

    assertAnswer(
        200,
        """
        {"account_slug": "acme", "mode": "live", "role": "scanner",
         "events": ["spring-gala", "autumn-fair"], "name": "North gate",
         "expires_at": "3000-01-01T00:00:00Z", "gate": null}
        """,
        call(input));
  }

  @Test
  void list_showsEventsInTheOrderInWhichTheyCameIn() throws Exception {
    assertAnswer(
        200,
        """
        {"events": [
           {"id": 8, "title": "Autumn Fair", "slug": "autumn-fair"},
           {"id": 7, "title": "Spring Gala", "slug": "spring-gala"},
           {"id": 9, "title": "Big Night", "slug": "big-night"}],
         "meta": {"lookup_mode": "live",
                  "pagination": {"page": 1, "items": 50, "pages": 1, "count": 3}}}
        """,
        call(recorded("list-events")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"spring-gala", "7"})
  void get_showsTheEvent_byItsSlugOrItsId(String id) throws Exception {
    assertAnswer(
        200,
        "{\"id\": 7, \"title\": \"Spring Gala\"}",
        call(recorded("get-event").with(id, "pathParameters", "id")));
  }

  @Test
  void getAccess_saysNull_whenAllEventsAreOpenForeverToATokenWithoutAName() throws Exception {
    Input input =
        recorded("get-access")
            .with(
                Map.of(
                    "token_id",
                    "t",
                    "account",
                    "acme",
                    "events",
                    "*",
                    "mode",
                    "test",
                    "role",
                    "desk"),
                "requestContext",
                "authorizer");

    assertAnswer(
        200,
        """
        {"account_slug": "acme", "mode": "test", "role": "desk", "events": null, "name": null,
         "expires_at": null, "gate": null}
        """,
        call(input));
  }

  @Test
  void list_showsWhatTheTokenOpens_inTheSameOrder() throws Exception {
    Input input =
        recorded("list-events")
            .identity("events", "big-night,no-such,autumn-fair")
            .with(List.of("1"), "multiValueQueryStringParameters", "items")
            .with(List.of("2"), "multiValueQueryStringParameters", "page");

    assertAnswer(
        200,
        """
        {"events": [{"id": 9, "title": "Big Night", "slug": "big-night"}],
         "meta": {"lookup_mode": "live",
                  "pagination": {"page": 2, "items": 1, "pages": 2, "count": 2}}}
        """,
        call(input));
  }

  @Test
  void everyRouteOfTheTemplate_isServed() throws Exception {
    Gateway.assertServesItsRoutes(function, recorded("get-event"));
  }

  private static Answer call(Input input) throws IOException {
    return Gateway.call(function, input);
  }
}
