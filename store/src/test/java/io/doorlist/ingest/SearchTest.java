package io.doorlist.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.order.Customer;
import io.doorlist.domain.order.Erasure;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.domain.search.SearchCommand;
import io.doorlist.domain.search.SearchOutcome;
import io.doorlist.domain.search.SearchOutcome.Found;
import io.doorlist.domain.search.SearchOutcome.FoundTicket;
import io.doorlist.domain.search.TicketSearch;
import io.doorlist.store.search.SearchBlock;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Range;
import io.doorlist.table.Sizes;
import io.doorlist.testing.CountingEngine;
import io.doorlist.testing.DyingEngine;
import io.doorlist.testing.Gala;
import io.doorlist.testing.Imports;
import io.doorlist.testing.Meanwhile;
import io.doorlist.testing.OrderBuilder;
import io.doorlist.testing.Stores;
import io.doorlist.testing.TicketBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * A search finds tickets by the present state of their orders. Whatever fails or happens meanwhile,
 * it finds stored orders, and no forgotten people.
 */
class SearchTest extends ImportFixture {
  private static final Instant BOUGHT = Instant.parse("2026-03-01T10:00:00Z");

  private final AtomicInteger tokens = new AtomicInteger();

  private static Ticket ticket(long id, String name, String email) {
    return TicketBuilder.ticket(id, "adult")
        .reference("T" + id)
        .name(name)
        .email(email)
        .at(BOUGHT)
        .build();
  }

  private static Order order(long id, Mode mode, int version, Customer customer, Ticket... some) {
    return OrderBuilder.order(id)
        .in(mode)
        .of(customer)
        .at(BOUGHT)
        .updated(BOUGHT.plusSeconds(version))
        .tickets(List.of(some))
        .build();
  }

  private static Order order(long id, int version, Ticket... tickets) {
    return order(id, Mode.LIVE, version, Customer.UNKNOWN, tickets);
  }

  /** Searches with a token of its own, so that none is slowed down. */
  private Found search(Mode mode, String typed) {
    String token = "desk" + tokens.incrementAndGet();
    return assertInstanceOf(Found.class, search(stores, mode, token, typed));
  }

  private SearchOutcome search(Stores from, Mode mode, String token, String typed) {
    TicketSearch search = TicketSearch.of(typed).orElseThrow();
    Instant deadline = Instant.now().plusSeconds(60);
    return from.searches()
        .find(gala.definition(), new SearchCommand(search, mode, token, deadline));
  }

  private List<Long> ids(String typed) {
    return search(Mode.LIVE, typed).tickets().stream().map(FoundTicket::id).toList();
  }

  private List<Item> blocks() {
    Range all = Range.whole(TableSchema.search(Gala.ACCOUNT, Gala.EVENT, Mode.LIVE));
    return table.access().query(all, Instant.MAX);
  }

  private String allWords() {
    return blocks().stream().map(SearchBlock::tickets).toList().toString();
  }

  private void forget(Set<Long> tickets) {
    ErasureStore erasures = new ErasureStore(stores.forCommand(), false);
    Erasure asked = new Erasure(Gala.EVENT, 1, tickets, Instant.now(), null);
    erasures.begin(Gala.ACCOUNT, asked);
    erasures.forget(gala.definition(), asked);
    erasures.finish(Gala.ACCOUNT, asked);
  }

  /** Issue 69: a list has 姓 and 名, and a guest says the whole name. */
  @Test
  void nameWithoutBlanks_isFoundWithThem_andTheOtherWayRound() {
    gala.put(order(1, 0, ticket(11, "高橋葵", null)));
    gala.put(order(2, 0, ticket(21, "高橋 葵", null)));
    gala.put(order(3, 0, ticket(31, "김 민준", null)));
    gala.put(order(4, 0, ticket(41, "高田葵", null)));

    for (String typed : List.of("高橋葵", "高橋 葵", "葵 高橋", "高橋")) {
      assertEquals(Set.of(11L, 21L), Set.copyOf(ids(typed)), typed);
    }
    assertEquals(List.of(31L), ids("김민준"));
  }

  @Test
  void changedOrder_isFoundByWhatItSaysNow() {
    gala.put(order(1, 0, ticket(11, "Ada Before", null)));
    gala.put(order(1, 1, ticket(11, "Ada After", null)));
    gala.put(
        Gala.with(
            order(1, 2, ticket(11, "Ada After", null)), OrderState.CONFIRMED, SearchTest::voided));

    assertEquals(List.of(), ids("before"));
    assertEquals(List.of(11L), ids("after"));
    assertEquals(TicketState.VOID, search(Mode.LIVE, "after").tickets().getFirst().state());
  }

  private static Ticket voided(Ticket ticket) {
    return Gala.with(ticket, TicketState.VOID, "adult");
  }

  @Test
  void ticketThatMoved_isFoundOnce_inItsOrderOfNow() {
    gala.put(order(1, 0, ticket(11, "Ada Mover", null), ticket(12, "Stays", null)));
    gala.put(order(2, 5, ticket(11, "Ada Mover", null)));

    List<FoundTicket> found = search(Mode.LIVE, "mover").tickets();

    assertEquals(List.of("R2"), found.stream().map(FoundTicket::orderReference).toList());
  }

  @Test
  void searchWithMoreThan25Hits_saysSo_andHasTheBestFirst() {
    Ticket[] tickets =
        IntStream.range(0, 30)
            .mapToObj(i -> ticket(100 + i, "T129 Guest" + i, null))
            .toArray(Ticket[]::new);
    gala.put(order(1, 0, tickets));

    Found found = search(Mode.LIVE, "t129");

    assertEquals(25, found.tickets().size());
    assertTrue(found.more());
    assertEquals("T129", found.tickets().getFirst().reference());
    assertFalse(search(Mode.LIVE, "guest2").more());
    assertEquals(11, ids("guest2").size());
  }

  @Test
  void import_costsOneSmallWriteMoreABatch() {
    CountingEngine counting = new CountingEngine(table.engine());
    ImportStore importer = Imports.into(stores(counting));
    List<Order> orders = new ArrayList<>();
    for (int i = 0; i < 256; i++) {
      orders.add(
          order(
              1 + i,
              0,
              ticket(5000 + i, "Guest" + i * 7919 + " Name" + i * 104729, i + "@example.org")));
    }
    importer.putOrders(Gala.ACCOUNT, Gala.EVENT, orders);
    int units = counting.spent().writeUnits();

    int words = blocks().stream().mapToInt(block -> (Sizes.of(block) + 1023) / 1024).sum();

    assertEquals(1, blocks().size());
    assertTrue(words * 200 < units, words + " of " + units);
  }

  @Test
  void dryRunAndUnchangedOrders_writeNoWords() {
    Order order = order(1, 0, ticket(11, "Ada Example", null));
    Imports.put(
        new ImportStore(stores.forCommand(), true, () -> {}), Gala.ACCOUNT, Gala.EVENT, order);
    assertEquals(0, blocks().size());

    gala.put(order);
    gala.put(order);
    gala.put(Gala.with(order, OrderState.CANCELLED, ticket -> ticket));

    assertEquals(1, blocks().size());
  }

  @Test
  void blockThatCannotBeRead_hidesNobodyElse() {
    gala.put(order(1, 0, ticket(11, "Ada Example", null)));
    String words = TableSchema.search(Gala.ACCOUNT, Gala.EVENT, Mode.LIVE);
    Item block = new Item(TableSchema.settledWords(words, "x"));
    table.put(List.of(block.put("lines", new byte[] {1, 2, 3})));

    assertEquals(List.of(11L), ids("ada"));
  }

  /** Whichever write is lost and whenever a run dies, stored orders are found. */
  @Test
  void killedImport_losesNoWords_atAnyWrite() {
    List<Long> imported = new ArrayList<>();
    for (int writes = 0; writes < 12; writes++) {
      long id = 100 + writes;
      DyingEngine dying = new DyingEngine(table.engine(), writes);
      // Its writes so far stand.
      DyingEngine.kills(() -> put(dying, order(id, 0, ticket(id * 10, "Killed Guest", null))));
      if (stores.orders().find(Gala.ACCOUNT, Gala.EVENT, id).isPresent()) {
        imported.add(id * 10);
      }
    }

    assertTrue(imported.size() > 1 && imported.size() < 12, imported.toString());
    assertEquals(imported, ids("killed"));
  }

  @Test
  void smallBlocks_areMerged_andLoseNobody() {
    for (int i = 0; i < 120; i++) {
      gala.put(order(1000 + i, 0, ticket(5000 + i, "Guest" + i + " Merged", null)));
    }
    assertEquals(120, blocks().size());

    gala.importer().settle();

    assertEquals(22, blocks().size());
    for (int i : List.of(0, 57, 98, 99, 119)) {
      assertEquals(List.of(5000L + i), ids("guest" + i + " merged"));
    }
    assertTrue(search(Mode.LIVE, "merged").more());
  }

  /** A block changes between the reads of a merge and its transaction: the merge loses. */
  @Test
  void merge_bringsNoForgottenWordsBack() {
    for (int i = 0; i < 99; i++) {
      gala.put(order(1 + i, 0, ticket(5000 + i, "Guest" + i, null)));
    }
    Meanwhile before = forgettingBefore();
    ImportStore importer = Imports.into(stores(before));
    Imports.put(importer, Gala.ACCOUNT, Gala.EVENT, order(1, 0, ticket(5000, "Guest0", null)));

    importer.settle();

    assertTrue(before.happened());
    assertFalse(allWords().contains("guest0"), allWords());
    assertEquals(List.of(), ids("guest0"));
    assertEquals(List.of(5001L), ids("guest1").subList(0, 1));
  }

  /**
   * An import reads an order, the order's people are forgotten, then the import writes their words.
   */
  @Test
  void importUnderway_bringsNoForgottenWordsBack() {
    gala.put(order(1, 0, ticket(11, "Ada Before", null)));
    Meanwhile before = forgettingBefore();

    put(before, order(1, 1, ticket(11, "Ada After", null)));

    assertTrue(before.happened());
    assertFalse(allWords().contains("ada"), allWords());
  }

  /** Returns an engine; people are forgotten just before its first write of words. */
  private Meanwhile forgettingBefore() {
    Meanwhile client = new Meanwhile(table.engine());
    client.before(
        call -> call.writes().stream().anyMatch(each -> each.key().pk().contains("#search#")),
        () -> forget(Set.of()));
    return client;
  }
}
