package io.doorlist.ingest;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.doorlist.domain.Mode;
import io.doorlist.domain.order.Customer;
import io.doorlist.domain.order.Erasure;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.search.SearchCommand;
import io.doorlist.domain.search.SearchOutcome;
import io.doorlist.domain.search.SearchOutcome.Found;
import io.doorlist.domain.search.SearchOutcome.FoundTicket;
import io.doorlist.domain.search.TicketSearch;
import io.doorlist.store.Stores;
import io.doorlist.store.search.SearchBlock;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.Range;
import io.doorlist.store.table.TableSchema;
import io.doorlist.testing.Gala;
import io.doorlist.testing.OrderBuilder;
import io.doorlist.testing.TicketBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** The gala, with a search over its orders. */
abstract class SearchFixture extends ImportFixture {
  static final Instant BOUGHT = Instant.parse("2026-03-01T10:00:00Z");

  final AtomicInteger tokens = new AtomicInteger();

  static Ticket ticket(long id, String name, String email) {
    return TicketBuilder.ticket(id, "adult")
        .reference("T" + id)
        .name(name)
        .email(email)
        .at(BOUGHT)
        .build();
  }

  static Order order(long id, Mode mode, int version, Customer customer, Ticket... some) {
    return OrderBuilder.order(id)
        .in(mode)
        .of(customer)
        .at(BOUGHT)
        .updated(BOUGHT.plusSeconds(version))
        .tickets(List.of(some))
        .build();
  }

  static Order order(long id, int version, Ticket... tickets) {
    return order(id, Mode.LIVE, version, Customer.UNKNOWN, tickets);
  }

  /** Searches with a token of its own, so that none is slowed down. */
  Found search(Mode mode, String typed) {
    String token = "desk" + tokens.incrementAndGet();
    return assertInstanceOf(Found.class, search(stores, mode, token, typed));
  }

  SearchOutcome search(Stores from, Mode mode, String token, String typed) {
    TicketSearch search = TicketSearch.of(typed).orElseThrow();
    Instant deadline = Instant.now().plusSeconds(60);
    return from.searches()
        .find(gala.definition(), new SearchCommand(search, mode, token, deadline));
  }

  List<Long> ids(String typed) {
    return search(Mode.LIVE, typed).tickets().stream().map(FoundTicket::id).toList();
  }

  List<Item> blocks() {
    Range all = Range.whole(TableSchema.search(Gala.ACCOUNT, Gala.EVENT, Mode.LIVE));
    return table.dynamo().query(all, Instant.MAX);
  }

  String allWords() {
    return blocks().stream().map(SearchBlock::tickets).toList().toString();
  }

  void forget(Set<Long> tickets) {
    ErasureStore erasures = new ErasureStore(stores, false);
    Erasure asked = new Erasure(Gala.EVENT, 1, tickets, Instant.now(), null);
    erasures.begin(Gala.ACCOUNT, asked);
    erasures.forget(gala.definition(), asked);
    erasures.finish(Gala.ACCOUNT, asked);
  }
}
