package io.doorlist.store.checkin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.AdmittedAgain;
import io.doorlist.domain.checkin.CheckinOutcome.NotAdmissible;
import io.doorlist.domain.checkin.CheckinOutcome.UnknownQrCode;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.TicketLook;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.door.Reason;
import io.doorlist.testing.CountingEngine;
import io.doorlist.testing.Gala;
import io.doorlist.testing.OrderBuilder;
import io.doorlist.testing.TicketBuilder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Issue 70: if a typed text is nobody's code, it stands for the code that it means. */
class TypedCodesTest extends CheckinFixture {
  private static final NotAdmissible AMBIGUOUS = new NotAdmissible(Reason.AMBIGUOUS, List.of());

  @BeforeEach
  void importOrders() {
    gala.put(Gala.order(1, "adult", "adult"));
  }

  private static Scan typed(boolean online) {
    Scan scan = Gala.scan("phone", null);
    return new Scan(Mode.LIVE, "phone", online, false, null, null, scan.deadline());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"T10000", " t 10000 ", "\uFF54\uFF11\uFF10\uFF10\uFF10\uFF10", "\"T10000\""})
  void typedCode_isItsTickets(String code) {
    assertEquals(10_000, in(scan(Gala.MAIN, code, typed(true))).ticketId());
    assertEquals(10_000, in(scan(Gala.EVERYONE, code, typed(false))).ticketId());
    assertInstanceOf(
        CheckinOutcome.CheckedOut.class,
        checkins.exit(gala.definition(), gala.list(Gala.MAIN), code, typed(true)));
  }

  @Test
  void scannedCode_isTakenToTheLetter() {
    assertEquals(new UnknownQrCode(), scan(Gala.MAIN, "T10000"));
  }

  @Test
  void orderCode_isTypedToo() {
    CheckinOutcome outcome =
        checkins.checkInOrder(
            gala.definition(),
            gala.list(Gala.MAIN),
            "O1",
            new TreeMap<>(Map.of("adult", 2)),
            false,
            typed(true));

    assertInstanceOf(CheckinOutcome.OrderCheckedIn.class, outcome);
  }

  @Test
  void look_knowsATypedCode() {
    TicketLook look = look("T10000");

    assertEquals(10_000, assertInstanceOf(TicketLook.Seen.class, look).ticketId());
  }

  private static Order coded(long id, String code) {
    Order order = Gala.order(id, "adult");
    Ticket ticket = TicketBuilder.like(order.tickets().getFirst(), "adult").code(code).build();
    return OrderBuilder.like(order).tickets(List.of(ticket)).build();
  }

  private TicketLook look(String code) {
    return stores.looks().look(gala.definition(), gala.list(Gala.MAIN), code, false, typed(true));
  }

  @Test
  void codeThatCouldBeTwo_isRefused_andToldItIsOnRecord() {
    gala.put(coded(2, "AB-\uFF11"));
    gala.put(coded(3, "ab-1"));
    gala.put(coded(4, "AB-1"));

    assertEquals(AMBIGUOUS, scan(Gala.MAIN, "Ab\u20131", typed(true)));
    assertEquals(new TicketLook.Unseen(AMBIGUOUS), look("Ab\u20131"));
    assertEquals(new AdmittedAgain(AMBIGUOUS, false), scan(Gala.MAIN, "Ab\u20131", typed(false)));
    assertEquals(0, gala.count(Gala.MAIN));
    assertEquals(20_000, in(scan(Gala.MAIN, "AB-\uFF11", typed(true))).ticketId());
  }

  @Test
  void knownCode_costsNoMore_whenItIsTyped() {
    EventDefinition definition = gala.definition();
    CheckinList list = gala.list(Gala.MAIN);
    client.spent();

    checkins.checkInTicket(definition, list, "t10000", typed(true));

    assertEquals(new CountingEngine.Cost(1, 1, 2, 5), client.spent());
  }
}
