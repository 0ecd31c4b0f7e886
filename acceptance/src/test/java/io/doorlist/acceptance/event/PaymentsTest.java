package io.doorlist.acceptance.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code takeMoney}, and what else tells of money. */
class PaymentsTest extends ContractTest {
  private final String key = UUID.randomUUID().toString();

  private Event unpaid() {
    return service.eventWithOneList(Order.of(1, "adult", "adult").in("pending", "unpaid"));
  }

  private static Call pay(Event event, int ticket, String key, Object amount) {
    String body = "{\"idempotency_key\":\"%s\",\"amount\":%s}".formatted(key, amount);
    return Call.post(event.path() + "/guests/" + event.order(1).ticket(ticket).id() + "/payments")
        .body("application/json", body);
  }

  private String desk(Event event) {
    return service.token(event.account(), "--role", "desk", "--name", "Desk 1");
  }

  @Test
  void whoPays_comesIn() {
    Event event = unpaid();
    String desk = desk(event);
    Call scan = event.checkIn(1, event.order(1).ticket(0));
    Answer refused = service.client.refused(422, "not_admissible", scan.by(desk));
    assertEquals(
        List.of("order_not_confirmed", 2000L, "EUR"),
        List.of(refused.at("reason"), refused.at("due"), refused.at("currency")));
    String code = event.list(1) + "/tickets/" + event.order(1).ticket(0).qr();
    assertEquals(2000L, get(code, desk).at("due"));
    String version = (String) get(event.path() + "/guests", desk).at("version");

    Answer part = service.client.expect(201, pay(event, 1, key, 500).by(desk));
    Answer rest =
        service.client.expect(201, pay(event, 0, UUID.randomUUID().toString(), 1500).by(desk));

    assertEquals(
        List.of(key, 500L, "Desk 1"),
        List.of(part.at("payment", "id"), part.at("payment", "amount"), part.at("payment", "by")));
    assertEquals(
        List.of(1500L, 500L, "EUR"),
        List.of(part.at("due"), part.at("collected"), part.at("currency")));
    assertEquals(List.of(0L, 2000L), List.of(rest.at("due"), rest.at("collected")));
    service.client.expect(201, scan.by(service.token(event.account(), "--role", "scanner")));
    Answer changed = get(event.path() + "/guests?after=" + version, desk);
    assertEquals(2, changed.rows("guests").size());
    assertEquals(
        List.of(0L, 2000L, "EUR", List.of("Desk 1")),
        Stream.of("due", "collected", "currency", "taken_by")
            .map(member -> changed.at("guests", 1, "money", member))
            .toList());
    assertEquals("unpaid", changed.at("guests", 1, "payment_state"));
    assertEquals("pending", get(event.path() + "/orders/1", service.door).at("state"));
  }

  @Test
  void oneKey_isOnePayment() {
    Event event = unpaid();
    String desk = desk(event);
    Answer taken = service.client.expect(201, pay(event, 0, key, 500).by(desk));

    Answer again = service.client.expect(201, pay(event, 0, key, 500).by(service.door));

    assertEquals(taken.json(), again.json());
    service.client.refused(422, "idempotency_key_reused", pay(event, 0, key, 501).by(desk));
    service.client.refused(422, "idempotency_key_reused", pay(event, 1, key, 500).by(desk));
    assertEquals(500L, get(event.path() + "/guests", desk).at("guests", 0, "money", "collected"));
  }

  @Test
  void moneyGivenBack_isDueAgain() {
    Event event = unpaid();
    String desk = desk(event);
    service.client.expect(201, pay(event, 0, key, 2000).by(desk));
    String other = UUID.randomUUID().toString();
    service.client.refused(400, "invalid_parameter", pay(event, 0, other, -2001).by(desk));

    assertEquals(2000L, service.client.expect(201, pay(event, 0, other, -2000).by(desk)).at("due"));

    service.client.refused(
        422, "not_admissible", event.checkIn(1, event.order(1).ticket(0)).by(desk));
  }

  @Test
  void webhookEvent_tellsOfTheOrder() {
    Event event = unpaid();
    String path = "/" + event.account() + "/webhooks/events?event_slug=" + event.slug();

    service.client.expect(201, pay(event, 0, key, 500).by(desk(event)));

    service.await(
        () ->
            get(path, service.door).rows("webhook_events").stream()
                .anyMatch(each -> each.get("webhook_event").equals("order.updated")));
  }

  @Test
  void export_carriesPayments() {
    Event event = unpaid();
    String desk = desk(event);
    Answer taken = service.client.expect(201, pay(event, 0, key, 2000).by(desk));
    String exported =
        service.cli.must("", "export", "--account", event.account(), "--event", event.slug()).out();
    assertTrue(exported.contains("\"payments\":[{\"id\":\"" + key), exported);

    Map<String, Object> again = service.cli.load(exported.lines().map(Json::parse).toList());
    assertEquals(List.of(0, 0), List.of(again.get("changed"), again.get("refused")));
    // What the shop says next has no payments, and takes none away.
    service.cli.load(event.lines());

    assertEquals(
        taken.json(), service.client.expect(201, pay(event, 0, key, 2000).by(desk)).json());
  }

  @Test
  void desk_takesNoMoney_whereTheEventDoesNotSay() {
    Event event = unpaid();
    String desk = desk(event);
    Map<String, Object> line = new HashMap<>(event.lines().getFirst());
    line.put("desk", Map.of());
    service.cli.load(List.of(line));

    service.client.refused(403, "desk_not_allowed", pay(event, 0, key, 1).by(desk));
    service.client.expect(201, pay(event, 0, key, 1).by(service.door));
    line.put("currency", "XXX");
    service.cli.load(List.of(line));
    service.client.refused(403, "desk_not_allowed", pay(event, 0, key, 1).by(service.door));
    Answer scan =
        service.client.refused(
            422, "not_admissible", event.checkIn(1, event.order(1).ticket(0)).by(desk));
    assertTrue(!scan.json().containsKey("due"), scan.text());
  }

  @Test
  void addedGuest_paysThePriceOfTheType() {
    Event event = unpaid();
    String desk = desk(event);
    Map<String, Object> line = new HashMap<>(event.lines().getFirst());
    List<Object> types = new ArrayList<>();
    for (Object type : (List<?>) line.get("ticket_types")) {
      Map<String, Object> priced = new HashMap<>(Json.object(type));
      priced.put("price", 2500);
      types.add(priced);
    }
    line.put("ticket_types", types);
    service.cli.load(List.of(line));
    Call add = Call.post(event.path() + "/guests");
    String guest = "{\"idempotency_key\":\"" + key + "\",\"name\":\"Grace\",\"checkin_list_id\":1";

    Answer refused =
        service.client.refused(
            422, "not_admissible", add.body("application/json", guest + "}").by(desk));
    Answer added =
        service.client.expect(
            201, add.body("application/json", guest + ",\"collected\":2500}").by(desk));

    assertEquals(2500L, refused.at("due"));
    assertEquals(1, added.rows("checkins").size());
    assertEquals(2500L, added.at("tickets", 0, "money", "collected"));
    Answer guests = get(event.path() + "/guests", desk);
    assertEquals(2500L, guests.at("desk", "add_guests", "prices", "adult"));
    assertEquals(true, guests.at("desk", "take_money"));
    assertEquals("EUR", guests.at("desk", "currency"));
  }

  @Test
  void wrongRequests_areRefused() {
    Event event = unpaid();
    String desk = desk(event);
    for (Object wrong : List.of(0, 1.5, 100_000_001, -100_000_001, "\"5\"", "null")) {
      service.client.refused(400, "invalid_parameter", pay(event, 0, key, wrong).by(desk));
    }
    for (String wrong : List.of("no-uuid", key.replaceAll(".", "A"), "")) {
      service.client.refused(400, "invalid_parameter", pay(event, 0, wrong, 1).by(desk));
    }
    service.client.refused(
        400, "invalid_parameter", pay(event, 0, key, "1,\"colour\":\"red\"").by(desk));
    String nobody = event.path() + "/guests/77/payments";
    service.client.refused(
        404,
        "not_found",
        Call.post(nobody)
            .body("application/json", "{\"idempotency_key\":\"%s\",\"amount\":1}".formatted(key))
            .by(desk));
  }
}
