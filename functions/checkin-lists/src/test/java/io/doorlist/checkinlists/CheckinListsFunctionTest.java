package io.doorlist.checkinlists;

import static io.doorlist.testing.Gateway.assertAnswer;
import static io.doorlist.testing.Gateway.assertProblem;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.testing.Gateway;
import io.doorlist.testing.Gateway.Answer;
import io.doorlist.testing.Gateway.Input;
import io.doorlist.testing.Imports;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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
  void listCheckinLists_pagesAllListsById_whenNothingIsSearched() throws Exception {
    Answer answer =
        call(
            recorded("list-checkin-lists")
                .with(
                    Map.of("page", List.of("2"), "items", List.of("1"), "q", List.of("")),
                    "multiValueQueryStringParameters"));

    assertEquals(200, answer.status());
    assertEquals(4L, ((Map<?, ?>) ((List<?>) answer.at("checkin_lists")).getFirst()).get("id"));
    assertEquals(2L, answer.at("meta", "total_count"));
    assertEquals(1L, answer.at("meta", "prev_page"));
  }

  @Test
  void listCheckinLists_refuses_whenTheTextIsTooLong() throws Exception {
    Input input =
        recorded("list-checkin-lists")
            .with(List.of("x".repeat(201)), "multiValueQueryStringParameters", "q");

    assertProblem(400, "invalid_parameter", call(input));
  }

  @Test
  void getCheckinList_showsTheList() throws Exception {
    assertAnswer(
        200,
        """
        {"id": 3, "name": "Main door", "checked_in_count": 0,
         "created_at": "2026-09-14T17:03:20.904Z", "updated_at": "2026-09-14T17:03:20.904Z"}
        """,
        call("get-checkin-list"));
  }

  static Stream<String> operationsOfAList() {
    return Stream.of(
        "get-checkin-list",
        "list-checkins",
        "list-orders-of-list",
        "list-tickets-of-list",
        "check-in-order",
        "check-in-ticket");
  }

  static Stream<String> operations() {
    return Stream.concat(Stream.of("list-checkin-lists"), operationsOfAList());
  }

  @ParameterizedTest
  @MethodSource("operationsOfAList")
  void everyOperation_notFound_whenListIsUnknown_andRefuses_whenItsIdIsNone(String name)
      throws Exception {
    Input input = recorded(name);

    assertProblem(404, "not_found", call(input.with("99", "pathParameters", "checkin_list_id")));
    assertProblem(
        400, "invalid_parameter", call(input.with("x", "pathParameters", "checkin_list_id")));
  }

  @ParameterizedTest
  @MethodSource("operations")
  void everyOperation_letsScannersOfTheEventInAndNobodyElse(String name) throws Exception {
    Input input = recorded(name).identity("role", "scanner");
    Answer forbidden = call(input.identity("account", "other"));

    assertProblem(403, "forbidden", forbidden);
    assertEquals(forbidden, call(input.identity("events", "autumn-fair")));
    assertEquals(forbidden, call(input.with("no-such", "pathParameters", "event_slug")));
    assertProblem(401, "unauthorized", call(input.with(null, "requestContext", "authorizer")));
    int status = call(input.identity("events", "spring-gala")).status();
    assertEquals(name.startsWith("check-in-") ? 201 : 200, status);
  }

  @Test
  void door_findsAList_thatIsNewerThanWhatIsRemembered() throws Exception {
    call("list-checkins");
    Imports.into(stores).putCheckinList("acme", "spring-gala", Imports.list(5, "New"));

    Answer answer = call(recorded("list-checkins").with("5", "pathParameters", "checkin_list_id"));

    assertEquals(200, answer.status());
  }

  @Test
  void listCheckins_showsNewestFirst() throws Exception {
    call("check-in-ticket");
    call(
        recorded("check-in-ticket")
            .with("t-K7QX2-2", "pathParameters", "ticket_qr_token")
            .with(null, "multiValueQueryStringParameters")
            .with(null, "queryStringParameters")
            .with(null, "multiValueHeaders", "Idempotency-Key"));

    Answer answer = call("list-checkins");

    List<?> checkins = (List<?>) answer.at("checkins");
    Map<?, ?> newest = (Map<?, ?>) checkins.getFirst();
    Map<?, ?> oldest = (Map<?, ?>) checkins.getLast();
    assertAnswer(
        200,
        """
        {"checkins": [
           {"id": %s, "ticket": {"id": 9002, "reference": "K7QX2-2", "name": null},
            "created_at": "2026-09-14T17:03:20.904Z", "qr_code_scanned": true, "online": true,
            "scanned_at": null, "scanned_by": null},
           {"id": %s, "ticket": {"id": 9001, "reference": "K7QX2-1", "name": "Ada Example"},
            "created_at": "2026-09-14T17:03:20.904Z", "qr_code_scanned": true, "online": false,
            "scanned_at": "2026-09-14T17:01:00.000Z", "scanned_by": null}],
         "meta": {"lookup_mode": "live",
                  "pagination": {"page": 1, "items": 50, "pages": 1, "count": 2}}}
        """
            .formatted(newest.get("id"), oldest.get("id")),
        answer);
  }

  @Test
  void listOrders_showsWhatTheListAdmits() throws Exception {
    assertAnswer(
        200,
        """
        {"orders": [
           {"qr_code_identifier": "o-K7QX2",
            "qr_code_url": "https://doorlist.example/t/o-K7QX2",
            "url_checksum": "a968d2828f26c50639f8cfd89a38aad9755e967fade89af6d822aa882087cb4f",
            "reference": "K7QX2", "order_id": 1001, "ticket_types": {"adult": 2}}],
         "meta": {"lookup_mode": "live",
                  "pagination": {"page": 1, "items": 1, "pages": 1, "count": 1}}}
        """,
        call("list-orders-of-list"));
  }

  @Test
  void listTickets_showsWhatTheListAdmits_alsoIfItIsIn() throws Exception {
    call("check-in-ticket");

    assertAnswer(
        200,
        """
        {"tickets": [
           {"qr_code_identifier": "t-K7QX2-1",
            "qr_code_url": "https://doorlist.example/t/t-K7QX2-1",
            "url_checksum": "dae92a1e47645cc2c5bbf4cf787bab9f399c4e15731ae70115af6081e590069c",
            "reference": "K7QX2-1", "id": 9001, "ticket_type": "Adult"},
           {"qr_code_identifier": "t-K7QX2-2",
            "qr_code_url": "https://doorlist.example/t/t-K7QX2-2",
            "url_checksum": "b2bb7e55e189dfe03d2c04f99f9f08130da0b33dd295877abea6c8ff9c010a22",
            "reference": "K7QX2-2", "id": 9002, "ticket_type": "Adult"}],
         "meta": {"lookup_mode": "live",
                  "pagination": {"page": 1, "items": 50, "pages": 1, "count": 2}}}
        """,
        call("list-tickets-of-list"));
  }

  @Test
  void listTickets_showsTheTokensModeOnly() throws Exception {
    Answer answer = call(recorded("list-tickets-of-list").identity("mode", "test"));

    assertEquals("test", answer.at("meta", "lookup_mode"));
    Map<?, ?> only = (Map<?, ?>) ((List<?>) answer.at("tickets")).getFirst();
    assertEquals(9031L, only.get("id"));
    assertEquals(1L, answer.at("meta", "pagination", "count"));
  }

  @Test
  void everyRouteOfTheTemplate_isServed() throws Exception {
    for (Gateway.Route route : Gateway.routes("CheckinListsFunction")) {
      Input other =
          recorded("check-in-ticket").with(route.resource(), "resource").with("PUT", "httpMethod");

      Answer answer = call(other);

      assertEquals(405, answer.status(), route.toString());
      assertEquals(
          true,
          List.of(answer.headers().get("Allow").split(", ")).contains(route.method()),
          route.toString());
    }
  }
}
