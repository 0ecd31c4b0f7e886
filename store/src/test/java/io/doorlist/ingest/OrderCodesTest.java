package io.doorlist.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.ListTerms;
import io.doorlist.domain.order.DeskNote;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.PaymentState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketTerms;
import io.doorlist.door.Reentry;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.table.Item;
import io.doorlist.testing.Gala;
import io.doorlist.testing.OrderBuilder;
import io.doorlist.testing.TicketBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class OrderCodesTest {
  private static final Instant NOW = Instant.parse("2026-07-04T18:00:00Z");

  @Test
  void marks_ofLargeOrdersAreShared() {
    assertEquals(-1, OrderCodes.marksNumber(63, 64, 0));
    assertEquals(0, OrderCodes.marksNumber(64, 65, 0));
    assertEquals(1, OrderCodes.marksNumber(65, 66, 64));
  }

  @Test
  void list_admitsWhatIsPending_onlyIfItsTermsSaySo() {
    for (boolean pending : List.of(true, false)) {
      CheckinList list = list(pending);

      assertTrue(OrderCodes.admits(list, CodeItems.VALID));
      assertEquals(pending, OrderCodes.admits(list, CodeItems.PENDING));
      assertFalse(OrderCodes.admits(list, CodeItems.NOT_CONFIRMED));
    }
  }

  /** What an import takes away when a ticket has it no longer. */
  @Test
  void optionalFacts_areAllThatATicketMayHaveAndLose() {
    Order order = Gala.order(1, "adult");
    Ticket plain = TicketBuilder.like(order.tickets().getFirst()).name(null).build();
    Ticket full =
        TicketBuilder.like(plain)
            .name("Guest")
            .note(new DeskNote("call Anna", true, List.of(new DeskNote.Shown("Table", "7"))))
            .on(new TicketTerms(NOW, NOW.plusSeconds(60), null, "2026-07-04", null))
            .build();
    Order unpaid =
        OrderBuilder.like(order).in(OrderState.PENDING).paid(PaymentState.UNPAID).amount(1).build();
    Set<String> more = new TreeSet<>(OrderCodes.putFacts(new Item(), unpaid, full).names());
    more.removeAll(OrderCodes.putFacts(new Item(), order, plain).names());

    assertEquals(more, new TreeSet<>(OrderCodes.optionalFacts()));
  }

  private static CheckinList list(boolean pending) {
    ListTerms terms =
        new ListTerms(pending, List.of(), null, null, null, Reentry.NEVER, null, false);
    return new CheckinList(1, 1, "Door", true, List.of(), terms, Instant.EPOCH, Instant.EPOCH);
  }
}
