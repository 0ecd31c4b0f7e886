package io.doorlist.bench.cost;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.doorlist.bench.report.BenchReport;
import io.doorlist.bench.table.LongLists;
import io.doorlist.checkinlists.CheckinListStores;
import io.doorlist.checkinlists.CheckinListsFunction;
import io.doorlist.checkinlists.Workers;
import io.doorlist.events.EventsFunction;
import io.doorlist.http.Settings;
import io.doorlist.ingest.AddedGuests;
import io.doorlist.ingest.GuestEdits;
import io.doorlist.ingest.Payments;
import io.doorlist.orders.Guests;
import io.doorlist.orders.Money;
import io.doorlist.orders.OrdersFunction;
import io.doorlist.store.guest.GuestStore;
import io.doorlist.testing.CountingEngine;
import io.doorlist.testing.FunctionInvoker;
import io.doorlist.testing.FunctionInvoker.Answer;
import io.doorlist.testing.FunctionInvoker.Input;
import io.doorlist.testing.Recorded;
import io.doorlist.testing.Stores;
import io.doorlist.webhookevents.WebhookEventsFunction;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Makes requests to the functions as they are deployed, all with one table, and measures their
 * cost.
 */
final class CostedRequests {
  /** A ticket that the recorded inputs do not use. */
  private static final String TICKET = "t-K7QX2-2";

  private static final int ITEMS = 50;
  private static final double MAX_OF_FIRST = 1.1;

  private final RequestStreamHandler doors;
  private final RequestStreamHandler orders;
  private final RequestStreamHandler webhooks;
  private final RequestStreamHandler events;

  /**
   * Stands still. On a slow machine, functions would otherwise forget the event's definition
   * between two requests, or run out of time. Then other costs would be measured.
   */
  private final Clock clock = Clock.fixed(Instant.now(), ZoneOffset.UTC);

  private final CountingEngine engine;
  private final Stores stores;

  CostedRequests(LongLists lists) {
    System.setProperty("QR_BASE_URL", "https://doorlist.example/t");
    this.engine = new CountingEngine(lists.engine());
    this.stores = Stores.connect(engine, LongLists.TABLE, clock);
    this.doors =
        new CheckinListsFunction(
            CheckinListStores.over(stores.table()), clock, Settings.fromEnvironment(), Workers.FEW);
    this.orders =
        new OrdersFunction(
            stores.events(),
            stores.orders(),
            new Guests(
                new GuestStore(stores.table()),
                new AddedGuests(stores.table()),
                new GuestEdits(stores.table()),
                stores.searches()),
            new Money(new Payments(stores.table())));
    this.webhooks = new WebhookEventsFunction(stores.webhookEvents(), stores.deliveries());
    this.events = new EventsFunction(stores.events());
  }

  /**
   * Lets somebody in, so that every list has a row. Further calls repeat the same scan, and change
   * nothing.
   */
  void firstRows() throws IOException {
    Input ticket =
        Input.recorded("check-in-ticket").with(TICKET, "pathParameters", "ticket_qr_token");
    require(201, FunctionInvoker.call(doors, ticket));
  }

  /** Measures requests whose cost does not depend on how long lists are. */
  List<Cost> single(BenchReport report) throws IOException {
    Recorded.webhookEvent(stores);
    List<Cost> costs = new ArrayList<>();
    costs.add(cost("listCheckinLists check-in lists, one shown", doors, "list-checkin-lists"));
    Input withKey = Input.recorded("check-in-ticket");
    Input ticket =
        withKey
            .with(Map.of(), "multiValueHeaders")
            .with(Map.of(), "headers")
            .with(TICKET, "pathParameters", "ticket_qr_token");
    Answer warm = FunctionInvoker.call(doors, Input.recorded("list-checkins"));
    require(200, warm);
    Cost in = cost("checkInTicket check in a ticket", doors, ticket, 201);
    Cost twice = cost("checkInTicket a ticket that is in", doors, ticket, 409);
    costs.addAll(List.of(in, twice));
    costs.add(cost("checkInTicket with an idempotency key", doors, withKey, 201));
    costs.add(
        cost(
            "checkInOrder an order, with an idempotency key",
            doors,
            Input.recorded("check-in-order"),
            201));
    costs.add(cost("getOrder an order", orders, "get-order"));
    costs.add(
        cost(
            "listWebhookEvents webhook events of an event, one shown",
            webhooks,
            "list-webhook-events"));
    costs.add(cost("getWebhookEvent a webhook event", webhooks, "get-webhook-event"));
    costs.add(cost("listEvents events, one shown", events, "list-events"));
    costs.add(cost("getEvent an event by its slug", events, "get-event"));
    report.check(
        "a check-in takes at most 5 write units and 3 round trips",
        in.writeUnits() <= 5 && in.roundTrips() <= 3);
    report.check(
        "a duplicate scan takes at most 3 round trips and 2 write units",
        twice.roundTrips() <= 3 && twice.writeUnits() <= 2);
    return costs;
  }

  List<Cost> pages(int rows, BenchReport report) throws IOException {
    String of = String.format(Locale.ROOT, " of %,d", rows);
    List<Cost> costs = new ArrayList<>();
    costs.add(cost("getCheckinList a list" + of, doors, "get-checkin-list"));
    costs.add(poll("getCheckinList unchanged" + of, "get-checkin-list", 1));
    List<Cost> polls = new ArrayList<>(List.of(costs.getLast()));
    boolean even = true;
    long mostTrips = 0;
    Map<String, String> lists =
        Map.of(
            "listCheckins check-ins", "list-checkins",
            "listOrdersOfList orders of a list", "list-orders-of-list",
            "listTicketsOfList tickets of a list", "list-tickets-of-list",
            "listOrders orders", "list-orders");
    for (String name : lists.keySet().stream().sorted().toList()) {
      RequestStreamHandler function = lists.get(name).equals("list-orders") ? orders : doors;
      long last = (rows + ITEMS - 1) / ITEMS;
      double first = 0;
      for (Map.Entry<String, Long> page :
          List.of(Map.entry("first", 1L), Map.entry("middle", last / 2), Map.entry("last", last))) {
        Cost cost =
            cost(
                name + ", " + page.getKey() + " page" + of,
                function,
                page(lists.get(name), page.getValue()),
                200);
        costs.add(cost);
        first = first == 0 ? cost.readUnits() : first;
        even &= cost.readUnits() <= first * MAX_OF_FIRST;
        mostTrips = Math.max(mostTrips, cost.roundTrips());
      }
      if (function == doors) {
        costs.add(poll(name + ", unchanged" + of, lists.get(name), last));
        polls.add(costs.getLast());
      }
    }
    report.check("any page" + of + " rows costs at most 1.1 x the units of page 1", even);
    report.check("any page" + of + " rows takes at most 3 round trips", mostTrips <= 3);
    report.check(
        "an unchanged poll" + of + " rows takes at most 1 read unit and 1 round trip",
        polls.stream().allMatch(poll -> poll.readUnits() <= 1 && poll.roundTrips() <= 1));
    return costs;
  }

  private static Input page(String input, long page) throws IOException {
    return Input.recorded(input)
        .with(
            Map.of("page", List.of(Long.toString(page)), "items", List.of("" + ITEMS)),
            "multiValueQueryStringParameters");
  }

  private Cost poll(String what, String input, long page) throws IOException {
    Input asked = input.startsWith("get") ? Input.recorded(input) : page(input, page);
    Answer known = FunctionInvoker.call(doors, asked);
    require(200, known);
    return cost(
        what,
        doors,
        asked.with(List.of(known.headers().get("ETag")), "multiValueHeaders", "If-None-Match"),
        304);
  }

  private Cost cost(String what, RequestStreamHandler function, String input) throws IOException {
    return cost(what, function, Input.recorded(input), 200);
  }

  /** Measures one request. A read is made once before, so that definitions are in memory. */
  private Cost cost(String what, RequestStreamHandler function, Input input, int status)
      throws IOException {
    if (status == 200) {
      require(status, FunctionInvoker.call(function, input));
    }
    engine.spent();
    Answer answer = FunctionInvoker.call(function, input);
    require(status, answer);
    CountingEngine.Cost spent = engine.spent();
    return new Cost(
        what,
        spent.readUnits(),
        spent.writeUnits(),
        spent.reads() + spent.writes(),
        answer.body().getBytes(StandardCharsets.UTF_8).length);
  }

  private static void require(int status, Answer answer) {
    if (answer.status() != status) {
      throw new IllegalStateException(answer.status() + " instead of " + status + ": " + answer);
    }
  }
}
