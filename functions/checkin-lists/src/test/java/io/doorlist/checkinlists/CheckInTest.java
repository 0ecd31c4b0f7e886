package io.doorlist.checkinlists;

import static io.doorlist.testing.Gateway.assertAnswer;
import static io.doorlist.testing.Gateway.assertProblem;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.doorlist.json.Json;
import io.doorlist.testing.Gateway.Answer;
import io.doorlist.testing.Gateway.Input;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** checkInOrder and checkInTicket as HTTP requests, on a table like the deployed one. */
class CheckInTest extends FunctionFixture {
  @Test
  void checkInTicket_createsACheckin_andTheSameKeyGivesItAgain() throws Exception {
    Answer first = call("check-in-ticket");
    Answer again = call("check-in-ticket");

    assertAnswer(
        201,
        """
        {"id": %s, "ticket": {"id": 9001, "reference": "K7QX2-1", "name": "Ada Example"},
         "created_at": "2026-09-14T17:03:20.904Z", "qr_code_scanned": true, "online": false,
         "scanned_at": "2026-09-14T17:01:00.000Z", "scanned_by": null,
         "note": "Check ID", "attention": true}
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
    assertEquals(withoutNote(Json.readObject(first.body())), mine.at("checkin"));
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
            "created_at": "2026-09-14T17:03:20.904Z", "qr_code_scanned": true, "online": true,
            "scanned_at": null, "scanned_by": null, "note": "Check ID", "attention": true},
           {"id": %s, "ticket": {"id": 9003, "reference": "K7QX2-3", "name": "Tim Example"},
            "created_at": "2026-09-14T17:03:20.904Z", "qr_code_scanned": true, "online": true,
            "scanned_at": null, "scanned_by": null, "note": null, "attention": false}],
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
        call(input.with(List.of("text/plain"), "multiValueHeaders", "Content-Type")));
    assertProblem(400, "invalid_parameter", call(input.with("adult=0", "body")));
  }
}
