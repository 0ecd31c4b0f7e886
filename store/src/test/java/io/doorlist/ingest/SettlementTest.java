package io.doorlist.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.doorlist.domain.Mode;
import io.doorlist.domain.QrCode;
import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.AlreadyCheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.NotAdmissible;
import io.doorlist.domain.checkin.TicketLook;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.domain.checkin.UndoRequest;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.domain.token.Role;
import io.doorlist.door.Reason;
import io.doorlist.testing.Effort;
import io.doorlist.testing.Gala;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The shop's later version wins, whatever the order of lines, and no ticket is let in twice. */
class SettlementTest extends ImportFixture {
  @ParameterizedTest
  @ValueSource(ints = {1, LARGE})
  void replacedCode_isRevoked_andTheNewOneKeepsTheMark(int tickets) {
    Order order = order(1, tickets);
    gala.put(order);
    checkIn("t10000");

    assertEquals(ImportOutcome.CHANGED, gala.put(recoded(order, 10_000, "new", 1)));

    assertRefused(Reason.REVOKED, "t10000");
    assertRefused(Reason.REVOKED, "sha256-" + QrCode.digest("t10000"));
    TicketLook look = doors.look(Gala.EVERYONE, "t10000", Gala.scan("phone", null));
    assertEquals("adult", assertInstanceOf(TicketLook.Seen.class, look).ticketType());
    assertInstanceOf(AlreadyCheckedIn.class, checkIn("new"));
    assertEquals(ImportOutcome.UNCHANGED, gala.put(recoded(order, 10_000, "new", 1)));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, LARGE})
  void replacedCode_mayComeBack_andBeReplacedAgain(int tickets) {
    Order order = order(1, tickets);
    gala.put(order);
    gala.put(recoded(order, 10_000, "second", 1));
    gala.put(recoded(order, 10_000, "third", 2));
    assertRefused(Reason.REVOKED, "t10000");
    assertRefused(Reason.REVOKED, "second");
    assertInstanceOf(CheckedIn.class, checkIn("third"));

    gala.put(later(order, 3, order.tickets()));

    assertRefused(Reason.REVOKED, "third");
    assertInstanceOf(AlreadyCheckedIn.class, checkIn("t10000"));
  }

  @Test
  void replacedCode_staysRevoked_whenTheOrderIsCancelled() {
    Order order = order(1, 1);
    gala.put(order);
    gala.put(recoded(order, 10_000, "new", 1));

    gala.put(Gala.with(recoded(order, 10_000, "new", 1), OrderState.CANCELLED, any -> any));

    assertRefused(Reason.REVOKED, "t10000");
    assertRefused(Reason.ORDER_NOT_CONFIRMED, "new");
  }

  @Test
  void ticketsOfAnOrder_maySwapTheirCodes() {
    Order order = order(1, 2);
    gala.put(order);
    checkIn("t10000");
    Ticket first = order.tickets().getFirst().withQrCodeIdentifier("t10001");
    Ticket second = order.tickets().getLast().withQrCodeIdentifier("t10000");

    assertEquals(ImportOutcome.CHANGED, gala.put(later(order, 1, List.of(first, second))));

    assertEquals(
        10_000, assertInstanceOf(AlreadyCheckedIn.class, checkIn("t10001")).first().ticketId());
    assertEquals(10_001, assertInstanceOf(CheckedIn.class, checkIn("t10000")).checkin().ticketId());
    assertEquals(2, gala.count(Gala.EVERYONE));
  }

  static IntStream sizesOfSplitOrders() {
    return Effort.first(2, 3, LARGE, 150);
  }

  /** A split: the new order has the ticket, with another code, and the old one no longer has it. */
  @ParameterizedTest
  @MethodSource("sizesOfSplitOrders")
  void movedTicket_keepsItsMark_whateverTheOrderOfLines(int tickets) {
    for (boolean newFirst : new boolean[] {true, false}) {
      long id = newFirst ? 1 : 2;
      Order whole = order(id, tickets);
      gala.put(whole);
      checkIn("t" + id * 10_000);
      List<Ticket> moving = whole.tickets().subList(0, tickets - 1);
      List<Ticket> staying = whole.tickets().subList(tickets - 1, tickets);
      Order left = later(whole, 2, staying);
      Order split =
          later(
              Gala.order(id + 10),
              1,
              moving.stream().map(each -> each.withQrCodeIdentifier("moved" + each.id())).toList());
      List<Order> lines = new ArrayList<>(List.of(split, left));
      if (!newFirst) {
        Collections.reverse(lines);
      }

      lines.forEach(
          line -> assertEquals(false, gala.put(line).kind() == ImportOutcome.Kind.REFUSED));

      assertEquals(split, find(id + 10));
      assertEquals(left, find(id));
      assertInstanceOf(AlreadyCheckedIn.class, checkIn("moved" + id * 10_000));
      assertInstanceOf(CheckedIn.class, checkIn("moved" + (id * 10_000 + 1)));
      assertRefused(Reason.REVOKED, "t" + id * 10_000);
      assertInstanceOf(CheckedIn.class, checkIn("t" + (id * 10_000 + tickets - 1)));
      lines.forEach(line -> assertEquals(ImportOutcome.UNCHANGED, gala.put(line)));
      assertEquals(ImportOutcome.UNCHANGED, gala.put(whole));
    }
  }

  /** A check-in keeps its row; its mark went with the ticket. */
  @ParameterizedTest
  @ValueSource(ints = {3, LARGE})
  void movedTicket_isUndone_whereItsMarkIsNow(int tickets) {
    Order whole = order(1, tickets);
    gala.put(whole);
    Checkin first = assertInstanceOf(CheckedIn.class, checkIn("t10000")).checkin();
    Checkin stays = assertInstanceOf(CheckedIn.class, checkIn("t10001")).checkin();
    gala.put(later(Gala.order(2), 1, whole.tickets().subList(0, 1)));
    UndoRequest desk =
        new UndoRequest(Mode.LIVE, "desk", "Desk", Role.DESK, Instant.now().plusSeconds(60));

    assertEquals(UndoOutcome.UNDONE, doors.undo(Gala.EVERYONE, first.id(), desk));

    assertEquals(1, gala.count(Gala.EVERYONE));
    assertInstanceOf(CheckedIn.class, checkIn("t10000"));
    assertEquals(
        stays.id(), assertInstanceOf(AlreadyCheckedIn.class, checkIn("t10001")).first().id());
  }

  @Test
  void movedTicket_isLetInByItsNewOrderOnly() {
    Order whole = order(1, 3);
    gala.put(whole);
    gala.put(later(Gala.order(2), 1, whole.tickets().subList(0, 2)));

    assertInstanceOf(CheckinOutcome.NotEnoughTickets.class, checkInOrder("o1", 2));
    assertInstanceOf(CheckinOutcome.OrderCheckedIn.class, checkInOrder("o2", 2));
    assertInstanceOf(CheckinOutcome.OrderCheckedIn.class, checkInOrder("o1", 1));
    assertEquals(3, gala.count(Gala.EVERYONE));
  }

  @Test
  void vanishedTicket_isVoid_untilItsOrderNamesItAgain() {
    Order order = order(1, 2);
    gala.put(order);

    assertEquals(ImportOutcome.CHANGED, gala.put(later(order, 1, order.tickets().subList(0, 1))));

    assertRefused(Reason.VOID, "t10001");
    assertEquals(TicketState.VOID, find(1).tickets().getLast().state());
    assertEquals(ImportOutcome.UNCHANGED, gala.put(later(order, 1, order.tickets().subList(0, 1))));
    gala.put(later(order, 2, order.tickets()));
    assertInstanceOf(CheckedIn.class, checkIn("t10001"));
  }

  @Test
  void ticket_staysWhereTheLaterVersionHasIt() {
    Order whole = order(1, 2);
    Order split = later(Gala.order(2), 5, whole.tickets().subList(1, 2));
    gala.put(split);

    gala.put(whole);

    assertEquals(split, find(2));
    assertEquals(whole.tickets().subList(0, 1), find(1).tickets());
    ImportOutcome asLate = gala.put(later(Gala.order(3), 5, whole.tickets().subList(1, 2)));
    assertEquals("tickets[0].id", asLate.field());
  }

  @Test
  void codeOfAnotherOrder_goesToTheLaterVersion() {
    gala.put(order(1, 1));
    checkIn("t10000");

    Order second = order(2, 1);
    assertEquals(
        "tickets[0].qr_code_identifier", gala.put(recoded(second, 20_000, "t10000", 0)).field());
    assertEquals(ImportOutcome.CREATED, gala.put(recoded(second, 20_000, "t10000", 1)));

    assertEquals(20_000, assertInstanceOf(CheckedIn.class, checkIn("t10000")).checkin().ticketId());
    String fresh = find(1).tickets().getFirst().qrCodeIdentifier();
    assertInstanceOf(AlreadyCheckedIn.class, checkIn(fresh));
    assertEquals(ImportOutcome.UNCHANGED, gala.put(order(1, 1)));
  }

  @Test
  void revokedCode_isFreeForOthers() {
    Order first = order(1, 1);
    gala.put(first);
    gala.put(recoded(first, 10_000, "new", 1));

    assertEquals(ImportOutcome.CREATED, gala.put(recoded(order(2, 1), 20_000, "t10000", 0)));

    assertEquals(20_000, assertInstanceOf(CheckedIn.class, checkIn("t10000")).checkin().ticketId());
    assertEquals(10_000, assertInstanceOf(CheckedIn.class, checkIn("new")).checkin().ticketId());
    assertEquals(ImportOutcome.CHANGED, gala.put(recoded(first, 10_000, "newer", 2)));
    assertInstanceOf(AlreadyCheckedIn.class, checkIn("newer"));
    assertInstanceOf(AlreadyCheckedIn.class, checkIn("t10000"));
  }

  @Test
  void cancellation_getsThrough_whenTheRestIsRefused() {
    Order order = order(1, 2);
    gala.put(order);
    Ticket odd = Gala.with(order.tickets().getFirst(), TicketState.VALID, "nothing-known");
    Order cancelled =
        Gala.with(
            later(order, 1, List.of(odd, order.tickets().getLast())),
            OrderState.CANCELLED,
            any -> any);

    ImportOutcome outcome = gala.put(cancelled);

    assertEquals("tickets[0].ticket_type", outcome.field());
    assertRefused(Reason.ORDER_NOT_CONFIRMED, "t10000");
    assertEquals(OrderState.CANCELLED, find(1).state());
  }

  @Test
  void orderCode_mayBeReplaced() {
    Order order = order(1, 2);
    gala.put(order);

    gala.put(later(order, 1, order.tickets()).with("anew", order.tickets()));

    assertEquals(
        Reason.REVOKED, assertInstanceOf(NotAdmissible.class, checkInOrder("o1", 1)).reason());
    assertInstanceOf(CheckinOutcome.OrderCheckedIn.class, checkInOrder("anew", 1));
  }

  private CheckinOutcome checkInOrder(String code, int adults) {
    return checkInOrder(stores, code, adults);
  }

  private void assertRefused(Reason reason, String code) {
    assertRefused(reason, checkIn(code));
  }
}
