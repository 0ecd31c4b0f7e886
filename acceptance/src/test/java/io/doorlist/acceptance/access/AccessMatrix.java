package io.doorlist.acceptance.access;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Client;
import io.doorlist.acceptance.client.Operation;
import io.doorlist.acceptance.service.CheckinList;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import io.doorlist.acceptance.service.Service;
import io.doorlist.acceptance.service.Tokens;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Requests of every operation by every kind of caller, about every kind of target. */
public final class AccessMatrix {
  /** The callers; all but the first four have a token for one event of the account. */
  enum Caller {
    WITHOUT_TOKEN,
    MALFORMED_TOKEN,
    UNKNOWN_TOKEN,
    REVOKED_TOKEN,
    EXPIRED_TOKEN,
    SCANNER,
    DESK,
    FULL,
    OTHER_MODE;

    boolean known() {
      return compareTo(SCANNER) >= 0;
    }
  }

  /** Whose data is requested. */
  enum Target {
    OWN,
    OTHER_EVENT,
    OTHER_ACCOUNT,
    ABSENT
  }

  /** One request and its expected status. */
  public record Cell(String operation, Caller caller, Target target, int status) {}

  private static final Set<String> CHECK_INS =
      Set.of("checkInOrder", "checkInTicket", "createExit");
  private static final Set<String> FOR_FULL_ONLY =
      Set.of("listOrders", "getOrder", "listWebhookEvents", "getWebhookEvent");
  private static final Set<String> FOR_DESK =
      Set.of(
          "listUndone",
          "listDoubleAdmissions",
          "listPassages",
          "searchTickets",
          "getTicketHistory");

  /** Operations whose target does not exist, even for the caller's own event. */
  private static final Set<String> OF_NOTHING = Set.of("deleteCheckin", "deletePassage");

  private static final Set<String> OF_THE_ACCOUNT = Set.of("listWebhookEvents", "listEvents");
  private static final Set<String> HIDE_BY_404 = Set.of("getWebhookEvent", "getEvent");
  private static final Set<String> OF_ONE_MODE =
      Set.of(
          "checkInOrder",
          "checkInTicket",
          "createExit",
          "getAdmission",
          "getOrder",
          "getTicketHistory",
          "getWebhookEvent");

  private static AccessMatrix first;

  private final Service service;
  private final Map<Caller, String> tokens = new EnumMap<>(Caller.class);
  private final Map<Caller, String> demoTokens = new EnumMap<>(Caller.class);
  private final Event own;
  private final String demoEvent;
  private final String otherDemoEvent;

  /** Returns the matrix of the run's service, whose tokens are made once. */
  public static synchronized AccessMatrix of(Service service) {
    if (first == null) {
      first = new AccessMatrix(service);
    }
    return first;
  }

  /** Imports the targets and creates the tokens of the callers. */
  private AccessMatrix(Service service) {
    this.service = service;
    own =
        new Event(
            service.studio,
            901,
            "matrix",
            "Matrix",
            List.of(new CheckinList(1, "Tickets", null), new CheckinList(2, "Orders", null)),
            List.of(
                Order.of(1, "adult"),
                Order.of(2, "adult"),
                Order.of(3, "adult").asTest(),
                Order.of(4, "adult")));
    Event other =
        new Event(service.studio, 902, "matrix-other", "Other", own.lists(), own.orders());
    Event twin = own.of(service.world.globex);
    for (Event event : List.of(own, other, twin)) {
      service.cli.load(event.lines());
    }
    createTokens(tokens, service.studio, own.slug());

    demoEvent = service.eventsWithWebhookEvents().get(0);
    otherDemoEvent = service.eventsWithWebhookEvents().get(1);
    createTokens(demoTokens, Service.DEMO, demoEvent);
  }

  /** Returns all requests with their expected statuses. */
  public List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    for (Operation operation : service.client.description().operations()) {
      for (Caller caller : Caller.values()) {
        for (Target target : Target.values()) {
          int status = expected(operation.id(), caller, target);
          cells.add(new Cell(operation.id(), caller, target, status));
        }
      }
    }
    return cells;
  }

  /** Sends a cell's request and fails unless the answer is as expected. */
  public void check(Client client, Cell cell) {
    Answer answer =
        client.expect(cell.status(), call(cell.operation(), cell.caller(), cell.target()));
    assertEquals(code(cell.status()), answer.code());
  }

  /**
   * Returns the targets with equal answers: those that are not the caller's, and those that do not
   * exist.
   */
  List<Target> refusedAlike(String operation, Caller caller) {
    int absent = expected(operation, caller, Target.ABSENT);
    return Stream.of(Target.ABSENT, Target.OTHER_EVENT, Target.OTHER_ACCOUNT)
        .filter(target -> absent >= 400 && expected(operation, caller, target) == absent)
        .toList();
  }

  /** Fails unless these requests have the same answer. */
  void assertAlike(String operation, Caller caller, List<Target> targets) {
    List<String> bodies =
        targets.stream()
            .map(target -> service.client.send(call(operation, caller, target)).withoutRequestId())
            .distinct()
            .toList();
    assertEquals(1, bodies.size(), bodies::toString);
  }

  /** Returns the expected status. */
  private static int expected(String operation, Caller caller, Target target) {
    if (!caller.known()) {
      return 401;
    }
    if (operation.equals("getAccess")) {
      return 200;
    }
    boolean ofTheAccount = OF_THE_ACCOUNT.contains(operation);
    if (target == Target.OTHER_ACCOUNT || ofTheAccount && target == Target.ABSENT) {
      return HIDE_BY_404.contains(operation) ? 404 : 403;
    }
    if (FOR_FULL_ONLY.contains(operation) && (caller == Caller.SCANNER || caller == Caller.DESK)) {
      return 403;
    }
    if (FOR_DESK.contains(operation) && caller == Caller.SCANNER) {
      return 403;
    }
    if (target != Target.OWN && !ofTheAccount) {
      return HIDE_BY_404.contains(operation) ? 404 : 403;
    }
    if (OF_NOTHING.contains(operation)) {
      return 404;
    }
    if (caller == Caller.OTHER_MODE && OF_ONE_MODE.contains(operation)) {
      return 404;
    }
    return CHECK_INS.contains(operation) ? 201 : 200;
  }

  private static String code(int status) {
    return switch (status) {
      case 401 -> "unauthorized";
      case 403 -> "forbidden";
      case 404 -> "not_found";
      default -> null;
    };
  }

  private Call call(String operation, Caller caller, Target target) {
    boolean demo = operation.endsWith("WebhookEvent") || operation.endsWith("WebhookEvents");
    String token = (demo ? demoTokens : tokens).get(caller);
    return (demo ? webhookCall(operation, target) : call(operation, target, caller)).by(token);
  }

  private Call call(String operation, Target target, Caller caller) {
    String account =
        switch (target) {
          case OTHER_ACCOUNT -> service.world.globex;
          case ABSENT -> operation.equals("listEvents") ? "nobody" : service.studio;
          default -> service.studio;
        };
    String slug =
        switch (target) {
          case OTHER_EVENT -> "matrix-other";
          case ABSENT -> "no-such-event";
          default -> own.slug();
        };
    Event event = new Event(account, own.id(), slug, own.title(), own.lists(), own.orders());
    // Each caller who may check in has an order of its own, as a ticket can be checked in once.
    Order order =
        own.order(
            switch (caller) {
              case SCANNER -> 1;
              case DESK -> 4;
              default -> 2;
            });
    return switch (operation) {
      case "getAccess" -> Call.get("/");
      case "listCheckinLists" -> Call.get(event.listsPath());
      case "getCheckinList" -> Call.get(event.list(1));
      case "listCheckins" -> Call.get(event.list(1) + "/checkins");
      case "createCheckins" ->
          Call.post(event.list(1) + "/checkins")
              .body(
                  "application/json",
                  "{\"scans\":[{\"ticket_qr_token\":\"nobody\",\"idempotency_key\":\"matrix\"}]}");
      case "getAdmission" -> Call.get(event.list(1) + "/tickets/" + order.ticket(0).qr());
      case "listDoubleAdmissions" -> Call.get(event.list(1) + "/double_admissions");
      case "deleteCheckin" -> Call.of("DELETE", event.list(1) + "/checkins/1");
      case "createExit" -> Call.post(event.list(1) + "/tickets/" + order.ticket(0).qr() + "/exits");
      case "listPassages" -> Call.get(event.list(1) + "/passages");
      case "deletePassage" -> Call.of("DELETE", event.list(1) + "/passages/1");
      case "listAreas" -> Call.get(event.path() + "/areas");
      case "listUndone" -> Call.get(event.list(1) + "/undone");
      case "listOrdersOfList" -> Call.get(event.list(1) + "/orders");
      case "listTicketsOfList" -> Call.get(event.list(1) + "/tickets");
      case "getDoorCopy" -> Call.get(event.list(1) + "/door");
      case "getPulse" -> Call.get(event.path() + "/pulse");
      case "searchTickets" -> Call.get(event.path() + "/tickets?q=matrix");
      case "getTicketHistory" ->
          Call.get(event.path() + "/tickets/" + order.ticket(0).reference() + "/history");
      case "checkInTicket" -> event.checkIn(1, order.ticket(0));
      case "checkInOrder" -> event.checkIn(2, order, "adult=1");
      case "listOrders" -> Call.get(event.path() + "/orders");
      case "getOrder" -> Call.get(event.path() + "/orders/2");
      case "listEvents" -> Call.get("/" + account + "/events");
      case "getEvent" -> Call.get("/" + account + "/events/" + slug);
      default -> throw new AssertionError("a new operation: " + operation);
    };
  }

  private Call webhookCall(String operation, Target target) {
    String account = target == Target.OTHER_ACCOUNT ? service.world.globex : Service.DEMO;
    if (operation.equals("listWebhookEvents")) {
      String path = "/" + (target == Target.ABSENT ? "nobody" : account) + "/webhooks/events";
      return Call.get(target == Target.OTHER_EVENT ? path + "?event_slug=" + otherDemoEvent : path);
    }
    String id =
        switch (target) {
          case OTHER_EVENT -> newest(otherDemoEvent);
          case ABSENT -> "9007199254740991";
          default -> newest(demoEvent);
        };
    return Call.get("/" + account + "/webhooks/events/" + id);
  }

  /** Returns the id of an event's newest webhook event in the demo data. */
  private String newest(String event) {
    String path = "/" + Service.DEMO + "/webhooks/events?items=1&event_slug=" + event;
    Answer answer = service.client.expect(200, Call.get(path).by(service.demo));
    return String.valueOf(answer.at("webhook_events", 0, "id"));
  }

  private void createTokens(Map<Caller, String> made, String account, String event) {
    made.put(Caller.MALFORMED_TOKEN, "dl_live_tooShort");
    made.put(Caller.UNKNOWN_TOKEN, Tokens.neverMade());
    made.put(Caller.REVOKED_TOKEN, service.tokens.revoked(account, "--event", event));
    made.put(Caller.EXPIRED_TOKEN, service.expiredToken(account, "--event", event));
    made.put(Caller.SCANNER, service.tokens.create(account, "--event", event, "--role", "scanner"));
    made.put(Caller.DESK, service.tokens.create(account, "--event", event, "--role", "desk"));
    made.put(Caller.FULL, service.tokens.create(account, "--event", event));
    made.put(Caller.OTHER_MODE, service.tokens.create(account, "--event", event, "--mode", "test"));
  }
}
