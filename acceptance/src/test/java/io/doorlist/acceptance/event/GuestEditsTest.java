package io.doorlist.acceptance.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** {@code updateGuest}, {@code voidGuest} and {@code replaceCode}. */
class GuestEditsTest extends ContractTest {
  private final String key = UUID.randomUUID().toString();

  private static String guest(Event event) {
    return event.path() + "/guests/" + event.order(1).ticket(0).id();
  }

  private static Call update(Event event, String members) {
    return Call.of("PATCH", guest(event)).body("application/json", "{" + members + "}");
  }

  private static Call newCode(Event event, String key) {
    return Call.post(guest(event) + "/code")
        .body("application/json", "{\"idempotency_key\":\"" + key + "\"}");
  }

  private String desk(Event event) {
    return service.token(event.account(), "--role", "desk", "--name", "Desk 1");
  }

  /** Brings the event again, as its source has it, but for what a desk may do. */
  private void close(Event event) {
    Map<String, Object> closed = new HashMap<>(event.lines().getFirst());
    closed.put("desk", Map.of());
    service.cli.load(List.of(closed));
  }

  private Map<String, Object> order(Event event) {
    return event.lines().stream()
        .filter(line -> "order".equals(line.get("kind")))
        .<Map<String, Object>>map(HashMap::new)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void updateGuest_isSeenEverywhere_andItsHistorySaysWhoDidIt() {
    Event event = service.eventWithOneList(Order.of(1, "adult"));
    String desk = desk(event);
    String version = (String) get(event.path() + "/guests", desk).at("version");
    Object updated = get(event.path() + "/orders/1", service.door).at("updated_at");
    String members =
        "\"name\":\"Grace Right\",\"email\":\"grace@example.org\",\"phone\":\"+49 30 123456\","
            + "\"company\":\"Right Works\",\"note\":\"call Anna\",\"attention\":true";

    Answer guest = service.client.expect(200, update(event, members).by(desk));

    assertEquals("Grace Right", guest.at("name"));
    assertEquals("Right Works", guest.at("company"));
    assertEquals("call Anna", guest.at("note"));
    assertEquals(true, guest.at("attention"));
    assertEquals(guest.json(), service.client.expect(200, update(event, members).by(desk)).json());
    assertEquals(
        List.of(guest.json()), get(event.path() + "/guests?after=" + version, desk).rows("guests"));
    for (String words : List.of("grace%20right", "grace@example.org", "030%20123456")) {
      Answer found = get(event.path() + "/tickets?q=" + words, desk);
      assertEquals(guest.at("reference"), found.at("tickets", 0, "reference"), words);
    }
    Answer order = get(event.path() + "/orders/1", service.door);
    assertEquals("Grace Right", order.at("tickets", 0, "name"));
    assertEquals("grace@example.org", order.at("tickets", 0, "email"));
    assertEquals(updated, order.at("updated_at"));
    Answer in = service.client.expect(201, event.checkIn(1, event.order(1).ticket(0)).by(desk));
    assertEquals("Grace Right", in.at("ticket", "name"));
    Answer history = get(event.path() + "/tickets/" + guest.at("reference") + "/history", desk);
    assertEquals(1, history.rows("changes").size());
    assertEquals("Desk 1", history.at("changes", 0, "by"));
    assertEquals(
        List.of("name", "email", "phone", "company", "note", "attention"),
        history.at("changes", 0, "fields"));
    assertFalse(history.text().contains("Right"), history.text());
  }

  @Test
  void badge_isNotedOnce_byAnyDesk_andShownByGuestAndHistory() {
    Event event = service.eventWithOneList(Order.of(1, "adult"));
    String desk = desk(event);
    close(event);
    String version = (String) get(event.path() + "/guests", desk).at("version");
    Call badge = update(event, "\"badge_printed_at\":\"2026-09-14T19:40:02.118+02:00\"");

    Answer guest = service.client.expect(200, badge.by(desk));

    assertEquals("2026-09-14T17:40:02.118Z", guest.at("badge_printed_at"));
    assertEquals(guest.json(), service.client.expect(200, badge.by(desk)).json());
    assertEquals(
        List.of(guest.json()), get(event.path() + "/guests?after=" + version, desk).rows("guests"));
    Answer history = get(event.path() + "/tickets/" + guest.at("reference") + "/history", desk);
    assertEquals(1, history.rows("changes").size());
    assertEquals(List.of("badge"), history.at("changes", 0, "fields"));
    assertEquals("Desk 1", history.at("changes", 0, "by"));
    assertEquals("2026-09-14T17:40:02.118Z", history.at("changes", 0, "created_at"));
    String exported =
        service.cli.must("", "export", "--account", event.account(), "--event", event.slug()).out();
    assertEquals(0, service.cli.load(exported.lines().map(Json::parse).toList()).get("refused"));
  }

  @Test
  void correction_survivesTheSource_untilItSaysSomethingNew() {
    Event event = service.eventWithOneList(Order.of(1, "adult"));
    service.client.expect(200, update(event, "\"name\":\"Grace Right\"").by(desk(event)));
    Map<String, Object> later = order(event);

    later.put("updated_at", "2027-01-01T00:00:00Z");
    service.cli.load(List.of(later));
    assertEquals(
        "Grace Right", get(event.path() + "/orders/1", service.door).at("tickets", 0, "name"));

    Map<String, Object> ticket = new HashMap<>(Json.objects(later.get("tickets")).getFirst());
    ticket.put("name", "Grace New");
    later.put("tickets", List.of(ticket));
    later.put("updated_at", "2027-01-02T00:00:00Z");
    service.cli.load(List.of(later));
    assertEquals(
        "Grace New", get(event.path() + "/orders/1", service.door).at("tickets", 0, "name"));
  }

  @Test
  void export_carriesCorrections_andImportingItChangesNothing() {
    Event event = service.eventWithOneList(Order.of(1, "adult"));
    service.client.expect(200, update(event, "\"name\":\"Grace Right\"").by(desk(event)));

    String exported =
        service.cli.must("", "export", "--account", event.account(), "--event", event.slug()).out();

    Map<String, Object> again = service.cli.load(exported.lines().map(Json::parse).toList());
    assertEquals(0, again.get("changed"));
    assertEquals(0, again.get("refused"));
  }

  @Test
  void desk_changesNobody_whereTheEventDoesNotLetIt() {
    Event event = service.eventWithOneList(Order.of(1, "adult"));
    String desk = desk(event);
    close(event);

    service.client.refused(403, "desk_not_allowed", update(event, "\"name\":\"Grace\"").by(desk));
    service.client.refused(403, "desk_not_allowed", newCode(event, key).by(desk));
    service.client.expect(200, update(event, "\"name\":\"Grace\"").by(service.door));
    service.client.expect(200, newCode(event, key).by(service.door));
  }

  @Test
  void voidGuest_isForDesks_ifADeskAddedTheGuest() {
    Event event = service.eventWithOneList(Order.of(1, "adult"));
    String desk = desk(event);
    Answer added =
        service.client.expect(
            201,
            Call.post(event.path() + "/guests")
                .body(
                    "application/json",
                    "{\"idempotency_key\":\"" + key + "\",\"name\":\"Grace Walker\"}")
                .by(desk));
    Call ofAdded = Call.post(event.path() + "/guests/" + added.at("tickets", 0, "id") + "/void");
    Call ofSource = Call.post(guest(event) + "/void");

    Answer refused = service.client.refused(422, "guest_not_changed", ofSource.by(desk));
    assertEquals("not_added", refused.at("reason"));
    Answer guest = service.client.expect(200, ofAdded.by(desk));
    assertEquals("void", guest.at("state"));
    assertEquals(guest.json(), service.client.expect(200, ofAdded.by(desk)).json());
    String code = event.list(1) + "/tickets/" + guest.at("qr_code_identifier") + "/checkins";
    assertEquals(
        "void",
        service.client.refused(422, "not_admissible", Call.post(code).by(desk)).at("reason"));
    assertEquals("void", service.client.expect(200, ofSource.by(service.door)).at("state"));
    service.client.refused(422, "guest_not_changed", newCode(event, key).by(service.door));
  }

  @Test
  void replaceCode_revokesTheOld_once() {
    Event event = service.eventWithOneList(Order.of(1, "adult"));
    String desk = desk(event);

    Answer guest = service.client.expect(200, newCode(event, key).by(desk));

    assertEquals(guest.json(), service.client.expect(200, newCode(event, key).by(desk)).json());
    String old = event.order(1).ticket(0).qr();
    assertNotEquals(old, guest.at("qr_code_identifier"));
    Call scan = event.checkIn(1, event.order(1).ticket(0)).by(desk);
    assertEquals("revoked", service.client.refused(422, "not_admissible", scan).at("reason"));
    service.client.expect(
        201,
        Call.post(event.list(1) + "/tickets/" + guest.at("qr_code_identifier") + "/checkins")
            .by(desk));
  }

  @Test
  void changes_areToldByWebhookEvents() {
    Event event = service.eventWithOneList(Order.of(1, "adult"));
    String path = "/" + event.account() + "/webhooks/events?event_slug=" + event.slug();

    service.client.expect(200, update(event, "\"name\":\"Grace Right\"").by(service.door));
    service.client.expect(200, Call.post(guest(event) + "/void").by(service.door));

    service.await(
        () -> {
          List<Object> types =
              get(path, service.door).rows("webhook_events").stream()
                  .map(each -> each.get("webhook_event"))
                  .toList();
          return types.contains("ticket.updated") && types.contains("ticket.voided");
        });
  }

  @Test
  void wrongRequests_areRefused() {
    Event event = service.eventWithOneList(Order.of(1, "adult"));
    String desk = desk(event);

    for (String wrong :
        List.of(
            "",
            "\"name\":null",
            "\"name\":\" \"",
            "\"name\":7",
            "\"note\":\"" + "x".repeat(501) + "\"",
            "\"attention\":null",
            "\"badge_printed_at\":null",
            "\"badge_printed_at\":\"yesterday\"",
            "\"badge_printed_at\":\"2026-09-14T17:40:02Z\",\"name\":\"Grace\"",
            "\"state\":\"void\"")) {
      service.client.refused(400, "invalid_parameter", update(event, wrong).by(desk));
    }
    service.client.refused(400, "invalid_parameter", newCode(event, "1-2").by(desk));
    service.client.refused(
        400,
        "invalid_parameter",
        Call.post(guest(event) + "/void").body("application/json", "{\"a\":1}").by(desk));
    Call nobody = Call.of("PATCH", event.path() + "/guests/77777");
    service.client.refused(
        404, "not_found", nobody.body("application/json", "{\"name\":\"Grace\"}").by(desk));
    service.client.refused(
        404,
        "not_found",
        Call.of("PATCH", event.path() + "/guests/abc")
            .body("application/json", "{\"name\":\"Grace\"}")
            .by(desk));
    service.client.expect(200, update(event, "\"note\":null").by(desk));
  }
}
