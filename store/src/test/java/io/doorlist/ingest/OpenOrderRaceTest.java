package io.doorlist.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.checkin.AdmittedOrder;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedIn;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.testing.Call;
import io.doorlist.testing.Gala;
import io.doorlist.testing.Meanwhile;
import io.doorlist.testing.OrderBuilder;
import io.doorlist.testing.TicketBuilder;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * While an order of several transactions is open, another import takes a ticket or a code that it
 * has not claimed yet. Nothing gets stuck, and the later version has it in the end.
 */
class OpenOrderRaceTest extends ImportFixture {
  private static final String CODE = "t10000";

  private final Order large = order(1, LARGE);

  private int transactions;

  @ParameterizedTest
  @CsvSource({"2, 1", "1, -1"})
  void ticketThatTwoOrdersClaim_goesToTheLaterOrder(int transaction, int seconds) {
    Order other = other(seconds).tickets(large.tickets().subList(0, 1)).build();

    importLarge(transaction, () -> assertEquals(ImportOutcome.CREATED, gala.put(other)));

    boolean otherIsLater = seconds > 0;
    assertEquals(otherIsLater ? 69 : 70, find(1).tickets().size());
    assertEquals(otherIsLater, has(2, 10_000));
    assertEquals(!otherIsLater, has(1, 10_000));
    listAndDoorsAreRight();
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "1, -1"})
  void codeThatTwoTicketsClaim_goesToTheLaterTicket(int transaction, int seconds) {
    Ticket ticket = TicketBuilder.ticket(20_000, "adult").code(CODE).build();
    Order other = other(seconds).tickets(List.of(ticket)).build();

    importLarge(transaction, () -> assertEquals(ImportOutcome.CREATED, gala.put(other)));

    boolean otherIsLater = seconds > 0;
    assertEquals(otherIsLater, CODE.equals(find(2).tickets().getFirst().qrCodeIdentifier()));
    assertEquals(!otherIsLater, CODE.equals(find(1).tickets().getFirst().qrCodeIdentifier()));
    listAndDoorsAreRight();
  }

  @ParameterizedTest
  @ValueSource(ints = 2)
  void orderCode_staysWithWhoTookIt(int transaction) {
    Order other = other(1).code("o1").build();

    importLarge(transaction, () -> assertEquals(ImportOutcome.CREATED, gala.put(other)));

    assertEquals("o1", find(2).qrCodeIdentifier());
    assertNotEquals("o1", find(1).qrCodeIdentifier());
    listAndDoorsAreRight();
  }

  /** The order loses its only ticket on a list, so the order leaves the list too. */
  @Test
  void order_leavesTheList_thatOnlyTheLostTicketWasOn() {
    String[] types = Gala.adults(LARGE);
    types[0] = "vip";
    Order mixed = Gala.order(1, types);
    Order other = other(1).tickets(mixed.tickets().subList(0, 1)).build();

    importing(mixed, 2, () -> gala.put(other));

    assertEquals(
        List.of(find(2).reference()),
        orders(Gala.VIP).stream().map(AdmittedOrder::reference).toList());
  }

  /** The next run that meets the open order finishes it, though the run that wrote it is gone. */
  @Test
  void orderOfACutOffRun_isFinishedByTheNext() {
    Order other = other(1).tickets(large.tickets().subList(0, 1)).build();

    assertThrows(
        CancellationException.class,
        () ->
            importLarge(
                2,
                () -> {
                  gala.put(other);
                  throw new CancellationException();
                }));

    assertEquals(ImportOutcome.UNCHANGED, gala.put(large));
    Order renamed =
        OrderBuilder.like(large)
            .updated(large.updatedAt().plusSeconds(5))
            .tickets(large.tickets().subList(1, 70))
            .build();
    assertEquals(ImportOutcome.CHANGED, gala.put(renamed));
    assertFalse(has(1, 10_000));
    listAndDoorsAreRight();
  }

  private void importLarge(int transaction, Runnable meanwhile) {
    importing(large, transaction, meanwhile);
    assertEquals(ImportOutcome.UNCHANGED, gala.put(large));
  }

  /** Imports an order and runs something else before one of its transactions. */
  private void importing(Order order, int transaction, Runnable meanwhile) {
    Meanwhile client = new Meanwhile(table.engine());
    client.before(
        request -> request instanceof Call.Transact && ++transactions == transaction, meanwhile);
    put(client, order);
    assertTrue(transactions > 2);
  }

  /** Every ticket is on the list once, and the first and the last get in. */
  private void listAndDoorsAreRight() {
    List<Ticket> tickets =
        List.of(find(1).tickets(), find(2).tickets()).stream().flatMap(List::stream).toList();
    assertEquals(
        tickets.stream().map(Ticket::id).sorted().toList(),
        tickets(Gala.EVERYONE).stream().sorted().toList());
    List<Ticket> some = List.of(tickets.getFirst(), tickets.getLast());
    some.forEach(each -> assertInstanceOf(CheckedIn.class, checkIn(each.qrCodeIdentifier())));
    assertEquals(some.size(), gala.count(Gala.EVERYONE));
  }

  private boolean has(long order, long ticket) {
    return find(order).tickets().stream().anyMatch(each -> each.id() == ticket);
  }

  private OrderBuilder other(int seconds) {
    Instant time = large.updatedAt().plusSeconds(seconds);
    return OrderBuilder.order(2, "adult").updated(time);
  }
}
