package io.doorlist.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.testing.Gala;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Deltas in any order lead to the same result as one import of the newest versions. */
class ImportDeltasTest extends ImportFixture {
  @Test
  void randomDeltas_endWhereOneCleanImportOfTheNewestWouldEnd() {
    Random random = new Random(11);
    Map<Long, Order> newest = new TreeMap<>();
    List<Order> deltas = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      long id = 1 + random.nextInt(25);
      Order old = newest.getOrDefault(id, Gala.order(id, "adult", "child", "vip"));
      OrderState state = OrderState.values()[random.nextInt(3)];
      Order next =
          Gala.with(
              old,
              state,
              ticket ->
                  Gala.with(
                      ticket,
                      random.nextInt(4) == 0 ? TicketState.VOID : TicketState.VALID,
                      List.of("adult", "child", "vip").get(random.nextInt(3))));
      newest.put(id, next);
      deltas.add(next);
    }
    Collections.shuffle(deltas, random);

    deltas.forEach(gala::put);

    newest.forEach(
        (id, order) ->
            assertEquals(order, stores.orders().find(Gala.ACCOUNT, Gala.EVENT, id).orElseThrow()));
    for (long list : List.of(Gala.MAIN, Gala.VIP, Gala.EVERYONE)) {
      List<Long> expected =
          newest.values().stream()
              .filter(order -> order.state() == OrderState.CONFIRMED)
              .flatMap(order -> order.tickets().stream())
              .filter(ticket -> ticket.state() == TicketState.VALID)
              .filter(ticket -> gala.list(list).admits(ticket.ticketType()))
              .map(Ticket::id)
              .sorted()
              .toList();
      assertEquals(expected, tickets(list).stream().sorted().toList());
      assertEquals(expected.size(), count(list));
    }
  }
}
