package io.doorlist.acceptance.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Link;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Issue 36: whoever follows {@code next} misses nothing that stays, whatever leaves meanwhile. */
class WalksTest extends ContractTest {
  private static final int ORDERS = 8;

  private Event event;

  @BeforeEach
  void open() {
    event =
        service.eventWithOneList(
            IntStream.rangeClosed(1, ORDERS)
                .mapToObj(number -> Order.of(number, "adult"))
                .toArray(Order[]::new));
  }

  @Test
  void checkins_areAllSeen_whenOneIsUndoneAfterEachPage() {
    for (int number = 1; number <= ORDERS; number++) {
      service.client.expect(201, event.checkIn(1, event.order(number).ticket(0)).by(service.door));
    }
    List<Object> left = new ArrayList<>(all("/checkins", "checkins", "id"));
    assertEquals(ORDERS, left.size());

    Set<Object> seen =
        walk(
            "/checkins",
            "checkins",
            "id",
            page -> {
              if (page <= 2) {
                Call undo = Call.of("DELETE", event.list(1) + "/checkins/" + left.removeFirst());
                service.client.expect(204, undo.by(service.door));
              }
            });

    assertTrue(seen.containsAll(left), () -> left + " but seen " + seen);
  }

  @Test
  void ticketsAndOrders_areAllSeen_whenOneOrderIsCancelledAfterEachPage() {
    int cancelled = 0;
    for (String member : List.of("tickets", "orders")) {
      int first = cancelled + 1;
      Set<Object> seen =
          walk(
              "/" + member,
              member,
              "reference",
              page -> {
                if (page <= 2) {
                  cancel(first + page - 1);
                }
              });
      cancelled += 2;

      List<Object> left = all("/" + member, member, "reference");
      assertEquals(ORDERS - cancelled, left.size());
      assertTrue(seen.containsAll(left), () -> left + " but seen " + seen);
    }
  }

  private void cancel(int number) {
    Order order = event.order(number).in("cancelled", "refunded");
    service.cli.load(List.of(order.line(event.account(), event.slug())));
  }

  /** Reads a list to its end, two rows a page, and does something after each page. */
  private Set<Object> walk(String path, String member, String key, Consumer<Integer> between) {
    Set<Object> seen = new HashSet<>();
    int page = 0;
    for (String next = event.list(1) + path + "?items=2"; next != null; ) {
      Answer answer = get(next, service.door);
      answer.rows(member).forEach(row -> seen.add(row.get(key)));
      between.accept(++page);
      next = Link.read(answer).get("next");
    }
    return seen;
  }

  private List<Object> all(String path, String member, String key) {
    Call call = Call.get(event.list(1) + path).by(service.door);
    return service.client.expect(200, call).rows(member).stream().map(row -> row.get(key)).toList();
  }
}
