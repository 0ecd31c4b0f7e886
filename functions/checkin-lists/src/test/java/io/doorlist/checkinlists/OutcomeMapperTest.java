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
  private static final CheckinOutcome.CheckedIn IN =
      new CheckinOutcome.CheckedIn(CHECKIN, null, false);

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
