package io.doorlist.orders;

import static io.doorlist.testing.Gateway.Input.recorded;
import static io.doorlist.testing.Gateway.assertProblem;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.domain.Mode;
import io.doorlist.domain.event.Account;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.TicketType;
import io.doorlist.domain.order.Order;
import io.doorlist.http.Settings;
import io.doorlist.ingest.ImportOutcome;
import io.doorlist.ingest.ImportStore;
import io.doorlist.store.Stores;
import io.doorlist.testing.Gateway;
import io.doorlist.testing.Gateway.Answer;
import io.doorlist.testing.Gateway.Input;
import io.doorlist.testing.Imports;
import io.doorlist.testing.OrderBuilder;
import io.doorlist.testing.TestTable;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** listOrders and getOrder as HTTP requests, on a table like the deployed one. */
class OrdersFunctionTest {
  private static OrdersFunction function;

  @BeforeAll
  static void loadTable() {
    Clock clock = Clock.systemUTC();
    Stores stores = new TestTable().stores(clock);
    ImportStore importer = Imports.into(stores);
    importer.putAccount(new Account("acme", "Acme Events"));
    importer.putEvent(
        new Event(
            "acme", 7, "spring-gala", "Spring Gala", List.of(new TicketType(1, "adult", "Adult"))));
    for (Order order :
        List.of(
            OrderBuilder.order(1001, "adult").build(),
            OrderBuilder.order(1002, "adult").in(Mode.TEST).build(),
            OrderBuilder.order(1003, "adult").build())) {
      assertEquals(ImportOutcome.CREATED, Imports.put(importer, "acme", "spring-gala", order));
    }
    function = new OrdersFunction(stores, clock, Settings.of(Map.of()));
  }

  @Test
  void list_showsOrdersOfTheTokensMode() throws Exception {
    Answer answer = call(recorded("list-orders"));

    assertEquals(200, answer.status(), answer.body());
    assertEquals(
        List.of("R1001", "R1003"),
        ((List<?>) answer.at("orders"))
            .stream().map(order -> ((Map<?, ?>) order).get("reference")).toList());
  }

  @Test
  void get_showsAnOrderOfTheTokensMode() throws Exception {
    Answer answer = call(recorded("get-order"));

    assertEquals(200, answer.status(), answer.body());
    assertEquals("R1001", answer.at("reference"));
    assertProblem(404, "not_found", call(recorded("get-order").identity("mode", "test")));
    assertEquals("", call(recorded("head-get-order")).body());
  }

  @Test
  void everyRouteOfTheTemplate_isServed() throws Exception {
    Gateway.assertServesItsRoutes(function, recorded("head-get-order"));
  }

  private static Answer call(Input input) throws IOException {
    return Gateway.call(function, input);
  }
}
