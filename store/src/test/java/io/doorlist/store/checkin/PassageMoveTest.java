package io.doorlist.store.checkin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedOut;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.checkin.TicketLook;
import io.doorlist.domain.order.Erasure;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.token.Role;
import io.doorlist.ingest.ErasureStore;
import io.doorlist.testing.Gala;
import io.doorlist.testing.OrderBuilder;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Passages go on when an import changes which order has the ticket, or when its guest is erased.
 */
class PassageMoveTest extends PassageFixture {
  private static final long TICKET = 10_000;

  /** In an order of 70 tickets it shares the item of marks with the first one. */
  private static final int NEIGHBOUR = 64;

  private final EveningPlayer evening = new EveningPlayer(this).guest("A", TICKET, "t10000");

  @ParameterizedTest
  @CsvSource({"LIVE, 1", "LIVE, 70", "TEST, 70"})
  void ticketThatMovesToAnotherOrder_comesInAgain_andItsPassagesCanBeUndone(Mode of, int tickets) {
    Order whole = cameAndWent(of, tickets);
    Ticket moved = whole.tickets().getFirst().withQrCodeIdentifier("moved");

    gala.put(
        OrderBuilder.order(2)
            .in(of)
            .tickets(List.of(moved))
            .updated(whole.updatedAt().plusSeconds(1))
            .build());

    comesInAgain("moved");
  }

  @ParameterizedTest
  @CsvSource({"LIVE, 1", "LIVE, 70", "TEST, 70"})
  void ticketThatGetsAnotherCode_comesInAgain_andItsPassagesCanBeUndone(Mode of, int tickets) {
    Order order = cameAndWent(of, tickets);

    gala.put(
        order.cancelled(
            false,
            order.tickets().stream()
                .map(each -> each.id() == TICKET ? each.withQrCodeIdentifier("new") : each)
                .toList(),
            order.updatedAt().plusSeconds(1)));

    evening.play(
        """
        10:40 gate1 A out  -> not inside
        10:41 undo 10:40 A -> undone
        """);
    comesInAgain("new");
  }

  @ParameterizedTest
  @CsvSource({"LIVE, 1", "LIVE, 70", "TEST, 70"})
  void ticketOfAnErasedPerson_comesInAgain_withoutAName(Mode of, int tickets) {
    cameAndWent(of, tickets);
    ErasureStore erasures = new ErasureStore(stores.forCommand(), false);
    Erasure erasure = erasures.ask(Gala.EVENT, 1, Set.of(TICKET));

    erasures.begin(Gala.ACCOUNT, erasure);
    erasures.announce(Gala.ACCOUNT, Gala.EVENT);
    erasures.forget(gala.definition(), erasure);
    erasures.finish(Gala.ACCOUNT, erasure);

    assertNull(assertInstanceOf(CheckedOut.class, exit(DOOR, "t10000")).ticketName());
    undo(passages(DOOR).getFirst().id(), "phone", Role.DESK);
    comesInAgain("t10000");
  }

  /** Returns the order of the ticket, which came in and left, as did another ticket B. */
  private Order cameAndWent(Mode of, int tickets) {
    mode = of;
    Order order = OrderBuilder.order(1, Gala.adults(tickets)).in(of).build();
    gala.put(order);
    gala.put(OrderBuilder.order(3, "adult").in(of).build());
    long other = tickets > NEIGHBOUR ? TICKET + NEIGHBOUR : 30_000;
    evening.guest("B", other, "t" + other);
    evening.play(
        """
        09:00 gate1 B in
        09:30 gate1 B out
        10:00 gate1 A in
        10:30 gate1 A out
        gates: 0 inside, 2 entries, 2 exits, 0 unexplained entries, 0 unexplained exits
        """);
    return order;
  }

  /** The ticket comes in again, is inside then, and each of its passages can be undone. */
  private void comesInAgain(String code) {
    evening.guest("A", TICKET, code);
    evening.play(
        """
        11:00 gate1 A in
        11:01 gate1 A in   -> already in
        11:02 undo 10:00 A -> kept
        gates: 1 inside, 3 entries, 2 exits, 0 unexplained entries, 0 unexplained exits
        """);
    TicketLook.Seen seen = look(DOOR, code);
    assertEquals(List.of(true, 2L), List.of(seen.inside(), seen.entries()));
    evening.play(
        """
        11:10 undo 10:30 A -> undone
        gates: 1 inside, 3 entries, 1 exits, 1 unexplained entries, 0 unexplained exits
        """);
    evening.play(
        """
        11:20 undo 11:00 A -> undone
        11:21 undo 10:00 A -> undone
        gates: 0 inside, 1 entries, 1 exits, 0 unexplained entries, 0 unexplained exits
        """);
    evening.play(
        """
        11:30 gate1 A in
        gates: 1 inside, 2 entries, 1 exits, 0 unexplained entries, 0 unexplained exits
        """);
    mode = mode == Mode.LIVE ? Mode.TEST : Mode.LIVE;
    assertEquals(
        0L, stores.areas().read(gala.definition(), mode, 0).getFirst().entries(), "the other mode");
    assertEquals(List.<Happening>of(), passages(DOOR));
  }
}
