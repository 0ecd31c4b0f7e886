package io.doorlist.orders;

import io.doorlist.domain.InvalidInputException;
import io.doorlist.domain.NotFoundException;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderSummary;
import io.doorlist.http.Access;
import io.doorlist.http.ApiFunction;
import io.doorlist.http.Call;
import io.doorlist.http.Response;
import io.doorlist.http.Router;
import io.doorlist.http.Settings;
import io.doorlist.ingest.AddedGuests;
import io.doorlist.ingest.GuestEdits;
import io.doorlist.ingest.Payments;
import io.doorlist.json.OrderJson;
import io.doorlist.paging.Page;
import io.doorlist.priming.FunctionTable;
import io.doorlist.priming.Priming;
import io.doorlist.store.event.EventStore;
import io.doorlist.store.guest.GuestStore;
import io.doorlist.store.order.OrderStore;
import io.doorlist.store.search.SearchStore;
import io.doorlist.store.sequence.FollowingItems;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Answers the requests about orders of an event, and those by which a desk sees, adds and changes
 * its guests. Thread-safe.
 */
public final class OrdersFunction extends ApiFunction {
  private static final String ORDERS = "/{account_slug}/{event_slug}/orders";
  private static final String GUESTS = "/{account_slug}/{event_slug}/guests";
  private static final String GUEST = GUESTS + "/{ticket_id}";
  private static final String UPDATED_SINCE = "updated_since";

  private final OrderStore orders;

  public OrdersFunction() {
    this(Priming.table(OrdersFunction.class, OrdersFunction::new));
  }

  private OrdersFunction(FunctionTable opened) {
    this(
        new EventStore(opened.table()),
        new OrderStore(opened.table()),
        new Guests(
            new GuestStore(opened.table()),
            new AddedGuests(opened.table()),
            new GuestEdits(opened.table()),
            new SearchStore(opened.table())),
        new Money(new Payments(opened.table())));
  }

  public OrdersFunction(EventStore events, OrderStore orders, Guests guests, Money money) {
    this.orders = orders;
    Access desk = Access.event(events::findDefinition).deskOnly();
    Access currentDesk = Access.event(events::readDefinition).deskOnly();
    Access remembered = Access.event(events::findDefinition).fullOnly();
    Access current = Access.event(events::readDefinition).fullOnly();
    serve(
        new Router()
            .get(
                ORDERS + "{?page,items,walk,updated_since,after}",
                remembered,
                this::list,
                this::versions)
            .get(ORDERS + "/{id}", current, this::get)
            .get(GUESTS + "{?after}", desk, guests::listGuests)
            .postJson(GUESTS, currentDesk, guests::addGuest)
            .patchJson(GUEST, currentDesk, guests::updateGuest)
            .post(GUEST + "/void", currentDesk, guests::voidGuest)
            .postJson(GUEST + "/code", currentDesk, guests::replaceCode)
            .postJson(GUEST + "/payments", currentDesk, money::takeMoney),
        Clock.systemUTC(),
        Settings.fromEnvironment());
  }

  private Response list(Call call) {
    Optional<Instant> since = call.query().time(UPDATED_SINCE);
    if (since.isPresent()) {
      return listUpdated(call, since.get());
    }
    if (call.query().find("after").isPresent()) {
      throw new InvalidInputException("after", "must come with " + UPDATED_SINCE);
    }
    Page<OrderSummary> page =
        orders.list(call.account(), call.event(), call.mode(), call.query().page());

    return Response.page(call, page, OrderJson.page(page, call.mode())).version(page.version());
  }

  /** Answers without pages, because updated orders are not counted. */
  private Response listUpdated(Call call, Instant since) {
    int items = call.items();

    FollowingItems<OrderSummary> updated =
        orders.updatedSince(call.account(), call.event(), call.mode(), since, call.after(), items);

    return Response.ok(OrderJson.part(updated.items(), call.next(updated.next()), call.mode()));
  }

  private List<String> versions(Call call) {
    call.query().page();
    return call.query().find(UPDATED_SINCE).isPresent() || call.query().find("after").isPresent()
        ? List.of()
        : orders.version(call.account(), call.event(), call.mode()).stream().toList();
  }

  private Response get(Call call) {
    long id = call.id("id");

    Order order =
        orders
            .find(call.account(), call.event(), id)
            .filter(found -> found.mode() == call.mode())
            .orElseThrow(() -> new NotFoundException("order"));

    return Response.ok(OrderJson.of(order, call.definition().event()));
  }
}
