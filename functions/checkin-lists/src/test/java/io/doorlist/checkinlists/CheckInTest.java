package io.doorlist.checkinlists;

import static io.doorlist.testing.Gateway.assertAnswer;
import static io.doorlist.testing.Gateway.assertProblem;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.testing.Gateway.Answer;
import io.doorlist.testing.Gateway.Input;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

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
