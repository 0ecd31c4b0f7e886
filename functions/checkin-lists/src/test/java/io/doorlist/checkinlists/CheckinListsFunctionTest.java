package io.doorlist.checkinlists;

import static io.doorlist.testing.Gateway.ROOT;
import static io.doorlist.testing.Gateway.assertAnswer;
import static io.doorlist.testing.Gateway.assertProblem;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.doorlist.http.Settings;
import io.doorlist.local.LocalDynamo;
import io.doorlist.local.Template;
import io.doorlist.store.Stores;
import io.doorlist.testing.Gateway;
import io.doorlist.testing.Gateway.Answer;
import io.doorlist.testing.Gateway.Input;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Operations 1 to 7, through the door, on a table like the deployed one. */
class CheckinListsFunctionTest {
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-09-14T17:03:20.904Z"), ZoneOffset.UTC);

  private static LocalDynamo dynamo;

  private Stores stores;
  private CheckinListsFunction function;

  @BeforeAll
  static void startDatabase() {
    dynamo = LocalDynamo.inMemory(0);
  }

  @AfterAll
  static void stopDatabase() {
    dynamo.close();
  }

  @BeforeEach
  void loadTable() {
    String table = "t" + UUID.randomUUID();
    dynamo.createTableWithoutStream(Template.read(ROOT.resolve("template.yaml")), table);
    stores = Stores.connect(Stores.client(dynamo.endpoint(), null), table, CLOCK);
    World.load(stores);
    Settings settings = Settings.of(Map.of("QR_BASE_URL", "https://doorlist.example/t"));
    function = new CheckinListsFunction(stores, CLOCK, settings);
  }

  @AfterEach
  void disconnect() {
    stores.close();
  }

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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "get-checkin-list",
        "list-checkins",
        "list-orders-of-list",
        "list-tickets-of-list",
        "check-in-order",
        "check-in-ticket"
      })
  void everyOperation_notFound_whenListIsUnknown_andRefuses_whenItsIdIsNone(String name)
      throws Exception {
    Input input = recorded(name);

    assertProblem(404, "not_found", call(input.with("99", "pathParameters", "checkin_list_id")));
    assertProblem(
        400, "invalid_parameter", call(input.with("x", "pathParameters", "checkin_list_id")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "list-checkin-lists",
        "get-checkin-list",
        "list-checkins",
        "list-orders-of-list",
        "list-tickets-of-list",
        "check-in-order",
        "check-in-ticket"
      })
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
    stores.importer(false).putCheckinList("acme", "spring-gala", 5, "New", true, List.of());

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
            "created_at": "2026-09-14T17:03:20.904Z", "qr_code_scanned": true, "online": true},
           {"id": %s, "ticket": {"id": 9001, "reference": "K7QX2-1", "name": "Ada Example"},
            "created_at": "2026-09-14T17:03:20.904Z", "qr_code_scanned": true, "online": false}],
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
  void checkInTicket_createsACheckin_andTheSameKeyGivesItAgain() throws Exception {
    Answer first = call("check-in-ticket");
    Answer again = call("check-in-ticket");

    assertAnswer(
        201,
        """
        {"id": %s, "ticket": {"id": 9001, "reference": "K7QX2-1", "name": "Ada Example"},
         "created_at": "2026-09-14T17:03:20.904Z", "qr_code_scanned": true, "online": false}
        """
            .formatted(first.at("id")),
        first);
    assertEquals(first, again);
  }

  @Test
  void checkInTicket_tellsOfTheFirstScan_whenTicketIsIn() throws Exception {
    Answer first = call("check-in-ticket");
    Input keyless = recorded("check-in-ticket").with(null, "multiValueHeaders", "Idempotency-Key");

    Answer mine = call(keyless);
    Answer others = call(keyless.identity("token_id", "another"));

    assertProblem(409, "already_checked_in", mine);
    assertEquals(io.doorlist.json.Json.readObject(first.body()), mine.at("checkin"));
    assertEquals(0L, mine.at("seconds_since"));
    assertEquals(true, mine.at("same_token"));
    assertEquals(false, others.at("same_token"));
  }

  @Test
  void checkInTicket_refuses_whenTheKeyWasUsedForAnotherRequest() throws Exception {
    call("check-in-ticket");

    Answer answer =
        call(
            recorded("check-in-ticket")
                .with(List.of("true"), "multiValueQueryStringParameters", "online"));

    assertProblem(422, "idempotency_key_reused", answer);
  }

  @Test
  void checkInTicket_flagsADeviceWhoseClockIsWrong() throws Exception {
    Answer answer =
        call(
            recorded("check-in-ticket")
                .with(
                    List.of("2026-09-14T19:03:20Z"),
                    "multiValueQueryStringParameters",
                    "scanned_at"));

    assertEquals(true, answer.at("clock_skew"));
  }

  @ParameterizedTest
  @CsvSource({"t-V0ID-1, void", "t-PEND-1, order_not_confirmed", "t-K7QX2-3, wrong_list"})
  void checkInTicket_notAdmissible_withTheReason(String qrToken, String reason) throws Exception {
    Answer answer =
        call(recorded("check-in-ticket").with(qrToken, "pathParameters", "ticket_qr_token"));

    assertProblem(422, "not_admissible", answer);
    assertEquals(reason, answer.at("reason"));
    if (reason.equals("wrong_list")) {
      assertEquals(List.of(Map.of("id", 4L, "name", "Stage")), answer.at("admitted_on"));
    } else {
      assertFalse(answer.body().contains("admitted_on"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"unknown", "t-TEST-1", "o-K7QX2", "a#b", "é", ""})
  void checkInTicket_notFound_whenNoTicketOfTheModeHasTheCode(String qrToken) throws Exception {
    Input input = recorded("check-in-ticket");

    assertProblem(404, "not_found", call(input.with(qrToken, "pathParameters", "ticket_qr_token")));
    assertProblem(
        404, "not_found", call(input.with("x".repeat(4_000), "pathParameters", "ticket_qr_token")));
  }

  @Test
  void checkInTicket_ignoresABody_unlessItIsTooLong() throws Exception {
    Input input = recorded("check-in-ticket");

    assertEquals(201, call(input.with("{\"not\": \"looked at\"", "body")).status());
    assertProblem(413, "body_too_large", call(input.with("x".repeat(16_385), "body")));
  }

  @Test
  void checkInOrder_createsCheckins_andTheSameKeyGivesThemAgain() throws Exception {
    Answer first = call("check-in-order");
    Answer again = call("check-in-order");

    List<?> checkins = (List<?>) first.at("checkins");
    assertAnswer(
        201,
        """
        {"checkins": [
           {"id": %s, "ticket": {"id": 9001, "reference": "K7QX2-1", "name": "Ada Example"},
            "created_at": "2026-09-14T17:03:20.904Z", "qr_code_scanned": true, "online": true},
           {"id": %s, "ticket": {"id": 9003, "reference": "K7QX2-3", "name": "Tim Example"},
            "created_at": "2026-09-14T17:03:20.904Z", "qr_code_scanned": true, "online": true}],
         "remaining": {"adult": 1, "child": 0}}
        """
            .formatted(
                ((Map<?, ?>) checkins.getFirst()).get("id"),
                ((Map<?, ?>) checkins.getLast()).get("id")),
        first);
    assertEquals(first, again);
  }

  @Test
  void checkInOrder_checksNobodyIn_whenTicketsAreTooFew() throws Exception {
    Answer answer = call(recorded("check-in-order").with("adult=3&child=1", "body"));

    assertProblem(409, "not_enough_tickets", answer);
    assertEquals(Map.of("adult", 2L, "child", 1L), answer.at("remaining"));
    assertEquals(0L, call("list-checkins").at("meta", "pagination", "count"));
  }

  @ParameterizedTest
  @CsvSource({
    "4, o-K7QX2, adult=1&vip=0, unknown_ticket_type",
    "3, o-K7QX2, child=1, wrong_list",
    "4, o-PEND, adult=1, order_not_confirmed"
  })
  void checkInOrder_notAdmissible_withTheReason(
      String list, String qrToken, String form, String reason) throws Exception {
    Answer answer =
        call(
            recorded("check-in-order")
                .with(list, "pathParameters", "checkin_list_id")
                .with(qrToken, "pathParameters", "order_qr_token")
                .with(form, "body"));

    assertProblem(422, "not_admissible", answer);
    assertEquals(reason, answer.at("reason"));
  }

  @Test
  void checkInOrder_readsFormsInBase64_andNothingButForms() throws Exception {
    Input input = recorded("check-in-order");
    String form = Base64.getEncoder().encodeToString("adult=1".getBytes());

    assertEquals(201, call(input.with(form, "body").with(true, "isBase64Encoded")).status());
    assertProblem(
        415,
        "unsupported_media_type",
        call(input.with(List.of("application/json"), "multiValueHeaders", "Content-Type")));
    assertProblem(400, "invalid_parameter", call(input.with("adult=0", "body")));
  }

  @Test
  void options_answersWithoutAToken() throws Exception {
    Answer answer = call("options-check-in-ticket");

    assertEquals(204, answer.status());
    assertEquals("", answer.body());
    assertEquals("OPTIONS, POST", answer.headers().get("Allow"));
  }

  @Test
  void everyRouteOfTheTemplate_isServed() throws Exception {
    for (Gateway.Route route : Gateway.routes("CheckinListsFunction")) {
      Input options = recorded("options-check-in-ticket").with(route.resource(), "resource");

      Answer answer = call(options);

      assertEquals(204, answer.status(), route.toString());
      assertEquals(
          true,
          List.of(answer.headers().get("Allow").split(", ")).contains(route.method()),
          route.toString());
    }
  }

  private Answer call(String name) throws IOException {
    return call(recorded(name));
  }

  private Answer call(Input input) throws IOException {
    Answer answer = Gateway.call(function, input);
    assertEquals(
        answer.headers().containsKey("ETag") ? "private, no-cache" : "no-store",
        answer.headers().get("Cache-Control"));
    return answer;
  }

  private static Input recorded(String name) throws IOException {
    return Input.recorded(name);
  }
}
