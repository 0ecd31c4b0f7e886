package io.doorlist.store.checkin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.checkin.CheckinOutcome.Admitted;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.OrderCheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.Unpaid;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.TicketLook;
import io.doorlist.domain.event.ListTerms;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.PaymentState;
import io.doorlist.door.CopiedTicket;
import io.doorlist.door.Reentry;
import io.doorlist.testing.Gala;
import io.doorlist.testing.OrderBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** At a list with {@code include_pending}, answers tell staff who has not paid (issues 50, 35). */
class UnpaidTest extends CheckinFixture {
  private static final long LIST = 21;
  private static final Unpaid DUE = new Unpaid(2500L);

  private final Order order =
      OrderBuilder.order(1, "adult", "adult")
          .in(OrderState.PENDING)
          .paid(PaymentState.UNPAID)
          .amount(2500)
          .build();

  @BeforeEach
  void open() {
    gala.list(LIST, new ListTerms(true, List.of(), null, null, null, Reentry.NEVER, null, false));
    gala.put(order);
  }

  @Test
  void unpaidTicket_isLetIn_andTheStaffAreTold_everyTime() {
    Scan scan = Gala.scan("phone", "key");

    TicketLook.Seen look =
        assertInstanceOf(TicketLook.Seen.class, doors.look(LIST, "t10000", scan));
    assertEquals(DUE, look.unpaid());
    assertNull(look.refusal());
    for (int i = 0; i < 2; i++) {
      assertEquals(DUE, assertInstanceOf(CheckedIn.class, scan(LIST, "t10000", scan)).unpaid());
    }
    Admitted other =
        assertInstanceOf(
                OrderCheckedIn.class,
                doors.enterOrder(LIST, "o1", Map.of("adult", 1), Gala.scan("phone", null)))
            .tickets()
            .getFirst();
    assertEquals(DUE, other.unpaid());
  }

  @Test
  void amountIsNotSaid_ifSomeOfItIsPaid_andNothingIfAllIs() {
    gala.put(
        OrderBuilder.like(order)
            .paid(PaymentState.PAID)
            .updated(order.updatedAt().plusSeconds(1))
            .build());
    assertEquals(new Unpaid(null), unpaid("t10000"));
    assertTrue(copied().stream().allMatch(CopiedTicket::unpaid));

    gala.put(
        OrderBuilder.like(order)
            .in(OrderState.CONFIRMED)
            .paid(PaymentState.PAID)
            .updated(order.updatedAt().plusSeconds(2))
            .build());
    assertNull(unpaid("t10000"));
    assertTrue(copied().stream().noneMatch(CopiedTicket::unpaid));
  }

  private List<CopiedTicket> copied() {
    return doors.copy(LIST, true, null).delta().tickets();
  }

  private Unpaid unpaid(String code) {
    return ((TicketLook.Seen) doors.look(LIST, code, Gala.scan("phone", null))).unpaid();
  }
}
