package io.doorlist.checkinlists;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.ListTerms;
import io.doorlist.door.Reason;
import io.doorlist.json.Json;
import io.doorlist.testing.Gateway.Answer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutcomeMapperTest {
  private static final Checkin CHECKIN =
      new Checkin(
          5,
          9001,
          "R-1",
          null,
          Instant.parse("2026-09-14T17:03:20.904Z"),
          true,
          true,
          false,
          null,
          null);

  private static final String CHECKIN_JSON =
      """
      {"id": 5, "ticket": {"id": 9001, "reference": "R-1", "name": null},
       "created_at": "2026-09-14T17:03:20.904Z", "qr_code_scanned": true, "online": true,
       "scanned_at": null, "scanned_by": null}
      """;

  /** A row of an earlier version has no type. */
  private static final CheckinOutcome.CheckedIn IN = new CheckinOutcome.CheckedIn(CHECKIN, null);

  private static final String NEW_JSON =
      CHECKIN_JSON.replace("}\n", ", \"note\": null, \"attention\": false}\n");

  @Test
  void answer_created_whenTicketIsIn() throws Exception {
    assertAnswer(201, NEW_JSON, IN);
  }

  @Test
  void answer_created_whenOrderIsIn() throws Exception {
    assertAnswer(
        201,
        "{\"checkins\": [" + NEW_JSON + "], \"remaining\": {\"adult\": 1}}",
        new CheckinOutcome.OrderCheckedIn(List.of(IN), new TreeMap<>(Map.of("adult", 1))));
  }

  @Test
  void answer_conflict_whenTicketIsAlreadyIn() throws Exception {
    assertAnswer(
        409,
        """
        {"type": "urn:doorlist:problem:already_checked_in", "title": "Already checked in",
         "status": 409, "detail": "The ticket is already checked in on this list.",
         "code": "already_checked_in", "request_id": "request-1",
         "checkin": %s, "seconds_since": 42, "same_token": false}
        """
            .formatted(CHECKIN_JSON),
        new CheckinOutcome.AlreadyCheckedIn(CHECKIN, 42, false));
  }

  @Test
  void answer_conflict_saysWhereTheTicketIsInside() throws Exception {
    CheckinList door =
        new CheckinList(
            4, 2, "Door", true, List.of(), ListTerms.NONE, Instant.EPOCH, Instant.EPOCH);
    assertAnswer(
        409,
        """
        {"type": "urn:doorlist:problem:already_checked_in", "title": "Already checked in",
         "status": 409, "detail": "The ticket is already checked in on this list.",
         "code": "already_checked_in", "request_id": "request-1",
         "checkin": %s, "seconds_since": 42, "same_token": false,
         "inside_since": "2026-08-02T10:15:30Z", "checkin_list": {"id": 4, "name": "Door"}}
        """
            .formatted(CHECKIN_JSON),
        new CheckinOutcome.AlreadyCheckedIn(
            CHECKIN,
            42,
            false,
            new CheckinOutcome.Inside(door, Instant.parse("2026-08-02T10:15:30Z"))));
  }

  @Test
  void answer_conflict_whenTicketsAreTooFew() throws Exception {
    assertAnswer(
        409,
        """
        {"type": "urn:doorlist:problem:not_enough_tickets", "title": "Not enough tickets",
         "status": 409, "detail": "Fewer tickets are left than requested. Nothing was checked in.",
         "code": "not_enough_tickets", "request_id": "request-1",
         "remaining": {"adult": 1, "child": 0}}
        """,
        new CheckinOutcome.NotEnoughTickets(new TreeMap<>(Map.of("child", 0, "adult", 1))));
  }

  @Test
  void answer_unprocessable_whenListIsAnother() throws Exception {
    CheckinList backstage =
        new CheckinList(
            4, 2, "Backstage", true, List.of(), ListTerms.NONE, Instant.EPOCH, Instant.EPOCH);

    assertAnswer(
        422,
        """
        {"type": "urn:doorlist:problem:not_admissible", "title": "Not admissible",
         "status": 422, "detail": "This list does not admit that ticket type.",
         "code": "not_admissible", "request_id": "request-1",
         "reason": "wrong_list", "admitted_on": [{"id": 4, "name": "Backstage"}]}
        """,
        new CheckinOutcome.NotAdmissible(Reason.WRONG_LIST, List.of(backstage)));
  }

  @ParameterizedTest
  @CsvSource({
    "VOID, void, The ticket is void.",
    "ORDER_NOT_CONFIRMED, order_not_confirmed, The order is not confirmed.",
    "UNKNOWN_TICKET_TYPE, unknown_ticket_type, The event has no such ticket type."
  })
  void answer_unprocessable_withTheReason(Reason reason, String word, String detail)
      throws Exception {
    assertAnswer(
        422,
        """
        {"type": "urn:doorlist:problem:not_admissible", "title": "Not admissible",
         "status": 422, "detail": "%s", "code": "not_admissible", "request_id": "request-1",
         "reason": "%s"}
        """
            .formatted(detail, word),
        new CheckinOutcome.NotAdmissible(reason, List.of()));
  }

  @Test
  void answer_notFound_whenNobodyKnowsTheCode() throws Exception {
    assertAnswer(
        404,
        """
        {"type": "urn:doorlist:problem:not_found", "title": "Not found", "status": 404,
         "detail": "There is nothing here, or the token has no access to it.",
         "code": "not_found", "request_id": "request-1"}
        """,
        new CheckinOutcome.UnknownQrCode());
  }

  @Test
  void answer_slowsDownAClientThatAsksForTooManyUnknownCodes() throws Exception {
    CheckinOutcome outcome = new CheckinOutcome.TooManyUnknownQrCodes(48);

    assertEquals(
        "48", Boundary.answer(call -> OutcomeMapper.answer(outcome)).headers().get("Retry-After"));
    assertAnswer(
        429,
        """
        {"type": "urn:doorlist:problem:too_many_requests", "title": "Too many requests",
         "status": 429,
         "detail": "Too many requests: try again after the seconds in Retry-After.",
         "code": "too_many_requests", "request_id": "request-1"}
        """,
        outcome);
  }

  @Test
  void answer_tellsOfKeys() throws Exception {
    assertAnswer(
        409,
        """
        {"type": "urn:doorlist:problem:idempotency_key_in_use", "title": "Idempotency key in use",
         "status": 409, "detail": "The first request with this key has not finished yet.",
         "code": "idempotency_key_in_use", "request_id": "request-1"}
        """,
        new CheckinOutcome.KeyInUse());
    assertAnswer(
        422,
        """
        {"type": "urn:doorlist:problem:idempotency_key_reused", "title": "Idempotency key reused",
         "status": 422, "detail": "This key was used for another request.",
         "code": "idempotency_key_reused", "request_id": "request-1"}
        """,
        new CheckinOutcome.KeyReused());
  }

  private static void assertAnswer(int status, String body, CheckinOutcome outcome)
      throws Exception {
    Answer answer = Boundary.answer(call -> OutcomeMapper.answer(outcome));

    assertEquals(status, answer.status());
    assertEquals(
        status == 201 ? "application/json" : "application/problem+json",
        answer.headers().get("Content-Type"));
    assertEquals(Json.writeValue(Json.readObject(body)), answer.body());
  }
}
