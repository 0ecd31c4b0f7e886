package io.doorlist.acceptance.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import io.doorlist.acceptance.service.Ticket;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** checkInOrder; what a form may be is for FormTest of the module shared. */
class CheckInOrderTest extends ContractTest {
  @Test
  void checkInOrder_answersCheckinsAndWhatRemains_andLetsTheRestInLater() {
    Event event = service.eventWithOneList(Order.of(1, "adult", "adult", "adult", "child"));
    assertNotEnough(in(event, 1, "adult=1&child=2"), Map.of("adult", 3, "child", 1));
    assertEquals(0, count(event));

    Answer first = service.client.expect(201, in(event, 1, "adult=2&child=1"));
    Answer second = service.client.expect(201, in(event, 1, "adult=1"));

    assertEquals(List.of("checkins", "remaining"), List.copyOf(first.json().keySet()));
    assertEquals(Map.of("adult", 1, "child", 0), first.at("remaining"));
    assertEquals(List.of(1001, 1002, 1004), ticketIds(first));
    for (Map<String, Object> checkin : first.rows("checkins")) {
      assertEquals(
          "[id, ticket, created_at, qr_code_scanned, online, scanned_at, scanned_by, note, attention]",
          checkin.keySet().toString());
    }
    assertEquals(List.of(1003), ticketIds(second));
    assertNotEnough(in(event, 1, "adult=1"), Map.of("adult", 0, "child", 0));
  }

  @Test
  void checkInOrder_takesAWholeCoach_once() {
    Event event = service.eventWithOneList(Order.group(1, 150, "adult"));
    Call call = in(event, 1, "adult=150").key("coach-" + event.slug());

    Answer answer = service.client.expect(201, call);

    assertEquals(answer.text(), service.client.expect(201, call).text());
    assertEquals(150, new HashSet<>(ticketIds(answer)).size());
    assertEquals(Map.of("adult", 0), answer.at("remaining"));
    assertEquals(150, count(event));
  }

  /** Tickets that were moved have marks of their own: that is more than one request writes. */
  @Test
  void checkInOrder_saysHowManyFit_ifItIsTooManyAtOnce() throws Exception {
    List<Ticket> moved = new ArrayList<>();
    Order[] former = {
      Order.group(2, 60, "adult"), Order.group(3, 60, "adult"), Order.group(4, 60, "adult")
    };
    for (Order each : former) {
      moved.addAll(each.tickets());
    }
    Event event = service.eventWithOneList(former);
    Order all = new Order(1, false, "confirmed", "paid", moved);
    Map<String, Object> line = all.line(event.account(), event.slug());
    line.put("updated_at", "2026-08-03T10:15:30Z");
    service.cli.load(List.of(line));
    Call whole = event.checkIn(1, all, "adult=180").by(service.door);

    Answer refused = service.client.refused(409, "too_many_at_once", whole);

    long fit = ((Number) refused.at("at_once", "adult")).longValue();
    assertTrue(fit > 1 && fit < 180, refused::toString);
    assertEquals(0, count(event));
    service.client.expect(201, event.checkIn(1, all, "adult=" + fit).by(service.door));
    service.client.expect(201, event.checkIn(1, all, "adult=" + (180 - fit)).by(service.door));
    assertEquals(180, count(event));
  }

  @Test
  void checkInOrder_refusesWhatIsNotAdmissible_andSaysWhy() {
    Event event =
        service.freshEvent(
            Order.of(1, "adult", "crew"), Order.of(2, "adult").in("cancelled", "refunded"));

    Answer wrong = assertNotAdmissible("wrong_list", in(event, 1, "adult=1&crew=1"));

    assertEquals(
        """
        [{"id":2,"name":"Backstage door"},{"id":3,"name":"Everywhere"}]\
        """,
        Json.write(wrong.at("admitted_on")));
    assertNotAdmissible("unknown_ticket_type", in(event, 1, "adult=1&senior=1"));
    Call cancelled = event.checkIn(1, event.order(2), "adult=1").by(service.door);
    assertNotAdmissible("order_not_confirmed", cancelled);
    assertEquals(0, count(event));
    service.client.expect(201, in(event, 3, "adult=1&crew=1"));
  }

  @Test
  void checkInOrder_takesTheCodeOfATicket_forItsParty_ifThatIsMeant() {
    Event event =
        service.eventWithOneList(
            Order.of(1, "adult", "adult", "child"),
            Order.of(2, "adult").asTest(),
            Order.of(3, "adult"));
    String qr = event.order(1).ticket(0).qr();
    Call look = Call.get(event.list(1) + "/tickets/" + qr).query("party=true");
    Call in = Call.post(event.list(1) + "/orders/" + qr + "/checkins").form("adult=2");

    Call child = event.checkIn(1, event.order(1).ticket(2)).by(service.door);
    assertEquals(true, service.client.expect(201, child).at("party"));
    Call alone = event.checkIn(1, event.order(3).ticket(0)).by(service.door);
    assertNull(service.client.expect(201, alone).json().get("party"));
    Answer seen = service.client.expect(200, look.by(service.door));
    assertEquals("R1-1", seen.at("ticket", "reference"));
    assertEquals(Map.of("adult", 2, "child", 0), seen.at("order", "remaining"));
    service.client.refused(404, "not_found", in.by(service.door));
    service.client.refused(
        404, "not_found", event.checkIn(1, event.order(2), "adult=1").by(service.door));
    Answer all = service.client.expect(201, in.query("party=true").by(service.door));
    assertEquals(List.of(1001, 1002), ticketIds(all));
  }

  @Test
  void checkInOrder_takesJson_asTheSameRequestAsTheForm_withWhatTheDeviceSays() {
    Event event = service.eventWithOneList(Order.of(1, "adult", "adult", "child"));
    String said = "online=false&qr_code_scanned=false&scanned_at=2001-02-03T04:05:06Z";
    Call json =
        Call.post(event.list(1) + "/orders/" + event.order(1).qr() + "/checkins")
            .body("application/json", "{\"tickets\": {\"child\": 1, \"adult\": 1}}")
            .by(service.door);
    String key = "json-or-form-" + event.slug();

    Answer first = service.client.expect(201, json.query(said).key(key));
    Answer again = service.client.expect(201, in(event, 1, "adult=1&child=1").query(said).key(key));

    assertEquals(List.of(1001, 1003), ticketIds(first));
    assertEquals(first.text(), again.text());
    service.client.refused(422, "idempotency_key_reused", in(event, 1, "adult=1").key(key));
    for (Map<String, Object> checkin : first.rows("checkins")) {
      assertEquals(false, checkin.get("online"));
      assertEquals(false, checkin.get("qr_code_scanned"));
      assertEquals(true, checkin.get("clock_skew"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          adult=-1                             | adult
          adult=1&child=99999999999            | child
          adult=0&child=0                      | -
          adult=1&child=1&%61dult=0            | -
          adult=1&%FF=1                        | -
          {"tickets":{"adult":1,"adult":1}}    | body
          {"tickets":{"adult":"1"}}            | adult
          """)
  void checkInOrder_refusesWhatItCannotRead(String body, String parameter) {
    Event event = service.untouched();
    Call call = in(event, 1, body);
    Call sent = body.startsWith("{") ? call.header("Content-Type", "application/json") : call;

    Answer answer = service.client.refused(400, "invalid_parameter", sent);

    if (parameter != null) {
      assertEquals(parameter, answer.at("errors", 0, "parameter"));
    }
    service.client.refused(
        415, "unsupported_media_type", call.header("Content-Type", "application/jsonl"));
    assertEquals(0, count(event));
  }

  private Call in(Event event, long list, String form) {
    return event.checkIn(list, event.order(1), form).by(service.door);
  }

  private void assertNotEnough(Call call, Map<String, Object> remaining) {
    assertEquals(
        remaining, service.client.refused(409, "not_enough_tickets", call).at("remaining"));
  }

  private Answer assertNotAdmissible(String reason, Call call) {
    Answer answer = service.client.refused(422, "not_admissible", call);
    assertEquals(reason, answer.at("reason"));
    return answer;
  }

  private static List<Object> ticketIds(Answer answer) {
    return answer.rows("checkins").stream()
        .map(checkin -> Json.object(checkin.get("ticket")).get("id"))
        .toList();
  }

  private int count(Event event) {
    return (Integer) get(event.list(1), service.door).json().get("checked_in_count");
  }
}
