package io.doorlist.acceptance.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** checkInOrder. */
class CheckInOrderTest extends ContractTest {
  @Test
  void checkInOrder_answersCheckinsAndWhatRemains() {
    Event event = service.freshEvent(Order.of(1, "adult", "adult", "adult", "child", "crew"));

    Answer answer = service.client.expect(201, in(event, 1, "adult=2&child=1"));

    assertEquals(List.of("checkins", "remaining"), List.copyOf(answer.json().keySet()));
    assertEquals(Map.of("adult", 1, "child", 0), answer.at("remaining"));
    assertEquals(List.of(1001, 1002, 1004), ticketIds(answer));
    for (Map<String, Object> checkin : answer.rows("checkins")) {
      assertEquals(
          List.of(
              "id",
              "ticket",
              "created_at",
              "qr_code_scanned",
              "online",
              "scanned_at",
              "scanned_by",
              "note",
              "attention"),
          List.copyOf(checkin.keySet()));
    }
  }

  @Test
  void checkInOrder_letsTheRestInLater() {
    Event event = service.eventWithOneList(Order.group(1, 5, "adult"));

    Answer first = service.client.expect(201, in(event, 1, "adult=3"));
    Answer second = service.client.expect(201, in(event, 1, "adult=2"));

    assertEquals(List.of(1001, 1002, 1003), ticketIds(first));
    assertEquals(List.of(1004, 1005), ticketIds(second));
    assertEquals(Map.of("adult", 2), first.at("remaining"));
    assertEquals(Map.of("adult", 0), second.at("remaining"));
    assertNotEnough(in(event, 1, "adult=1"), Map.of("adult", 0));
  }

  @Test
  void checkInOrder_checksNobodyIn_whenOneTypeIsShort() {
    Event event = service.eventWithOneList(Order.of(1, "adult", "adult", "child"));

    assertNotEnough(in(event, 1, "adult=1&child=2"), Map.of("adult", 2, "child", 1));

    assertEquals(0, count(event, 1));
    assertEquals(
        Map.of("adult", 0, "child", 0),
        service.client.expect(201, in(event, 1, "adult=2&child=1")).at("remaining"));
  }

  @Test
  void checkInOrder_takesAWholeCoach_once() {
    Event event = service.eventWithOneList(Order.group(1, 150, "adult"));

    Call call = in(event, 1, "adult=150").key("coach-" + event.slug());

    Answer answer = service.client.expect(201, call);

    assertEquals(answer.text(), service.client.expect(201, call).text());
    assertEquals(150, answer.rows("checkins").size());
    assertEquals(150, new HashSet<>(ticketIds(answer)).size());
    assertEquals(Map.of("adult", 0), answer.at("remaining"));
    assertEquals(150, count(event, 1));
  }

  @Test
  void checkInOrder_namesTheListsThatWouldTakeAType_whenThisOneDoesNot() {
    Event event = service.freshEvent(Order.of(1, "adult", "crew"));

    Answer answer = service.client.refused(422, "not_admissible", in(event, 1, "adult=1&crew=1"));

    assertEquals("wrong_list", answer.at("reason"));
    assertEquals(
        """
        [{"id":2,"name":"Backstage door"},{"id":3,"name":"Everywhere"}]\
        """,
        Json.write(answer.at("admitted_on")));
    assertEquals(0, count(event, 1));
    service.client.expect(201, in(event, 3, "adult=1&crew=1"));
  }

  @Test
  void checkInOrder_refusesUnknownTypes_andOrdersThatAreNotConfirmed() {
    Event event =
        service.eventWithOneList(
            Order.of(1, "adult"), Order.of(2, "adult").in("cancelled", "refunded"));
    for (String form : List.of("adult=1&senior=1", "Adult=1", "adult%20=1")) {
      assertNotAdmissible("unknown_ticket_type", in(event, 1, form));
    }
    Call cancelled = event.checkIn(1, event.order(2), "adult=1").by(service.door);
    assertNotAdmissible("order_not_confirmed", cancelled);
    assertEquals(0, count(event, 1));
  }

  @Test
  void checkInOrder_takesTheCodeOfATicket_forItsParty() {
    Event event =
        service.eventWithOneList(Order.of(1, "adult", "adult", "child"), Order.of(2, "adult"));
    String qr = event.order(1).ticket(0).qr();
    Call look = Call.get(event.list(1) + "/tickets/" + qr).query("party=true");
    Call in = Call.post(event.list(1) + "/orders/" + qr + "/checkins").query("party=true");

    Answer first =
        service.client.expect(201, event.checkIn(1, event.order(1).ticket(2)).by(service.door));
    assertEquals(true, first.at("party"));
    Answer alone =
        service.client.expect(201, event.checkIn(1, event.order(2).ticket(0)).by(service.door));
    assertNull(alone.json().get("party"));
    Answer seen = service.client.expect(200, look.by(service.door));
    assertEquals("R1-1", seen.at("ticket", "reference"));
    assertEquals(Map.of("adult", 2, "child", 0), seen.at("order", "remaining"));
    Answer all = service.client.expect(201, in.form("adult=2").by(service.door));
    assertEquals(List.of(1001, 1002), ticketIds(all));
  }

  @Test
  void checkInOrder_is404_whenTheTokenIsNoOrderOfTheEventAndMode() {
    Event event = service.eventWithOneList(Order.of(1, "adult"), Order.of(2, "adult").asTest());
    Event other = service.eventWithOneList(Order.of(3, "adult"));
    for (String qr :
        List.of(
            "unknown", event.order(1).ticket(0).qr(), event.order(2).qr(), other.order(3).qr())) {
      Call call = Call.post(event.list(1) + "/orders/" + qr + "/checkins").form("adult=1");
      service.client.refused(404, "not_found", call.by(service.door));
    }
    assertEquals(0, count(event, 1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          adult=-1                   | adult
          adult=1.0                  | adult
          adult=                     | adult
          adult=1&child=99999999999  | child
          ''                         | -
          adult=0&child=0            | -
          adult=1&adult=1            | -
          adult=1&child=1&%61dult=0  | -
          adult=1&child=%ZZ          | -
          adult=1&%FF=1              | -
          """)
  void checkInOrder_refusesFormsItCannotRead(String form, String parameter) {
    Event event = service.untouched();

    assertRefusedFor(parameter, event, in(event, 1, form));
  }

  @Test
  void checkInOrder_takesJson_asTheSameRequestAsTheForm() {
    Event event = service.eventWithOneList(Order.of(1, "adult", "adult", "child"));
    Call json = json(event, "{\"tickets\": {\"child\": 1, \"adult\": 1}}");

    Answer first = service.client.expect(201, json.key("json-or-form"));
    Answer again = service.client.expect(201, in(event, 1, "adult=1&child=1").key("json-or-form"));

    assertEquals(List.of(1001, 1003), ticketIds(first));
    assertEquals(first.text(), again.text());
    service.client.refused(
        422, "idempotency_key_reused", in(event, 1, "adult=1").key("json-or-form"));
    assertEquals(2, count(event, 1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"tickets":{"adult":1},"online":true} | body
          {"tickets":{"adult":1,"adult":1}}     | body
          {"tickets":{"adult":0}}               | body
          {"tickets":{"adult":"1"}}             | adult
          {"tickets":{"adult":1,"child":10001}} | child
          """)
  void checkInOrder_refusesJsonItCannotRead(String body, String parameter) {
    Event event = service.untouched();

    assertRefusedFor(parameter, event, json(event, body));
  }

  @Test
  void checkInOrder_refusesBodiesThatAreNeitherFormNorJson() {
    Event event = service.untouched();
    for (String type : List.of("application/jsonl", "multipart/form-data; boundary=x", "x")) {
      service.client.refused(
          415, "unsupported_media_type", in(event, 1, "adult=1").header("Content-Type", type));
    }
    assertEquals(0, count(event, 1));
  }

  @Test
  void checkInOrder_keepsWhatTheDeviceSays() {
    Event event = service.eventWithOneList(Order.of(1, "adult", "adult"));
    Call call = in(event, 1, "adult=2");

    Answer answer =
        service.client.expect(
            201, call.query("online=false&qr_code_scanned=false&scanned_at=2001-02-03T04:05:06Z"));

    for (Map<String, Object> checkin : answer.rows("checkins")) {
      assertEquals(false, checkin.get("online"));
      assertEquals(false, checkin.get("qr_code_scanned"));
      assertEquals(true, checkin.get("clock_skew"));
    }
    service.client.refused(400, "invalid_parameter", call.query("online=2"));
  }

  private Call in(Event event, long list, String form) {
    return event.checkIn(list, event.order(1), form).by(service.door);
  }

  private Call json(Event event, String body) {
    return Call.post(event.list(1) + "/orders/" + event.order(1).qr() + "/checkins")
        .body("application/json", body)
        .by(service.door);
  }

  private void assertNotEnough(Call call, Map<String, Object> remaining) {
    assertEquals(
        remaining, service.client.refused(409, "not_enough_tickets", call).at("remaining"));
  }

  private void assertNotAdmissible(String reason, Call call) {
    Answer answer = service.client.refused(422, "not_admissible", call);
    assertEquals(reason, answer.at("reason"));
    assertFalse(answer.json().containsKey("admitted_on"));
  }

  /** Fails unless a request is refused, for this parameter if one is named. */
  private void assertRefusedFor(String parameter, Event event, Call call) {
    Answer answer = service.client.refused(400, "invalid_parameter", call);

    assertFalse(answer.rows("errors").isEmpty());
    if (parameter != null) {
      assertEquals(parameter, answer.at("errors", 0, "parameter"));
    }
    assertEquals(0, count(event, 1));
  }

  private static List<Object> ticketIds(Answer answer) {
    return answer.rows("checkins").stream()
        .map(checkin -> Json.object(checkin.get("ticket")).get("id"))
        .toList();
  }

  private int count(Event event, long list) {
    Answer answer = get(event.list(list), service.door);
    return (Integer) answer.json().get("checked_in_count");
  }
}
