package io.doorlist.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.search.SearchCommand;
import io.doorlist.domain.search.SearchOutcome.Found;
import io.doorlist.domain.search.TicketSearch;
import io.doorlist.domain.search.TicketWords;
import io.doorlist.store.table.TableSchema;
import io.doorlist.testing.CountingEngine;
import io.doorlist.testing.CountingEngine.Cost;
import io.doorlist.testing.Effort;
import io.doorlist.testing.Gala;
import io.doorlist.testing.OrderBuilder;
import io.doorlist.testing.Stores;
import io.doorlist.testing.TestTable;
import io.doorlist.testing.TicketBuilder;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The cost of a search in an event of 100,000 tickets (5,000 without {@code -Plong}): at most 1,000
 * read units in 12 requests, and 2 seconds of processor time.
 */
class SearchCostTest {
  private static final int TICKETS = Effort.of(5_000, 100_000);

  /** The tickets that an import writes at a time: 256 orders of one or two tickets. */
  private static final int BATCH = 384;

  private static final Instant AT = Instant.parse("2026-03-01T10:00:00Z");

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final Random random = new Random(22);
  private final TestTable table = new TestTable();
  private final CountingEngine client = new CountingEngine(table.engine());
  private final Stores stores = table.stores(client, Clock.systemUTC());
  private final Gala gala = new Gala(stores);

  @Test
  void search_amongManyTickets_isWithinItsBounds() {
    fill();

    assertEquals(25, measure("annabel").tickets().size());
    assertEquals(1, measure("order77-1").tickets().size());
    assertEquals(1, measure("annabel unique").tickets().size());
    assertEquals(0, measure("nobody at all").tickets().size());
    assertEquals(25, measure("guest").tickets().size());
  }

  private Found measure(String typed) {
    find(typed);
    client.spent();
    long start = threads.getCurrentThreadCpuTime();
    Found found = find(typed);
    double seconds = (threads.getCurrentThreadCpuTime() - start) / 1e9;
    Cost cost = client.spent();
    assertTrue(cost.readUnits() <= 1_000, typed + ": " + cost);
    assertTrue(cost.reads() <= 12, typed + ": " + cost);
    assertEquals(1, cost.writeUnits());
    assertTrue(seconds < 2, typed + ": " + seconds);
    return found;
  }

  private Found find(String typed) {
    return assertInstanceOf(
        Found.class,
        stores
            .searches()
            .find(
                gala.definition(),
                new SearchCommand(
                    TicketSearch.of(typed).orElseThrow(),
                    Mode.LIVE,
                    "desk-" + typed,
                    Instant.now().plusSeconds(60))));
  }

  /** Stores some orders in full; of the others only the words. */
  private void fill() {
    String search = TableSchema.search(Gala.ACCOUNT, Gala.EVENT, Mode.LIVE);
    SearchIndex index = new SearchIndex(table.access(), stores.orders());
    List<Order> orders = new ArrayList<>();
    for (int i = 1; i <= 100; i++) {
      orders.add(order(i, "Annabel " + (i == 50 ? "Unique" : word()), "guest" + word()));
    }
    gala.importer().putOrders(Gala.ACCOUNT, Gala.EVENT, orders);
    List<TicketWords> words = new ArrayList<>();
    for (int i = 101; i <= TICKETS; i++) {
      words.addAll(TicketWords.of(order(i, word() + " " + word(), word())));
      if (words.size() == BATCH || i == TICKETS) {
        index.write(search, words);
        words.clear();
      }
    }
  }

  /** Returns random letters, which compress as badly as names. */
  private String word() {
    StringBuilder word = new StringBuilder();
    for (int length = 4 + random.nextInt(6); length > 0; length--) {
      word.append((char) ('b' + random.nextInt(25)));
    }
    return word.toString();
  }

  private Order order(long id, String name, String mail) {
    Ticket ticket =
        TicketBuilder.ticket(id * 10, "adult")
            .reference("ORDER" + id * 7 + "-1")
            .code("t" + id)
            .name(name)
            .email(mail + "@example.org")
            .phone("+49 17" + (10_000_000 + random.nextInt(90_000_000)))
            .at(AT)
            .build();
    return OrderBuilder.order(id)
        .reference("ORDER" + id * 7)
        .at(AT)
        .tickets(List.of(ticket))
        .build();
  }
}
