package io.doorlist.acceptance.access;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Description;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.service.CheckinList;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Every operation is for those who may use it, and is refused to all others. Others have no token,
 * or their token is of another account, another event or the other mode, or its role is too small.
 * What is not the caller's is refused like what does not exist.
 */
class AccessMatrixTest extends ContractTest {
  /** What operations do besides, for which the same is true. */
  private static final String WITHDRAWAL = "createCheckins withdrawn";

  private static final String COLLECTED = "checkInTicket collected";
  private static final List<String> ROLES = List.of("scanner", "desk", "full");
  private static final Set<String> FOR_FULL =
      Set.of("listOrders", "getOrder", "listWebhookEvents", "getWebhookEvent");
  private static final Set<String> FOR_DESK =
      Set.of(
          "listHappenings",
          "searchTickets",
          "getTicketHistory",
          "listGuests",
          "addGuest",
          "updateGuest",
          "voidGuest",
          "replaceCode",
          "takeMoney",
          COLLECTED);
  private static final Set<String> CREATE =
      Set.of("checkInOrder", "checkInTicket", COLLECTED, "createExit", "addGuest", "takeMoney");

  /** Operations on something that does not exist even in the caller's own event. */
  private static final Set<String> OF_NOTHING = Set.of("deleteCheckin");

  private static final Set<String> OF_THE_ACCOUNT = Set.of("listWebhookEvents", "listEvents");

  private static final Set<String> HIDE_BY_404 = Set.of("getWebhookEvent", "getEvent");
  private static final Set<String> OF_ONE_MODE =
      Set.of(
          "checkInOrder",
          "checkInTicket",
          COLLECTED,
          "createExit",
          "getAdmission",
          "getOrder",
          "getTicketHistory",
          "getWebhookEvent",
          "replaceCode",
          "takeMoney",
          "updateGuest",
          "voidGuest");

  private final Map<List<String>, String> tokens = new HashMap<>();

  @TestFactory
  Stream<DynamicTest> everyOperation_isForThoseWhoMay_andForNobodyElse() {
    Event own =
        new Event(
            service.studio,
            901,
            "matrix",
            "Matrix",
            List.of(new CheckinList(1, "Tickets", null), new CheckinList(2, "Orders", null)),
            List.of(Order.of(1, "adult", "adult"), Order.of(2, "adult").asTest()));
    service.cli.load(own.lines());
    Event other = new Event(service.studio, 902, "other", "Other", own.lists(), List.of());
    service.cli.load(other.lines());
    Stream<String> operations =
        Description.read().operations().stream()
            .map(Description.Operation::id)
            .filter(operation -> !operation.equals("getAccess"));
    return Stream.concat(operations, Stream.of(WITHDRAWAL, COLLECTED))
        .flatMap(
            operation ->
                Stream.of(
                    DynamicTest.dynamicTest(
                        operation + " without a token", () -> refused(401, call(operation, own))),
                    DynamicTest.dynamicTest(operation, () -> check(operation, own))));
  }

  private void check(String operation, Event event) {
    int hidden = HIDE_BY_404.contains(operation) ? 404 : 403;
    Call call = call(operation, event);

    Answer foreign = refused(hidden, call.by(service.globex));
    if (!OF_THE_ACCOUNT.contains(operation)) {
      Event none = event.named("no-such-event");
      Event other = event.named("other");
      Call ofNothing =
          operation.equals("getWebhookEvent") ? webhookEvent("1") : call(operation, none);
      Answer absent = refused(hidden, ofNothing.by(token(event, "full", "live")));
      Answer ofOther = refused(hidden, call.by(token(other, "full", "live")));
      assertEquals(absent.withoutRequestId(), foreign.withoutRequestId());
      assertEquals(absent.withoutRequestId(), ofOther.withoutRequestId());
    }

    int smallest = FOR_FULL.contains(operation) ? 2 : FOR_DESK.contains(operation) ? 1 : 0;
    for (String role : ROLES.subList(0, smallest)) {
      refused(403, call.by(token(event, role, "live")));
    }
    int done = OF_NOTHING.contains(operation) ? 404 : CREATE.contains(operation) ? 201 : 200;
    service.client.expect(done, call.by(token(event, ROLES.get(smallest), "live")));
    if (OF_ONE_MODE.contains(operation)) {
      refused(404, call.by(token(event, "full", "test")));
    }
  }

  private Answer refused(int status, Call call) {
    String code = Map.of(401, "unauthorized", 403, "forbidden", 404, "not_found").get(status);
    return service.client.refused(status, code, call);
  }

  /** Returns the token of an event with this role and mode; there is one of each. */
  private String token(Event event, String role, String mode) {
    return tokens.computeIfAbsent(
        List.of(event.account(), event.slug(), role, mode),
        any ->
            service.token(
                event.account(), "--event", event.slug(), "--role", role, "--mode", mode));
  }

  private Call call(String operation, Event event) {
    String list = event.list(1);
    String ticket = event.order(1).ticket(0).qr();
    return switch (operation) {
      case "listCheckinLists" -> Call.get(event.listsPath());
      case "getCheckinList" -> Call.get(list);
      case "listCheckins" -> Call.get(list + "/checkins");
      case "createCheckins" -> checkins(list, "nobody", "matrix", false);
      case WITHDRAWAL -> checkins(list, ticket, "matrix-withdrawn", true);
      case "getAdmission" -> Call.get(list + "/tickets/" + ticket);
      case "deleteCheckin" -> Call.of("DELETE", list + "/checkins/1");
      case "createExit" -> Call.post(list + "/tickets/" + ticket + "/exits");
      case "listAreas" -> Call.get(event.path() + "/areas");
      case "listHappenings" -> Call.get(list + "/log");
      case "listOrdersOfList" -> Call.get(list + "/orders");
      case "listTicketsOfList" -> Call.get(list + "/tickets");
      case "getDoorCopy" -> Call.get(list + "/door");
      case "getPulse" -> Call.get(event.path() + "/pulse");
      case "searchTickets" -> Call.get(event.path() + "/tickets?q=matrix");
      case "getTicketHistory" -> Call.get(event.path() + "/tickets/R1-1/history");
      case "checkInTicket" -> event.checkIn(1, event.order(1).ticket(0));
      case COLLECTED ->
          event.checkIn(1, event.order(1).ticket(1)).query("collected=1").key("matrix-collected");
      case "checkInOrder" -> event.checkIn(2, event.order(1), "adult=1");
      case "listGuests" -> Call.get(event.path() + "/guests");
      case "addGuest" ->
          Call.post(event.path() + "/guests")
              .body(
                  "application/json",
                  "{\"idempotency_key\":\"0b6fd7a2-6d0e-4a3e-8a6d-5b0f7f6b2c14\",\"name\":\"Grace\"}");
      case "updateGuest" ->
          Call.of("PATCH", guest(event)).body("application/json", "{\"attention\":true}");
      // Whom the call of addGuest adds: the id follows from its key.
      case "voidGuest" -> Call.post(event.path() + "/guests/6444110149835276/void");
      case "replaceCode" ->
          Call.post(guest(event) + "/code")
              .body(
                  "application/json",
                  "{\"idempotency_key\":\"0b6fd7a2-6d0e-4a3e-8a6d-5b0f7f6b2c14\"}");
      case "takeMoney" ->
          Call.post(event.path() + "/guests/" + event.order(1).ticket(0).id() + "/payments")
              .body(
                  "application/json",
                  "{\"idempotency_key\":\"5a1d27f0-9c3e-4a86-8f57-2b7c0d1e9a34\",\"amount\":1}");
      case "listOrders" -> Call.get(event.path() + "/orders");
      case "getOrder" -> Call.get(event.path() + "/orders/1");
      case "listEvents" -> Call.get("/" + event.account() + "/events");
      case "getEvent" -> Call.get("/" + event.account() + "/events/" + event.slug());
      case "listWebhookEvents" -> Call.get("/" + event.account() + "/webhooks/events");
      case "getWebhookEvent" -> webhookEvent(newest(event));
      default -> throw new AssertionError("a new operation: " + operation);
    };
  }

  private static String guest(Event event) {
    return event.path() + "/guests/" + event.order(1).ticket(0).id();
  }

  private static Call checkins(String list, String code, String key, boolean withdrawn) {
    Map<String, Object> scan =
        Map.of("ticket_qr_token", code, "idempotency_key", key, "withdrawn", withdrawn);
    return Call.post(list + "/checkins")
        .body("application/json", Json.write(Map.of("scans", List.of(scan))));
  }

  /**
   * Whoever may not scan at a list withdraws nothing there: not without a token, by one of another
   * account or event, nor in the other mode. Whoever may does, by the smallest role.
   */
  @Test
  void withdrawal_isForThoseWhoMayScan_andUndoesNothingForOthers() {
    Event own = service.freshEvent(Order.of(1, "adult"));
    Event other = new Event(service.studio, 903, "neighbour", "Neighbour", own.lists(), List.of());
    service.cli.load(other.lines());
    String code = own.order(1).ticket(0).qr();
    String key = UUID.randomUUID().toString();
    Call withdrawal = checkins(own.list(1), code, key, true);
    String scanner = token(own, "scanner", "live");
    service.client.expect(200, checkins(own.list(1), code, key, false).by(scanner));

    refused(401, withdrawal);
    refused(403, withdrawal.by(service.globex));
    refused(403, withdrawal.by(token(other, "full", "live")));
    assertEquals(List.of(), undone(withdrawal.by(token(own, "full", "test"))));

    assertEquals(1L, get(own.list(1), service.door).at("checked_in_count"));
    assertEquals(1, undone(withdrawal.by(scanner)).size());
    assertEquals(0L, get(own.list(1), service.door).at("checked_in_count"));
  }

  private List<?> undone(Call withdrawal) {
    Map<String, Object> result = service.client.expect(200, withdrawal).rows("results").getFirst();
    return (List<?>) Json.at(result, "withdrawal", "undone");
  }

  private Call webhookEvent(String id) {
    return Call.get("/" + service.studio + "/webhooks/events/" + id);
  }

  /** Returns the id of an event's newest webhook event. */
  private String newest(Event event) {
    String path = "/" + event.account() + "/webhooks/events?items=1&event_slug=" + event.slug();
    service.await(() -> !get(path, service.door).rows("webhook_events").isEmpty());
    return String.valueOf(get(path, service.door).at("webhook_events", 0, "id"));
  }
}
