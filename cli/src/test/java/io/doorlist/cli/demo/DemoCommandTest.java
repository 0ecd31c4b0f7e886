package io.doorlist.cli.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.CommandResult;
import io.doorlist.cli.TestTable;
import io.doorlist.domain.Mode;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.paging.Count;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.Stores;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DemoCommandTest {
  private static final PageRequest PAGE = new PageRequest(1, PageRequest.MAX_ITEMS);

  @Test
  @Tag("long")
  void demo_isTheSame_wherever_whenever_andLoadingItAgainChangesNothing() {
    try (TestTable one = new TestTable();
        TestTable other = new TestTable()) {
      CommandResult first = one.run("demo", "--orders", "10", "--json");
      other.run("demo", "--orders", "10");
      Map<String, String> items = items(one);

      CommandResult again = one.run("demo", "--orders", "10", "--json");

      assertEquals(0, first.status(), first.err());
      assertEquals(0L, first.json().get("refused"));
      assertEquals(first.json().get("created"), again.json().get("unchanged"));
      assertEquals(0L, again.json().get("created"));
      assertEquals(items, items(one));
      assertEquals(items, items(other));
    }
  }

  /** Returns a table's items without one time, which is later if the table was busy. */
  private static Map<String, String> items(TestTable table) {
    Map<String, String> items = table.items();
    items.replaceAll(
        (key, item) -> item.replaceFirst("edited_at=AttributeValue\\(N=\\d+\\), ", ""));
    return items;
  }

  @Test
  void demo_growsWithItsOrders_andLeavesTheOthersAsTheyAre() {
    Event largest = DemoData.events().getFirst();

    Order order = new DemoData(5, 1).order(largest, Mode.LIVE, 3);

    assertEquals(order, new DemoData(5000, 1).order(largest, Mode.LIVE, 3));
    assertNotEquals(order, new DemoData(5, 2).order(largest, Mode.LIVE, 3));
  }

  @Test
  void demo_hasOrdersOfEveryKind() {
    List<Order> orders = new ArrayList<>();
    DemoData data = new DemoData(DemoData.ORDERS, DemoData.SEED);
    Event largest = DemoData.events().getFirst();
    for (int index = 0; index < DemoData.ORDERS; index++) {
      orders.add(data.order(largest, Mode.LIVE, index));
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
  void demo_isLoaded_onceItsLastVisitIsThere_andHasCheckinsInBothModes() {
    try (TestTable table = new TestTable()) {
      DemoLoader loader = new DemoLoader(new DemoData(10, 1), table.stores(), new DemoClock());
      assertFalse(loader.isLoaded());

      table.run("demo", "--orders", "10", "--seed", "1");

      assertTrue(loader.isLoaded());
      Stores stores = table.stores();
      EventDefinition largest =
          stores.events().readDefinition(DemoData.ACCOUNT, DemoData.LARGEST).orElseThrow();
      assertEquals(3, stores.events().list(DemoData.ACCOUNT, PAGE).count());
      assertTrue(largest.lists().stream().anyMatch(CheckinList::allTicketTypes));
      for (Mode mode : Mode.values()) {
        List<Count> counts =
            stores.checkins().counts(DemoData.ACCOUNT, DemoData.LARGEST, mode, largest.lists());
        assertTrue(counts.stream().mapToLong(Count::count).sum() > 3, counts.toString());
      }

      CommandResult other = table.run("demo", "--orders", "10", "--seed", "2");

      assertEquals(1, other.status());
      assertTrue(other.err().contains("another seed"), other.err());
    }
  }

  @Test
  void demo_refusesANumberOfOrdersThatMakesNoSense() {
    try (TestTable table = new TestTable()) {
      assertEquals(2, table.run("demo", "--orders", "0").status());
      assertEquals(2, table.run("demo", "--orders", "500001").status());
      assertEquals(2, table.run("demo", "--orders", "many").status());
      assertEquals(2, table.run("demo", "--seed", "x").status());
      assertEquals(Map.of(), table.items());
    }
  }
}
