package io.doorlist.store.checkin.ticket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.ListTerms;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.PaymentState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketTerms;
import io.doorlist.door.Reentry;
import io.doorlist.store.table.Item;
import io.doorlist.testing.Gala;
import io.doorlist.testing.OrderBuilder;
import io.doorlist.testing.TicketBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class CodeItemsTest {
  private static final Instant NOW = Instant.parse("2026-07-04T20:00:00.123Z");

  @Test
  void list_admitsWhatIsPending_onlyIfItsTermsSaySo() {
    for (boolean pending : List.of(true, false)) {
      CheckinList list = list(pending);

      assertTrue(CodeItems.admits(list, CodeItems.VALID));
      assertEquals(pending, CodeItems.admits(list, CodeItems.PENDING));
      assertFalse(CodeItems.admits(list, CodeItems.NOT_CONFIRMED));
    }
  }

  /** What an import takes away when a ticket has it no longer. */
  @Test
  void optionalFacts_areThoseThatAPlainTicketHasNot() {
    Order order = Gala.order(1, "adult");
    Ticket plain = TicketBuilder.like(order.tickets().getFirst()).name(null).build();
    Ticket full =
        TicketBuilder.like(plain)
            .name("Guest")
            .on(new TicketTerms(NOW, NOW.plusSeconds(60), null, "2026-07-04", null))
            .build();
    Order unpaid =
        OrderBuilder.like(order).in(OrderState.PENDING).paid(PaymentState.UNPAID).amount(1).build();
    Set<String> more = new TreeSet<>(CodeItems.putFacts(new Item(), unpaid, full).names());
    more.removeAll(CodeItems.putFacts(new Item(), order, plain).names());

    assertEquals(more, new TreeSet<>(CodeItems.optionalFacts()));
  }

  @Test
  void sharedMarks_areReadForOneTicket() {
    Item marks =
        new Item()
            .put(CodeItems.mark(1, 9), mark(9, NOW))
            .put(CodeItems.mark(2, 9), mark(9, NOW.plusSeconds(1)))
            .put(CodeItems.mark(1, 10), mark(10, NOW.plusSeconds(2)));
    Item item = new Item().put(CodeItems.MARKS, marks);

    assertEquals(Map.of(1L, NOW, 2L, NOW.plusSeconds(1)), CodeItems.checkedIn(item, 9));
    assertEquals(Map.of(1L, NOW.plusSeconds(2)), CodeItems.checkedIn(item, 10));
  }

  @Test
  void marksKey_isReadAsItWasPut() {
    for (MarksKey key :
        List.of(
            MarksKey.OWN,
            new MarksKey.Shared(1, 2),
            new MarksKey.Shared(7, 0),
            new MarksKey.OfCode("digest"))) {
      assertEquals(key, MarksKey.of(key.putInto(new Item(), 1), 1));
    }
  }

  private static CheckinList list(boolean pending) {
    ListTerms terms =
        new ListTerms(pending, List.of(), null, null, null, Reentry.NEVER, null, false);
    return new CheckinList(1, 1, "Door", true, List.of(), terms, Instant.EPOCH, Instant.EPOCH);
  }

  private static Item mark(long ticket, Instant at) {
    return new CheckinMark(
            1, 0, ticket, "T9", "Guest", at, "phone", null, null, false, true, null, false, at)
        .common();
  }
}
