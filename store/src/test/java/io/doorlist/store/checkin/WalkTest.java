package io.doorlist.store.checkin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.AdmittedOrder;
import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedIn;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.domain.order.OrderState;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.testing.Gala;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;

/** Whoever reads a list page by page misses nothing that stays, whatever leaves meanwhile. */
class WalkTest extends CheckinFixture {
  private static final int TICKETS = 12;

  /** Reads a list to its end, two rows a page, and does something after each page. */
  private static <T> Set<Long> walk(
      Function<PageRequest, Page<T>> list, Function<T, Long> id, Runnable between) {
    Set<Long> seen = new LinkedHashSet<>();
    long began = PageRequest.UNKNOWN;
    Page<T> page;
    long number = 0;
    do {
      page = list.apply(new PageRequest(++number, 2, began));
      page.items().forEach(item -> seen.add(id.apply(item)));
      began = began < 0 ? page.left() : began;
      between.run();
    } while (page.hasNext());
    return seen;
  }

  @Test
  void checkins_areAllSeen_whenSomeAreUndone() {
    for (int order = 1; order <= TICKETS; order++) {
      gala.put(Gala.order(order, "adult"));
    }
    List<Long> ids = new ArrayList<>();
    for (int order = 1; order <= TICKETS; order++) {
      ids.add(((CheckedIn) scan(Gala.MAIN, "t" + order * 10_000)).checkin().id());
    }
    List<Long> newest = new ArrayList<>(ids.reversed());

    Set<Long> seen =
        walk(
            request -> doors.checkins(Gala.MAIN, request),
            Checkin::id,
            () -> {
              if (newest.size() > TICKETS / 2) {
                undo(newest.removeFirst());
              }
            });

    newest.forEach(id -> assertEquals(true, seen.contains(id), "a check-in was missed"));
  }

  private void undo(long id) {
    assertEquals(UndoOutcome.UNDONE, undo(Gala.MAIN, id, desk()));
  }

  @Test
  void ordersAndTickets_areAllSeen_whenOrdersAreCancelled() {
    LongFunction<Runnable> cancelling =
        first -> {
          long[] next = {first};
          return () -> {
            if (next[0] < first + TICKETS / 2) {
              gala.put(
                  Gala.with(
                      Gala.order(next[0]++, "adult"), OrderState.CANCELLED, ticket -> ticket));
            }
          };
        };
    for (long order = 1; order <= 2 * TICKETS; order++) {
      gala.put(Gala.order(order, "adult"));
    }

    Set<Long> tickets =
        walk(
            request ->
                stores
                    .orders()
                    .listAdmittedTickets(
                        Gala.ACCOUNT, Gala.EVENT, gala.list(Gala.MAIN), Mode.LIVE, request),
            ticket -> ticket.id(),
            cancelling.apply(1));
    Set<Long> orders =
        walk(
            request ->
                stores
                    .orders()
                    .listAdmittedOrders(
                        Gala.ACCOUNT, Gala.EVENT, gala.list(Gala.MAIN), Mode.LIVE, request),
            AdmittedOrder::orderId,
            cancelling.apply(TICKETS + 1));

    for (long order = TICKETS / 2 + 1; order <= 2 * TICKETS; order++) {
      assertEquals(true, tickets.contains(order * 10_000), "ticket of order " + order);
    }
    for (long order = TICKETS + TICKETS / 2 + 1; order <= 2 * TICKETS; order++) {
      assertEquals(true, orders.contains(order), "order " + order);
    }
  }
}
