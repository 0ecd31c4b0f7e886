package io.doorlist.acceptance.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@code searchTickets}. */
class SearchTicketsTest extends ContractTest {
  private Event event(String name, String email) {
    Event event =
        service.eventWithOneList(Order.of(1, "adult", "child"), Order.of(2, "adult").asTest());
    List<Map<String, Object>> lines = new ArrayList<>();
    for (Map<String, Object> line : event.lines()) {
      Map<String, Object> changed = new LinkedHashMap<>(line);
      if (line.get("kind").equals("order")) {
        changed.put("updated_at", "2026-08-03T10:15:30Z");
        List<Map<String, Object>> tickets = new ArrayList<>();
        for (Map<String, Object> ticket : Json.objects(line.get("tickets"))) {
          Map<String, Object> named = new LinkedHashMap<>(ticket);
          named.put("name", tickets.isEmpty() ? name : null);
          named.put("email", tickets.isEmpty() ? email : null);
          tickets.add(named);
        }
        changed.put("tickets", tickets);
      }
      lines.add(changed);
    }
    service.cli.load(lines);
    return event;
  }

  private static Call search(Event event, String typed) {
    return Call.get(
        event.path() + "/tickets?q=" + URLEncoder.encode(typed, StandardCharsets.UTF_8));
  }

  private List<Object> found(Event event, String typed, String token) {
    return service.client.expect(200, search(event, typed).by(token)).rows("tickets").stream()
        .map(row -> row.get("reference"))
        .toList();
  }

  @Test
  void desk_findsATicketByWhatPeopleKnow_andSeesNoAddress() {
    Event event = event("Zoë O'Canary Łukaszewska", "zoe.canary@example.org");
    String desk = service.token(event.account(), "--role", "desk");
    Answer in = service.client.expect(201, event.checkIn(1, event.order(1).ticket(0)).by(desk));

    for (String typed : List.of("lukas zoe", "ZOË", "o’canary", "Zoe.Canary@ex", "r1-1")) {
      assertEquals(List.of("R1-1"), found(event, typed, desk), typed);
    }
    assertEquals(List.of("R1-2", "R1-1"), found(event, "buyer 1 of", desk));
    assertEquals(List.of(), found(event, "ukaszewska", desk));

    Answer answer = service.client.expect(200, search(event, "lukas").by(desk));
    assertFalse(answer.text().contains("@"), answer::text);
    assertEquals("Zoë O'Canary Łukaszewska", answer.at("tickets", 0, "name"));
    assertEquals("R1", answer.at("tickets", 0, "order_reference"));
    assertEquals(event.order(1).ticket(0).qr(), answer.at("tickets", 0, "qr_code_identifier"));
    assertEquals(in.at("created_at"), answer.at("tickets", 0, "checked_in", 0, "created_at"));
    assertEquals(1L, answer.at("tickets", 0, "checked_in", 0, "checkin_list_id"));
    assertEquals(false, answer.at("more"));
  }

  @Test
  void search_findsTicketsOfItsModeOnly() {
    Event event = event("Zoë Modes", null);
    String test = service.token(event.account(), "--mode", "test");

    assertEquals(List.of("R2-1"), found(event, "modes", test));
    assertEquals(List.of("R1-1"), found(event, "modes", service.door));
  }

  @Test
  void forgottenPeople_areNotFound() {
    Event event = event("Zoë Forgotten", "zoe.forgotten@example.org");
    String desk = service.token(event.account(), "--role", "desk");
    assertEquals(List.of("R1-1"), found(event, "forgotten", desk));

    service.cli.run(
        "forget", "--account", event.account(), "--event", event.slug(), "--order", "1");

    assertEquals(List.of(), found(event, "forgotten", desk));
    assertEquals(List.of(), found(event, "zoe.forgotten@", desk));
    assertEquals(List.of("R1-1"), found(event, "r1-1", desk));
  }

  @Test
  void wrongRequests_areRefused() {
    Event event = service.untouched();
    String desk = service.token(event.account(), "--role", "desk");
    String scanner = service.token(event.account(), "--role", "scanner");

    for (String q : List.of("?q=a", "", "?q=%40%40%40", "?q=abc&q=abd", "?q=" + "a".repeat(201))) {
      Answer answer =
          service.client.refused(
              400, "invalid_parameter", Call.get(event.path() + "/tickets" + q).by(desk));
      assertEquals("q", answer.at("errors", 0, "parameter"));
    }
    service.client.refused(403, "forbidden", search(event, "abc").by(scanner));
  }

  @Test
  void thirtySearchesAMinute_areAnswered_andThenTheTokenWaits() {
    Event event = service.untouched();
    String desk = service.token(event.account(), "--role", "desk");

    Answer last = null;
    // A minute of the clock may end in between.
    for (int i = 0; i < 61 && (last == null || last.status() == 200); i++) {
      last = service.client.send(search(event, "abc").by(desk));
    }

    assertEquals(429, last.status());
    assertEquals("too_many_requests", last.code());
    long wait = Long.parseLong(last.header("Retry-After").orElseThrow());
    assertTrue(wait >= 1 && wait <= 60, () -> "waits for " + wait);
    String other = service.token(event.account(), "--role", "desk");
    service.client.expect(200, search(event, "abc").by(other));
  }
}
