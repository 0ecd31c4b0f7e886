package io.doorlist.acceptance.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.service.CheckinList;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** checkInTicket and getAdmission. */
class CheckInTicketTest extends ContractTest {
  /** How far the clocks of this machine and of the service may be apart. */
  private static final Duration TOLERANCE = Duration.ofMinutes(2);

  @Test
  void checkInTicket_answersTheCheckin_andTheFirstOneWhenTheTicketIsIn() {
    Event event = service.freshEvent(Order.of(1, "adult"));
    Call look = Call.get(event.list(1) + "/tickets/t-R1-1").by(service.door);
    assertEquals("admissible", service.client.expect(200, look).at("verdict"));
    assertUntouched(event);

    Answer first = service.client.expect(201, in(event, 1, 0));
    Answer second = service.client.refused(409, "already_checked_in", in(event, 1, 0));
    Call others = event.checkIn(1, event.order(1).ticket(0)).by(service.otherDoor);
    Answer other = service.client.refused(409, "already_checked_in", others);

    Object createdAt = first.at("created_at");
    assertEquals(
        """
        {"id":%s,"ticket":{"id":1001,"reference":"R1-1","name":"Guest 1001"},"created_at":"%s",\
        "qr_code_scanned":true,"online":true,"scanned_at":null,"scanned_by":null,"note":null,\
        "attention":false}\
        """
            .formatted(first.at("id"), createdAt),
        Json.compact(first.text()));
    assertNow(createdAt);
    assertEquals(true, second.at("same_token"));
    assertEquals(false, other.at("same_token"));
    assertEquals(second.at("checkin"), other.at("checkin"));
    assertEquals(Json.write(first.checkin()), Json.write(second.at("checkin")));
    long seconds = (Long) second.at("seconds_since");
    assertTrue(seconds >= 0 && seconds < TOLERANCE.toSeconds(), second::toString);
    assertEquals(
        "[type, title, status, detail, code, request_id, checkin, seconds_since, same_token]",
        second.json().keySet().toString());
    Answer seen = service.client.expect(200, look);
    assertEquals("already_checked_in", seen.at("verdict"));
    assertEquals("R1-1", seen.at("checkin", "ticket", "reference"));
    Answer elsewhere = service.client.expect(201, in(event, 3, 0));
    assertFalse(elsewhere.at("id").equals(first.at("id")));
  }

  /** Each reason once; which of several is said is for DoorRuleTest of the module door. */
  @Test
  void checkInTicket_refusesWhatIsNotAdmissible_andSaysWhy() {
    Event event = service.eventWithOneList();
    String future = "2099-01-01T00:00:00Z";
    String past = "2001-01-01T00:00:00Z";
    service.cli.load(
        List.of(
            list(event, 2, "opens_at", future),
            list(event, 3, "closes_at", past),
            list(event, 4, "opens_at", past),
            order(event, Order.of(1, "adult").withVoid(0), "phone_number", null),
            order(event, Order.of(2, "adult"), "blocked", "unpaid"),
            order(event, Order.of(3, "adult").in("pending", "unpaid"), "phone_number", null),
            order(event, Order.of(4, "adult"), "valid_from", future),
            order(event, Order.of(5, "adult"), "valid_until", past),
            order(event, Order.of(6, "adult"), "phone_number", null),
            order(event, Order.of(7, "crew"), "phone_number", null)));

    assertRefusedFor("void", event, 1, 1);
    assertRefusedFor("blocked", event, 1, 2);
    assertRefusedFor("order_not_confirmed", event, 1, 3);
    assertEquals(future, assertRefusedFor("too_early", event, 1, 4).at("valid_from"));
    assertEquals(past, assertRefusedFor("too_late", event, 1, 5).at("valid_until"));
    assertEquals(future, assertRefusedFor("too_early", event, 2, 6).at("opens_at"));
    assertEquals(past, assertRefusedFor("too_late", event, 3, 6).at("closes_at"));
    // Lists that are closed do not take it, so they are not named.
    assertEquals(
        """
        [{"id":4,"name":"List 4"}]\
        """,
        Json.write(assertRefusedFor("wrong_list", event, 1, 7).at("admitted_on")));
    assertUntouched(event);
    service.client.expect(201, event.checkIn(1, Order.of(6, "adult").ticket(0)).by(service.door));
  }

  /** Returns the line of an order whose only ticket has another member. */
  private static Map<String, Object> order(Event event, Order order, String member, Object value) {
    Map<String, Object> line = order.line(event.account(), event.slug());
    Json.objects(line.get("tickets")).getFirst().put(member, value);
    return line;
  }

  private static Map<String, Object> list(Event event, long id, String member, Object value) {
    Map<String, Object> line =
        new CheckinList(id, "List " + id, null).line(event.account(), event.slug());
    line.put(member, value);
    return line;
  }

  /** A device dates only what it has done already: whoever asks is at the door. */
  @Test
  void askedScanOfAnHourAgo_countsAsNow_aloneAndInABatch() {
    Event event = service.eventWithOneList(Order.of(1, "adult", "adult"));
    Instant now = Instant.now();
    String closed = now.minus(Duration.ofMinutes(30)).truncatedTo(ChronoUnit.SECONDS).toString();
    String hourAgo = now.minus(Duration.ofHours(1)).toString();
    service.cli.load(List.of(list(event, 2, "closes_at", closed)));

    Call alone = in(event, 2, 0).query("scanned_at=" + hourAgo);
    assertEquals("too_late", service.client.refused(422, "not_admissible", alone).at("reason"));
    List<Map<String, Object>> scans = new ArrayList<>();
    for (int ticket = 0; ticket < 2; ticket++) {
      Map<String, Object> scan = new LinkedHashMap<>();
      scan.put("ticket_qr_token", event.order(1).ticket(ticket).qr());
      scan.put("scanned_at", hourAgo);
      scan.put("online", ticket == 0);
      scan.put("idempotency_key", UUID.randomUUID().toString());
      scans.add(scan);
    }
    Call batch =
        Call.post(event.list(2) + "/checkins")
            .body("application/json", Json.write(Map.of("scans", scans)));

    List<Map<String, Object>> results =
        service.client.expect(200, batch.by(service.door)).rows("results");

    assertEquals("too_late", Json.at(results.getFirst(), "problem", "reason"));
    assertEquals(201, results.getLast().get("status"));
  }

  @Test
  void checkInTicket_is404_whenTheTokenIsNoTicketOfTheEventAndMode() {
    Event event = service.eventWithOneList(Order.of(1, "adult"), Order.of(2, "adult").asTest());
    for (String qr :
        List.of("unknown", event.order(1).qr(), event.order(2).ticket(0).qr(), "T-R1-1")) {
      Call in = Call.post(event.list(1) + "/tickets/" + qr + "/checkins").by(service.door);
      service.client.refused(404, "not_found", in);
    }
    Call look = Call.get(event.list(1) + "/tickets/unknown").by(service.door);
    service.client.refused(404, "not_found", look);
    assertUntouched(event);
  }

  @Test
  void checkInTicket_keepsWhatTheDeviceSays_unlessItsClockIsWrong() {
    Event event = service.eventWithOneList(Order.of(1, "adult", "adult", "adult"));

    Answer typed = service.client.expect(201, in(event, 1, 0).query("qr_code_scanned=false"));
    String said = "online=false&qr_code_scanned=true&scanned_at=" + Instant.now();
    Answer offline = service.client.expect(201, in(event, 1, 1).query(said));
    Answer wrong =
        service.client.expect(201, in(event, 1, 2).query("scanned_at=2001-02-03T04:05:06%2B01:00"));

    assertEquals(false, typed.at("qr_code_scanned"));
    assertEquals(true, typed.at("online"));
    assertEquals(true, offline.at("qr_code_scanned"));
    assertEquals(false, offline.at("online"));
    assertFalse(offline.json().containsKey("clock_skew"));
    assertEquals(true, wrong.at("clock_skew"));
    assertNow(wrong.at("created_at"));
    assertEquals(
        List.of(wrong.checkin(), offline.checkin(), typed.checkin()),
        get(event.list(1) + "/checkins", service.door).rows("checkins"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "online=maybe",
        "online=true&online=false",
        "qr_code_scanned=2",
        "scanned_at=yesterday"
      })
  void checkInTicket_refusesParametersItCannotRead(String query) {
    Event event = service.untouched();

    Answer answer = service.client.refused(400, "invalid_parameter", in(event, 1, 0).query(query));

    assertEquals(query.substring(0, query.indexOf('=')), answer.at("errors", 0, "parameter"));
    assertUntouched(event);
  }

  @Test
  void bodies_areRefused_whenTheyAreTooLarge_orNoBatches() {
    Event event = service.untouched();
    Call large = in(event, 1, 0).body("application/json", " ".repeat(16 * 1024 + 1));
    Call post = Call.post(event.list(1) + "/checkins").by(service.door);

    service.client.refused(413, "body_too_large", large);
    service.client.refused(
        413, "body_too_large", post.body("application/json", " ".repeat(65_537)));
    service.client.refused(400, "invalid_parameter", post.body("application/json", "{}"));
    service.client.refused(415, "unsupported_media_type", post.form("scans=1"));
    assertUntouched(event);
  }

  private Call in(Event event, long list, int ticket) {
    return event.checkIn(list, event.order(1).ticket(ticket)).by(service.door);
  }

  /** Fails unless the list refuses the order's only ticket for this reason. */
  private Answer assertRefusedFor(String reason, Event event, long list, long order) {
    Call call = event.checkIn(list, Order.of(order, "adult").ticket(0)).by(service.door);
    Answer answer = service.client.refused(422, "not_admissible", call);
    assertEquals(reason, answer.at("reason"));
    assertEquals(reason.equals("wrong_list"), answer.json().containsKey("admitted_on"));
    return answer;
  }

  private static void assertNow(Object time) {
    Duration off = Duration.between(Instant.parse((String) time), Instant.now()).abs();
    assertTrue(off.compareTo(TOLERANCE) < 0, time::toString);
  }

  private void assertUntouched(Event event) {
    Answer answer = get(event.listsPath(), service.door);
    answer.rows("checkin_lists").forEach(list -> assertEquals(0, list.get("checked_in_count")));
  }
}
