package io.doorlist.cli.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.CommandResult;
import io.doorlist.cli.CommandTable;
import io.doorlist.cli.console.Console;
import io.doorlist.cli.console.Interruption;
import io.doorlist.cli.console.Progress;
import io.doorlist.cli.lines.ImportCounts;
import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.AreaCounts;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.checkin.Happening.Type;
import io.doorlist.domain.checkin.ListPulse;
import io.doorlist.domain.checkin.PulseWindow;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.checkin.history.History;
import io.doorlist.testing.Stores;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DemoCommandTest {
  private static final Instant EVENING = Instant.parse("2026-11-20T19:30:00Z");
  private static final PageRequest PAGE = new PageRequest(1, PageRequest.MAX_ITEMS);

  @Test
  void demo_isTheSame_givenTheClock_andLoadingItAgainChangesNothing() {
    CommandTable one = new CommandTable();
    CommandTable other = new CommandTable();
    load(one, 10, EVENING);
    load(other, 10, EVENING);
    Map<String, String> items = items(one);

    ImportCounts again = load(one, 10, EVENING.plusSeconds(60));

    assertEquals(0L, again.members().get("created"));
    assertEquals(0L, again.members().get("refused"));
    assertEquals(items, items(one));
    assertEquals(items, items(other));
  }

  private static ImportCounts load(CommandTable table, int orders, Instant now) {
    DemoClock clock = new DemoClock();
    Stores stores = table.stores(clock.withZone(ZoneOffset.UTC));
    DemoLoader loader = new DemoLoader(new DemoData(orders), stores.forCommand(), clock, now);
    ImportCounts counts =
        loader.load(new Progress(new Console(null, System.out, System.out, 0), 0));
    assertTrue(loader.isLoaded());
    return counts;
  }

  /** Issue 52: the board showed no curves, and a festival in July. */
  @Test
  void demo_isTheLastHour_asPeopleComeAndGo_andAddsUp() {
    CommandTable table = new CommandTable();
    load(table, DemoData.ORDERS, EVENING);
    Stores stores = table.stores();
    EventDefinition place =
        stores.events().readDefinition(DemoData.ACCOUNT, DemoData.LARGEST).orElseThrow();

    History history = stores.history().read(place, null, Mode.LIVE);
    AreaCounts site = history.areas().getFirst();
    List<Happening> passages =
        history.happenings().stream()
            .filter(each -> site.doors().lists().contains(each.list()))
            .toList();
    Map<Long, Boolean> inside = new TreeMap<>();
    passages.forEach(each -> inside.put(each.ticketId(), each.type() != Type.EXIT));

    PulseWindow hour = new PulseWindow(60, false);
    List<ListPulse> lists =
        stores
            .pulses()
            .read(DemoData.ACCOUNT, DemoData.LARGEST, place.lists(), Mode.LIVE, hour)
            .lists();
    long guests = lists.getFirst().admitted();
    assertTrue(inside.size() * 10 / guests == 3, inside.size() + " of " + guests);
    assertEquals(site.inside(), inside.values().stream().filter(in -> in).count());
    // One let in twice is open, one has its exit by now.
    assertEquals(1, passages.stream().filter(Happening::isOpen).count());
    assertEquals(1, lists.stream().mapToLong(ListPulse::explained).sum());
    assertEquals(site.inside() + 1, site.entries() - site.exits());
    assertTrue(site.exits() > 10, site.exits() + " exits");
    assertTrue(
        passages.stream()
            .allMatch(
                each ->
                    each.at().isAfter(EVENING.minusSeconds(3600)) && !each.at().isAfter(EVENING)));
    long[] thirds = new long[3];
    passages.forEach(each -> thirds[(int) Duration.between(each.at(), EVENING).toMinutes() / 20]++);
    assertTrue(
        thirds[1] > thirds[0] && thirds[1] > thirds[2] && thirds[2] > 0, Arrays.toString(thirds));
    assertTrue(passages.stream().map(Happening::scannedBy).distinct().count() > 3);
  }

  @Test
  void goOn_checksInGuestsWhoHaveNotCome() {
    CommandTable table = new CommandTable();
    try (Interruption interruption = new Interruption(Duration.ZERO)) {
      load(table, 10, EVENING);
      Stores stores = table.stores();
      DemoEvening evening =
          DemoEvening.of(stores.forCommand(), new DemoData(10), Mode.LIVE, EVENING).orElseThrow();
      long before = in(stores);

      evening.goOn(stores.forCommand(), interruption, Duration.ofMillis(1));

      assertTrue(in(stores) > before + 5, before + " to " + in(stores));
    }
  }

  private static long in(Stores stores) {
    EventDefinition place =
        stores.events().readDefinition(DemoData.ACCOUNT, DemoData.LARGEST).orElseThrow();
    return stores
        .log()
        .counts(DemoData.ACCOUNT, DemoData.LARGEST, Mode.LIVE, place.lists())
        .getFirst()
        .count();
  }

  /** Returns a table's items without one time, which is later if the table was busy. */
  private static Map<String, String> items(CommandTable table) {
    Map<String, String> items = table.items();
    items.replaceAll((key, item) -> item.replaceFirst("edited_at=\\d+, ", ""));
    return items;
  }

  @Test
  void demo_hasOrdersOfEveryKind() {
    List<Order> orders = new ArrayList<>();
    Event largest = DemoData.events().getFirst();
    for (int index = 0; index < DemoData.ORDERS; index++) {
      orders.add(DemoOrder.make(largest, Mode.LIVE, index));
    }
    List<Ticket> tickets = orders.stream().flatMap(order -> order.tickets().stream()).toList();

    assertTrue(orders.size() >= 300);
    assertTrue(tickets.size() >= 700, tickets.size() + " tickets");
    assertEquals(
        Set.of(OrderState.values()), Set.copyOf(orders.stream().map(Order::state).toList()));
    assertEquals(
        Set.of(TicketState.values()), Set.copyOf(tickets.stream().map(Ticket::state).toList()));
    assertTrue(orders.stream().anyMatch(order -> order.tickets().size() == 1));
    assertTrue(orders.stream().anyMatch(order -> order.tickets().size() >= 40));
    assertTrue(
        orders.stream()
            .anyMatch(order -> order.invoice() != null && !order.invoice().taxes().isEmpty()));
    assertTrue(orders.stream().anyMatch(order -> order.customer().companyName() != null));
    assertEquals(orders.size(), Set.copyOf(orders.stream().map(Order::reference).toList()).size());
    assertTrue(
        orders.stream().allMatch(order -> order.customer().email().endsWith("@example.org")));
    assertTrue(
        tickets.stream()
            .allMatch(ticket -> ticket.email() == null || ticket.email().endsWith("@example.org")));
  }

  @Test
  void demo_loadsItsEvents() {
    CommandTable table = new CommandTable();
    CommandResult loaded = table.run("demo --orders 10 --json");

    assertEquals(0, loaded.status(), loaded.err());
    assertEquals("demo", loaded.json().get("account"));
    assertEquals(3, table.stores().events().list(DemoData.ACCOUNT, PAGE).count());
  }

  @Test
  void demo_refusesANumberOfOrdersThatMakesNoSense() {
    CommandTable table = new CommandTable();
    assertEquals(2, table.run("demo", "--orders", "0").status());
    assertEquals(2, table.run("demo", "--orders", "500001").status());
    assertEquals(2, table.run("demo", "--orders", "many").status());
    assertEquals(Map.of(), table.items());
  }
}
