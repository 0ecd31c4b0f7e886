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
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** {@code listGuests} and {@code addGuest}. */
class GuestsTest extends ContractTest {
  private final String key = UUID.randomUUID().toString();

  private static Call add(Event event, String members) {
    return Call.post(event.path() + "/guests").body("application/json", "{" + members + "}");
  }

  private String desk(Event event) {
    return service.token(event.account(), "--role", "desk", "--name", "Desk 1");
  }

  private String grace(String more) {
    return "\"idempotency_key\":\"" + key + "\",\"name\":\"Grace Walker\"" + more;
  }

  @Test
  void addGuest_isThereEverywhere_once() {
    Event event = service.eventWithOneList(Order.of(1, "adult"));
    String desk = desk(event);
    String version = (String) get(event.path() + "/guests", desk).at("version");
    Call add = add(event, grace(",\"companions\":1,\"checkin_list_id\":1,\"note\":\"by taxi\""));

    Answer added = service.client.expect(201, add.by(desk));
    Answer again = service.client.expect(201, add.by(service.door));

    assertEquals(added.json(), again.json());
    assertEquals(2, added.rows("checkins").size());
    assertEquals("Desk 1", added.at("checkins", 0, "scanned_by"));
    assertEquals("by taxi", added.at("tickets", 0, "note"));
    assertEquals("Desk 1", added.at("tickets", 0, "added", "by"));
    assertEquals("Grace Walker +1", added.at("tickets", 1, "name"));
    Answer changed = get(event.path() + "/guests?after=" + version, desk);
    assertEquals(added.rows("tickets"), changed.rows("guests"));
    assertEquals(List.of(false, false), List.of(changed.at("more"), changed.at("whole")));
    assertEquals(true, changed.at("desk", "names_offline"));
    assertEquals(
        List.of(),
        get(event.path() + "/guests?after=" + changed.at("version"), desk).rows("guests"));
    Answer order = get(event.path() + "/orders/" + added.at("order", "id"), service.door);
    assertEquals(added.at("order", "reference"), order.at("reference"));
    assertEquals(2L, get(event.list(1), desk).at("checked_in_count"));
    assertEquals(3, get(event.list(1) + "/tickets", desk).rows("tickets").size());
    String code = (String) added.at("tickets", 0, "qr_code_identifier");
    assertEquals("already_checked_in", get(event.list(1) + "/tickets/" + code, desk).at("verdict"));
  }

  /** A note is for the desk: no answer that a scanner gets has its text. */
  @Test
  void notes_areNotForScanners() {
    Event event = service.eventWithOneList(Order.of(1, "adult"));
    String scanner = service.token(event.account(), "--role", "scanner");
    Call add = add(event, grace(",\"note\":\"by taxi\""));
    Answer added = service.client.expect(201, add.by(desk(event)));
    assertEquals("by taxi", added.at("tickets", 0, "note"));
    String list = event.list(1);
    String code = list + "/tickets/" + added.at("tickets", 0, "qr_code_identifier");

    List<Answer> answers =
        List.of(
            get(code, scanner),
            service.client.expect(201, Call.post(code + "/checkins").by(scanner)),
            service.client.expect(201, Call.post(code + "/exits").by(scanner)),
            get(list, scanner),
            get(list + "/checkins", scanner),
            get(list + "/tickets", scanner),
            get(list + "/orders", scanner),
            get(list + "/door", scanner),
            get(event.path() + "/pulse", scanner));

    answers.forEach(answer -> assertFalse(answer.text().contains("taxi"), answer.toString()));
    assertEquals(true, answers.getFirst().at("ticket", "noted"));
    assertEquals(true, answers.get(1).at("noted"));
    Answer refused =
        service.client.refused(
            409, "already_checked_in", Call.post(code + "/checkins").by(scanner));
    assertEquals(true, refused.at("noted"));
    assertFalse(refused.text().contains("taxi"));
    service.client.refused(403, "forbidden", Call.get(event.path() + "/guests").by(scanner));
  }

  /** A desk reads the note wherever it meets the guest. */
  @Test
  void notes_areToldToADesk_atTheScanAndElsewhere() {
    Event event = service.eventWithOneList(Order.of(1, "adult"));
    String desk = desk(event);
    Answer added = service.client.expect(201, add(event, grace(",\"note\":\"by taxi\"")).by(desk));
    String ticket = (String) added.at("tickets", 0, "reference");
    String code = event.list(1) + "/tickets/" + added.at("tickets", 0, "qr_code_identifier");

    assertEquals("by taxi", get(code, desk).at("ticket", "note"));
    Answer in = service.client.expect(201, Call.post(code + "/checkins").by(desk));
    assertEquals("by taxi", in.at("note"));
    Answer refused =
        service.client.refused(409, "already_checked_in", Call.post(code + "/checkins").by(desk));
    assertEquals("by taxi", refused.at("note"));
    Answer found = get(event.path() + "/tickets?q=grace", desk);
    assertEquals("by taxi", found.at("tickets", 0, "note"));
    assertEquals(false, found.at("tickets", 0, "attention"));
    Answer history = get(event.path() + "/tickets/" + ticket + "/history", desk);
    assertEquals("by taxi", history.at("tickets", 0, "note"));
  }

  /** The board counts those who came, wherever and whenever they were scanned. */
  @Test
  void pulse_countsWhoWasAdded_onceTheyAreIn() {
    Event event = service.freshEvent(Order.of(1, "adult"));
    String desk = desk(event);
    Answer added = service.client.expect(201, add(event, grace(",\"companions\":1")).by(desk));
    assertEquals(0L, get(event.path() + "/pulse", desk).at("added_in"));
    String code = "/tickets/" + added.at("tickets", 0, "qr_code_identifier") + "/checkins";
    service.client.expect(201, event.checkIn(1, event.order(1).ticket(0)).by(desk));
    Answer in = service.client.expect(201, Call.post(event.list(1) + code).by(desk));
    service.client.expect(201, Call.post(event.list(3) + code).by(desk));

    Answer pulse = get(event.path() + "/pulse", desk);

    assertEquals(2L, pulse.at("people_in"));
    assertEquals(1L, pulse.at("added_in"));
    assertEquals(List.of(), pulse.at("lists", 0, "attention"));
    Call undo = Call.of("DELETE", event.list(1) + "/checkins/" + in.at("id"));
    service.client.expect(204, undo.by(desk));
    assertEquals(1L, get(event.path() + "/pulse", desk).at("added_in"));
  }

  @Test
  void notes_areForScanners_ifTheEventSaysSo() {
    Event event = service.eventWithOneList(Order.of(1, "adult"));
    service.notesAtDoor(event);
    String scanner = service.token(event.account(), "--role", "scanner");
    Answer added =
        service.client.expect(201, add(event, grace(",\"note\":\"by taxi\"")).by(desk(event)));
    String code = event.list(1) + "/tickets/" + added.at("tickets", 0, "qr_code_identifier");

    assertEquals("by taxi", get(code, scanner).at("ticket", "note"));
    Answer in = service.client.expect(201, Call.post(code + "/checkins").by(scanner));
    assertEquals("by taxi", in.at("note"));
    assertFalse(get(event.list(1) + "/door", scanner).text().contains("taxi"));
  }

  @Test
  void addGuest_names_whoMayBeTheSame() {
    Event event = service.eventWithOneList(Order.of(1, "adult"));
    String desk = desk(event);
    service.client.expect(201, add(event, grace("")).by(desk));
    String other = grace("").replace(key, UUID.randomUUID().toString());

    Answer second = service.client.expect(201, add(event, other).by(desk));

    assertEquals(1, second.rows("similar").size());
    assertEquals("Grace Walker", second.at("similar", 0, "name"));
    assertEquals(false, second.at("similar", 0, "in"));
  }

  @Test
  void addGuest_told_isRecordedAsItHappened() {
    Event event = service.eventWithOneList(Order.of(1, "adult"));
    String desk = desk(event);
    String told =
        grace(",\"checkin_list_id\":1,\"online\":false,\"scanned_at\":\"2026-09-14T17:01:00Z\"");

    Answer added = service.client.expect(201, add(event, told).by(desk));

    assertEquals(false, added.at("checkins", 0, "online"));
    assertEquals("2026-09-14T17:01:00.000Z", added.at("checkins", 0, "scanned_at"));
    assertEquals(
        added.json(),
        service.client.expect(201, add(event, told.replace("false", "true")).by(desk)).json());
  }

  @Test
  void addGuest_isToldByWebhookEvents() {
    Event event = service.eventWithOneList(Order.of(1, "adult"));
    String path = "/" + event.account() + "/webhooks/events?event_slug=" + event.slug();

    service.client.expect(201, add(event, grace(",\"checkin_list_id\":1")).by(desk(event)));

    service.await(
        () -> {
          List<Object> types =
              get(path, service.door).rows("webhook_events").stream()
                  .map(each -> each.get("webhook_event"))
                  .toList();
          return types.contains("ticket.checked_in")
              && types.stream().filter("order.created"::equals).count() == 2;
        });
  }

  @Test
  void export_carriesAnAddedGuest_whomNoImportChanges() {
    Event event = service.eventWithOneList(Order.of(1, "adult"));
    Answer added =
        service.client.expect(201, add(event, grace(",\"checkin_list_id\":1")).by(desk(event)));
    String exported =
        service.cli.must("", "export", "--account", event.account(), "--event", event.slug()).out();

    assertTrue(exported.contains("\"added\""), exported);
    Map<String, Object> again = service.cli.load(exported.lines().map(Json::parse).toList());
    assertEquals(0, again.get("changed"));
    assertEquals(0, again.get("refused"));
    List<Map<String, Object>> unmarked =
        exported
            .lines()
            .map(Json::parse)
            .filter(line -> line.containsKey("added"))
            .<Map<String, Object>>map(HashMap::new)
            .toList();
    assertEquals(1, unmarked.size());
    unmarked.getFirst().remove("added");
    String line = Json.write(unmarked.getFirst());
    assertTrue(service.cli.runWith(line, "import", "-").err().contains("a desk added the order"));
    assertEquals(
        added.rows("checkins"),
        service
            .client
            .expect(201, add(event, grace(",\"checkin_list_id\":1")).by(desk(event)))
            .rows("checkins"));
  }

  @Test
  void addGuest_isRefused_whereItMayNotBe() {
    Event event = service.eventWithOneList(Order.of(1, "adult"));
    String desk = desk(event);

    service.client.refused(
        403, "desk_not_allowed", add(event, grace(",\"ticket_type\":\"crew\"")).by(desk));
    service.client.refused(404, "not_found", add(event, grace(",\"checkin_list_id\":99")).by(desk));
    service.client.expect(201, add(event, grace("")).by(desk));
    service.client.refused(
        422, "idempotency_key_reused", add(event, grace(",\"companions\":1")).by(desk));
    Map<String, Object> closed = new HashMap<>(event.lines().getFirst());
    closed.put("desk", Map.of());
    service.cli.load(List.of(closed));
    service.client.refused(
        403,
        "desk_not_allowed",
        add(event, grace("").replace(key, UUID.randomUUID().toString())).by(desk));
    assertFalse(get(event.path() + "/guests", desk).text().contains("\"per_hour\""));
  }

  @Test
  void wrongRequests_areRefused() {
    Event event = service.untouched();
    String desk = desk(event);
    for (String wrong :
        List.of(
            "",
            "\"idempotency_key\":\"" + key + "\"",
            "\"name\":\"Grace\"",
            grace("").replace(key, key.toUpperCase(Locale.ROOT)),
            grace("").replace(key, "1-2"),
            grace(",\"companions\":10"),
            grace(",\"companions\":1.5"),
            grace(",\"online\":\"no\""),
            grace(",\"scanned_at\":\"today\""),
            grace(",\"checkin_list_id\":0"),
            grace(",\"ticket_type\":\"nobody\""),
            grace(",\"email\":7"),
            grace(",\"note\":\"" + "x".repeat(501) + "\""),
            grace(",\"colour\":\"red\""),
            "\"idempotency_key\":\"" + key + "\",\"name\":\"  \"")) {
      service.client.refused(400, "invalid_parameter", add(event, wrong).by(desk));
    }
    service.client.refused(
        400, "invalid_parameter", Call.get(event.path() + "/guests?page=2").by(desk));
  }
}
