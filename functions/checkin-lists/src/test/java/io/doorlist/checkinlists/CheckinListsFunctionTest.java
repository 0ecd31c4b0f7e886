package io.doorlist.checkinlists;

import static io.doorlist.testing.Gateway.assertAnswer;
import static io.doorlist.testing.Gateway.assertProblem;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.testing.Gateway;
import io.doorlist.testing.Gateway.Answer;
import io.doorlist.testing.Gateway.Input;
import io.doorlist.testing.Imports;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * listCheckinLists, getCheckinList, listCheckins, listOrdersOfList and listTicketsOfList as HTTP
 * requests, on a table like the deployed one.
 */
class CheckinListsFunctionTest extends FunctionFixture {
  @Test
  void listCheckinLists_findsNamesByText_withCountsAndFlatMeta() throws Exception {
    call("check-in-ticket");

    Answer answer = call("list-checkin-lists");

    assertAnswer(
        200,
        """
        {"checkin_lists": [
           {"id": 3, "name": "Main door", "checked_in_count": 1,
            "created_at": "2026-09-14T17:03:20.904Z", "updated_at": "2026-09-14T17:03:20.904Z"}],
         "meta": {"current_page": 1, "next_page": null, "prev_page": null, "total_pages": 1,
                  "total_count": 1}}
        """,
        answer);
    String target = "<checkin_lists?q=door&page=1>; rel=";
    assertEquals(target + "\"first\", " + target + "\"last\"", answer.headers().get("Link"));
  }

  @Test
  void listCheckinLists_refuses_whenTheTextIsTooLong() throws Exception {
    Input input =
        recorded("list-checkin-lists")
            .with(List.of("x".repeat(201)), "multiValueQueryStringParameters", "q");

    assertProblem(400, "invalid_parameter", call(input));
  }

  @Test
  void door_findsAList_thatIsNewerThanWhatIsRemembered() throws Exception {
    call("list-checkins");
    Imports.into(stores).putCheckinList("acme", "spring-gala", Imports.list(5, "New"));

    Answer answer = call(recorded("list-checkins").with("5", "pathParameters", "checkin_list_id"));

    assertEquals(200, answer.status());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "check-in-order",
        "check-in-ticket",
        "get-checkin-list",
        "list-checkins",
        "list-orders-of-list",
        "list-tickets-of-list"
      })
  void recordedInputs_areAnswered_forScannersToo(String name) throws Exception {
    Answer answer = call(recorded(name).identity("role", "scanner"));

    assertEquals(name.startsWith("check-in-") ? 201 : 200, answer.status(), answer.body());
  }

  @ParameterizedTest
  @ValueSource(strings = {"list-orders-of-list", "list-tickets-of-list"})
  void whatTheListAdmits_hasItsCodeAtTheAddressOfTheSettings(String name) throws Exception {
    String body = call(name).body();

    assertTrue(body.contains("\"qr_code_url\":\"https://doorlist.example/t/"), body);
  }

  @Test
  void everyRouteOfTheTemplate_isServed() throws Exception {
    Gateway.assertServesItsRoutes(function, recorded("check-in-ticket"));
  }
}
