package io.doorlist.domain.order;

import static io.doorlist.domain.order.Orders.AT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Digests;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What changes of an order and its tickets when it is cancelled or its people are forgotten. */
class OrderTest {
  private static final Instant LATER = AT.plusSeconds(60);
  private static final Invoice INVOICE =
      new Invoice(
          "R1",
          null,
          true,
          List.of(new Invoice.LineItem("For Ada", 1L, 20L)),
          20L,
          List.of(),
          0L,
          20L);

  private final Ticket one = Orders.ticket(1, "Ada", "ada@example.org", null);
  private final Ticket two = Orders.ticket(2, "Ada", "ada@example.org", null);

  @Test
  void cancelledOrder_isALaterVersion_andCancelledOnlyIfWholly() {
    Order order = order(INVOICE);

    Order wholly = order.cancelled(true, List.of(one.voided()), LATER);
    Order partly = order.cancelled(false, List.of(one), LATER);

    assertEquals(OrderState.CANCELLED, wholly.state());
    assertEquals(List.of(one.voided()), wholly.tickets());
    assertEquals(LATER, wholly.updatedAt());
    assertEquals(OrderState.CONFIRMED, partly.state());
    assertEquals("o2", order.with("o2", List.of(two)).qrCodeIdentifier());
  }

  @Test
  void forgottenOrder_hasNoDataOfPeople_norTextsOfItsInvoice() {
    Order forgotten = order(INVOICE).forget();

    assertEquals(Customer.UNKNOWN, forgotten.customer());
    assertEquals(List.of(new Invoice.LineItem(null, 1L, 20L)), forgotten.invoice().lineItems());
    assertEquals("R1", forgotten.invoice().number());
    assertEquals(Set.of(1L, 2L), forgotten.forgottenTickets());
    assertNull(forgotten.tickets().getFirst().name());
    assertNull(order(null).forget().invoice());
  }

  @Test
  void forgottenTicket_leavesTheOthers() {
    Order order = order(INVOICE).forget(Set.of(2L));

    assertEquals(Set.of(2L), order.forgottenTickets());
    assertEquals(List.of(one, two.forget()), order.tickets());
    assertEquals(INVOICE, order.invoice());
  }

  @Test
  void erasure_coversItsTickets_orTheWholeOrder() {
    Erasure whole = new Erasure("gala", 1001, Set.of(), AT, null);
    Erasure some = new Erasure("gala", 1001, Set.of(1L), AT, LATER);
    Erasure other = new Erasure("gala", 1001, Set.of(2L), LATER, null);

    assertTrue(whole.covers(2));
    assertTrue(some.covers(1));
    assertFalse(some.covers(2));
    assertEquals(Set.of(1L, 2L), whole.coveredTickets(order(INVOICE)));
    assertEquals(Set.of(1L), some.coveredTickets(order(INVOICE)));
    assertEquals(order(INVOICE).forget(), whole.applyTo(order(INVOICE)));
    assertEquals(Set.of(1L), some.applyTo(order(INVOICE)).forgottenTickets());
    assertEquals(LATER, whole.done(LATER).doneAt());
    assertEquals(new Erasure("gala", 1001, Set.of(1L, 2L), AT, null), some.with(other));
    assertEquals(whole, some.with(whole));
    assertEquals(whole, whole.with(some));
  }

  @Test
  void erasure_keepsDigestsOfWhatIsForgotten_whenItIsJoinedWithAnother() {
    Erasure plain = new Erasure("gala", 1001, Set.of(1L), AT, null);
    Erasure ada = plain.knownBy("key", Set.of("Ada"));
    Erasure bob = plain.knownBy("key", Set.of("Bob"));

    assertEquals(known("Ada"), ada);
    assertEquals(ada, ada.with(plain));
    assertEquals(ada, plain.with(ada));
    assertEquals(known("Ada", "Bob"), ada.with(bob));
  }

  private static Erasure known(String... texts) {
    Set<String> digests =
        Arrays.stream(texts).map(text -> Digests.keyed("key", text)).collect(Collectors.toSet());
    return new Erasure("gala", 1001, Set.of(1L), AT, null, "key", digests);
  }

  private Order order(Invoice invoice) {
    Customer ada = new Customer("Ada", "Lovelace", null, null, null, null, Address.UNKNOWN);
    return Orders.order(ada, invoice, one, two);
  }
}
