package io.doorlist.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedIn;
import io.doorlist.domain.order.Customer;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.domain.search.SearchOutcome.Found;
import io.doorlist.domain.search.SearchOutcome.FoundTicket;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema;
import io.doorlist.testing.CountingClient;
import io.doorlist.testing.Gala;
import io.doorlist.testing.Imports;
import io.doorlist.testing.TestTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A search finds tickets by the present state of their orders. */
class SearchTest extends SearchFixture {
  @Test
  void ticket_isShownAsItIs_withWhereItIsIn() {
    gala.put(order(1, 0, ticket(11, "Ada Example", "ada@example.org")));
    checkIn(stores, Gala.MAIN, "t11");
    CheckedIn in = assertInstanceOf(CheckedIn.class, checkIn("t11"));

    Found found = search(Mode.LIVE, "exa ada");

    FoundTicket ticket = found.tickets().getFirst();
    assertEquals(1, found.tickets().size());
    assertEquals("Ada Example", ticket.name());
    assertEquals("T11", ticket.reference());
    assertEquals("R1", ticket.orderReference());
    assertEquals("adult", ticket.ticketType());
    assertEquals("t11", ticket.qrCodeIdentifier());
    assertEquals(Set.of(Gala.MAIN, Gala.EVERYONE), ticket.checkedIn().keySet());
    assertEquals(in.checkin().createdAt(), ticket.checkedIn().get(Gala.EVERYONE));
    assertFalse(found.more());
  }

  @Test
  void ticketsOfABuyer_andOfAnOrdersReference_areFound() {
    Customer buyer =
        new Customer(
            "Bob", "Buyer", "bob@example.org", null, null, null, Customer.UNKNOWN.address());
    gala.put(
        order(12345, Mode.LIVE, 0, buyer, ticket(11, null, null), ticket(12, "Zoe Other", null)));

    assertEquals(List.of(11L, 12L), ids("r12345"));
    assertEquals(List.of(11L, 12L), ids("buyer"));
    assertEquals(List.of(11L, 12L), ids("bob@ex"));
    assertEquals(List.of(12L), ids("zoe"));
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
  void moreThanTwentyFive_areSaid_andTheBestComeFirst() {
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
    CountingClient counting = new CountingClient(TestTable.client());
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

    int words = blocks().stream().mapToInt(block -> (block.bytes() + 1023) / 1024).sum();

    assertEquals(1, blocks().size());
    assertTrue(words * 200 < units, words + " of " + units);
  }

  @Test
  void dryRunAndUnchangedOrders_writeNoWords() {
    Order order = order(1, 0, ticket(11, "Ada Example", null));
    Imports.put(new ImportStore(stores, true, () -> {}), Gala.ACCOUNT, Gala.EVENT, order);
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
}
