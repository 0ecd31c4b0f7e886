package io.doorlist.store.checkin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.AreaCounts;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.AlreadyCheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedOut;
import io.doorlist.domain.checkin.CheckinOutcome.Reentered;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.checkin.Happening.Type;
import io.doorlist.domain.checkin.TicketLook;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.domain.order.Erasure;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.token.Role;
import io.doorlist.ingest.ErasureStore;
import io.doorlist.testing.Gala;
import io.doorlist.testing.OrderBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * AreaPassages and goings go on when an import changes whose ticket it is, or erases who it was.
 */
class PassageMoveTest extends PassageFixture {
  private static final long TICKET = 10_000;

  /** In an order of 70 tickets it shares the item of marks with the first one. */
  private static final long NEIGHBOUR = TICKET + 64;

  @ParameterizedTest
  @CsvSource({"LIVE, 1", "LIVE, 70", "TEST, 70"})
  void ticketThatMovesToAnotherOrder_goesOn(Mode of, int tickets) {
    Order whole = opened(of, tickets);
    CheckedIn first = cameAndWent();
    Ticket moved = whole.tickets().getFirst().withQrCodeIdentifier("moved");

    gala.put(
        OrderBuilder.order(2)
            .in(of)
            .tickets(List.of(moved))
            .updated(whole.updatedAt().plusSeconds(1))
            .build());

    goesOn("moved", first);
  }

  @ParameterizedTest
  @CsvSource({"LIVE, 1", "LIVE, 70", "TEST, 70"})
  void ticketThatGetsAnotherCode_goesOn(Mode of, int tickets) {
    Order order = opened(of, tickets);
    CheckedIn first = cameAndWent();

    gala.put(
        order.cancelled(
            false,
            order.tickets().stream()
                .map(each -> each.id() == TICKET ? each.withQrCodeIdentifier("new") : each)
                .toList(),
            order.updatedAt().plusSeconds(1)));

    assertTrue(assertInstanceOf(CheckedOut.class, exit("t10000")).passage().exit());
    assertEquals(UndoOutcome.UNDONE, undo(passages().getFirst()));
    goesOn("new", first);
  }

  @ParameterizedTest
  @CsvSource({"LIVE, 1", "LIVE, 70", "TEST, 70"})
  void ticketOfAnErasedPerson_goesOn_withoutAName(Mode of, int tickets) {
    opened(of, tickets);
    CheckedIn first = cameAndWent();
    ErasureStore erasures = new ErasureStore(stores, false);
    Erasure erasure = erasures.ask(Gala.EVENT, 1, Set.of(TICKET));

    erasures.begin(Gala.ACCOUNT, erasure);
    erasures.announce(Gala.ACCOUNT, Gala.EVENT);
    erasures.forget(gala.definition(), erasure);
    erasures.finish(Gala.ACCOUNT, erasure);

    assertNull(assertInstanceOf(CheckedOut.class, exit("t10000")).ticketName());
    assertEquals(UndoOutcome.UNDONE, undo(passages().getFirst()));
    goesOn("t10000", first);
  }

  private Order opened(Mode of, int tickets) {
    mode = of;
    Order order = OrderBuilder.order(1, Gala.adults(tickets)).in(of).build();
    gala.put(order);
    if (tickets > 1) {
      enter("t" + NEIGHBOUR);
      exit("t" + NEIGHBOUR);
    }
    return order;
  }

  /** The ticket comes in and goes out again. */
  private CheckedIn cameAndWent() {
    CheckedIn first = assertInstanceOf(CheckedIn.class, enter("t10000"));
    clock.pass(Duration.ofMinutes(30));
    assertTrue(assertInstanceOf(CheckedOut.class, exit("t10000")).wasInside());
    clock.pass(Duration.ofMinutes(5));
    return first;
  }

  /** The ticket comes in again, is inside then, and each of its passages can be undone. */
  private void goesOn(String code, CheckedIn first) {
    final AreaCounts before = counts();
    Reentered again = assertInstanceOf(Reentered.class, enter(code));
    assertEquals(first.checkin().id(), again.checkin().id());
    assertEquals(2, again.entries());
    assertInstanceOf(AlreadyCheckedIn.class, enter(code));
    TicketLook.Seen seen = look(DOOR, code);
    assertTrue(seen.inside());
    assertEquals(2, seen.entries());
    assertEquals(before.inside() + 1, counts().inside());
    List<Happening> shown = passages();
    assertEquals(List.of(Type.ENTRY, Type.EXIT), shown.stream().map(Happening::type).toList());
    assertTrue(shown.stream().allMatch(Happening::explained));
    assertEquals(UndoOutcome.HAS_PASSAGES, undoCheckin(first.checkin()));

    assertEquals(UndoOutcome.UNDONE, undo(shown.getLast()));

    assertFalse(passages().getFirst().explained());
    assertEquals(before.unexplainedEntries() + 1, counts().unexplainedEntries());
    assertEquals(UndoOutcome.UNDONE, undo(shown.getFirst()));
    assertEquals(UndoOutcome.UNDONE, undoCheckin(first.checkin()));
    assertEquals(List.of(), passages());
    assertEquals(before.entries() - 1, counts().entries());
    assertEquals(before.exits() - 1, counts().exits());
    assertEquals(before.inside(), counts().inside());
    assertInstanceOf(CheckedIn.class, enter(code));
    Mode other = mode == Mode.LIVE ? Mode.TEST : Mode.LIVE;
    assertEquals(0, stores.areas().read(gala.definition(), other, 0).getFirst().entries());
    mode = other;
    assertEquals(List.of(), passages(DOOR));
  }

  private CheckinOutcome enter(String code) {
    return enter(DOOR, code);
  }

  private CheckinOutcome exit(String code) {
    return exit(DOOR, code);
  }

  private AreaCounts counts() {
    return area("site");
  }

  /** Returns the passages of the ticket that are not undone, the latest first. */
  private List<Happening> passages() {
    return passages(DOOR).stream()
        .filter(each -> each.ticketId() == TICKET && !each.undone())
        .toList();
  }

  private UndoOutcome undo(Happening passage) {
    return undo(passage.id(), "phone", Role.DESK);
  }
}
