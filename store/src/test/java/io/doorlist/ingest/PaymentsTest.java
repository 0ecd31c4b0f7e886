package io.doorlist.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.NotAdmissible;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.desk.AddGuestOutcome;
import io.doorlist.domain.desk.NewGuest;
import io.doorlist.domain.desk.PaymentOutcome;
import io.doorlist.domain.desk.PaymentOutcome.Taken;
import io.doorlist.domain.desk.Takings;
import io.doorlist.domain.event.DeskTerms;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.order.Amount;
import io.doorlist.domain.order.AtDesk;
import io.doorlist.domain.order.Corrections;
import io.doorlist.domain.order.Erasure;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.Payment;
import io.doorlist.domain.order.PaymentState;
import io.doorlist.door.AddedGuest;
import io.doorlist.door.Reason;
import io.doorlist.store.order.TakingsStore;
import io.doorlist.table.Engine;
import io.doorlist.testing.Gala;
import io.doorlist.testing.Imports;
import io.doorlist.testing.Meanwhile;
import io.doorlist.testing.OrderBuilder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

/** One key makes one payment, and a guest who has paid comes in. */
class PaymentsTest extends ImportFixture {
  private static final String KEY = "5a1d27f0-9c3e-4a86-8f57-2b7c0d1e9a34";
  private static final String OTHER = "7b2e38a1-0d4f-4b97-9068-3c8d1e2f0b45";
  private static final Instant NOW = Instant.now().truncatedTo(ChronoUnit.MILLIS);

  PaymentsTest() {
    DeskTerms.AddGuests adding = new DeskTerms.AddGuests(List.of("adult"), 1000);
    DeskTerms terms = new DeskTerms(adding, false, true, false, DeskTerms.NotesAt.DESK);
    Event event = Gala.event().in("EUR").with(terms);
    Imports.into(stores)
        .putEvent(
            event.with(
                event.ticketTypes().stream()
                    .map(type -> type.slug().equals("adult") ? type.withPrice(2500L) : type)
                    .toList()));
  }

  private static OrderBuilder unpaid(long id, int tickets) {
    return OrderBuilder.order(id, Gala.adults(tickets))
        .in(OrderState.PENDING)
        .paid(PaymentState.UNPAID)
        .amount(2500L * tickets);
  }

  private static Payment payment(String key, long ticket, long amount) {
    return new Payment(key, ticket, amount, "EUR", NOW, "desk", "Desk 1");
  }

  private PaymentOutcome take(Engine engine, Payment payment) {
    return new Payments(table.access(engine))
        .take(gala.definition(), payment, Mode.LIVE, Instant.now().plusSeconds(60));
  }

  private Taken take(String key, long ticket, long amount) {
    return assertInstanceOf(Taken.class, take(table.engine(), payment(key, ticket, amount)));
  }

  private List<Takings> takings() {
    return new TakingsStore(table.access(table.engine())).read(Gala.ACCOUNT, Gala.EVENT, Mode.LIVE);
  }

  private Amount due(String code) {
    NotAdmissible refused = assertInstanceOf(NotAdmissible.class, checkIn(code));
    assertEquals(Reason.ORDER_NOT_CONFIRMED, refused.reason());
    return refused.due();
  }

  @Test
  void ticket_letsIn_onceNothingIsDue() {
    Order order = unpaid(1, 2).build();
    gala.put(order);
    assertEquals(new Amount(5000, "EUR"), due("t10000"));
    assertEquals(
        new Amount(5000, "EUR"),
        assertInstanceOf(NotAdmissible.class, checkInOrder(stores, "o1", 2)).due());

    assertEquals(3000, take(KEY, 10_001, 2000).order().due());
    assertEquals(new Amount(3000, "EUR"), due("t10000"));
    Taken last = take(OTHER, 10_000, 3000);

    assertEquals(0, last.order().due());
    assertEquals(5000, last.order().desk().collected());
    assertEquals(last.order(), find(1));
    assertEquals(List.of(10_000L, 10_001L), tickets(Gala.EVERYONE));
    assertInstanceOf(CheckedIn.class, checkIn("t10000"));
    assertInstanceOf(CheckedIn.class, checkIn("t10001"));
    assertEquals(PaymentState.UNPAID, find(1).paymentState());
    assertEquals(order.updatedAt(), find(1).updatedAt());
    assertEquals(List.of(new Takings("Desk 1", "EUR", 2, 5000)), takings());
  }

  @Test
  void payment_isOne_foreachKey() {
    gala.put(unpaid(1, 1).build());
    gala.put(unpaid(2, 1).build());
    Taken first = take(KEY, 10_000, 2500);

    assertEquals(first, take(KEY, 10_000, 2500));
    for (Payment other :
        List.of(payment(KEY, 10_000, 2000), payment(KEY, 20_000, 2500), payment(KEY, 20_000, 1))) {
      assertInstanceOf(PaymentOutcome.KeyReused.class, take(table.engine(), other));
    }
    assertEquals(0, find(2).desk().collected());
    assertEquals(List.of(new Takings("Desk 1", "EUR", 1, 2500)), takings());
  }

  @Test
  void moneyGivenBack_isDueAgain() {
    gala.put(unpaid(1, 1).build());
    take(KEY, 10_000, 2500);

    assertEquals(2500, take(OTHER, 10_000, -2500).order().due());

    assertEquals(new Amount(2500, "EUR"), due("t10000"));
    assertEquals(List.of(), tickets(Gala.EVERYONE));
    assertEquals(
        new PaymentOutcome.TooMuchBack(0),
        take(table.engine(), payment(KEY.replace('5', '6'), 10_000, -1)));
    assertEquals(List.of(new Takings("Desk 1", "EUR", 2, 0)), takings());
  }

  @Test
  void nobodyPays_whoIsNotThere_orInAnotherCurrency() {
    gala.put(unpaid(1, 1).build());
    gala.put(unpaid(2, 1).in(Mode.TEST).build());
    Imports.into(stores).putEvent(Gala.event().in("CHF"));

    assertInstanceOf(
        PaymentOutcome.OtherCurrency.class, take(table.engine(), payment(KEY, 10_000, 1)));
    assertInstanceOf(PaymentOutcome.NoGuest.class, take(table.engine(), payment(KEY, 99, 1)));
    assertInstanceOf(PaymentOutcome.NoGuest.class, take(table.engine(), payment(KEY, 20_000, 1)));
    assertEquals(null, due("t10000"));
  }

  /** Its facts are in several items, and one write is too small for all. */
  @Test
  void largeOrder_isPaidAtOnce() {
    gala.put(unpaid(1, LARGE).build());

    take(KEY, 10_000, 2500L * LARGE);

    assertEquals(LARGE, count(Gala.EVERYONE));
    assertInstanceOf(CheckedIn.class, checkIn("t10000"));
    assertInstanceOf(CheckedIn.class, checkIn("t" + (10_000 + LARGE - 1)));
  }

  @Test
  void payment_isOne_whereverTheRequestIsCutOff() {
    long id = 1;
    for (boolean answered : new boolean[] {false, true}) {
      boolean cut = true;
      for (int at = 0; cut; at++, id++) {
        gala.put(unpaid(id, 2).build());
        Payment payment = payment("00000000-0000-4000-8000-%012d".formatted(id), id * 10_000, 5000);
        Engine dying = Meanwhile.cutOff(table.engine(), at, answered);
        try {
          take(dying, payment);
          cut = false;
        } catch (CancellationException e) {
          cut = true;
        }
        assertEquals(5000, take(payment.key(), id * 10_000, 5000).order().desk().collected());
        assertInstanceOf(CheckedIn.class, checkIn("t" + id * 10_000));
      }
      assertTrue(id > 5, "calls are cut");
    }
    long payments = id - 1;
    assertEquals(List.of(new Takings("Desk 1", "EUR", payments, payments * 5000)), takings());
  }

  @Test
  void twoDesks_areBothCounted_whereverTheyMeet() {
    boolean met = true;
    long id = 1;
    for (int at = 0; met; at++, id++) {
      gala.put(unpaid(id, 1).build());
      long ticket = id * 10_000;
      String mine = "00000000-0000-4000-8001-%012d".formatted(id);
      String theirs = "00000000-0000-4000-8002-%012d".formatted(id);
      int call = at;
      int[] calls = {0};
      Meanwhile racing = new Meanwhile(table.engine());
      racing.before(any -> calls[0]++ == call, () -> take(theirs, ticket, 1000));

      assertInstanceOf(Taken.class, take(racing, payment(mine, ticket, 1500)));

      met = racing.happened();
      assertEquals(met ? 2500 : 1500, find(id).desk().collected());
    }
  }

  /** Issue 70: the hunt {@code desks} found a payment that was refused as another one's. */
  @Test
  void payment_isAnsweredTheSame_ifItOvertakesItselfAtAnyCall() {
    long id = 0;
    boolean met = true;
    for (int at = 0; met; at++) {
      gala.put(unpaid(++id, 1).build());
      Payment payment = payment("00000000-0000-4000-8003-%012d".formatted(id), id * 10_000, 1500);
      int call = at;
      int[] calls = {0};
      Meanwhile racing = new Meanwhile(table.engine());
      racing.before(any -> calls[0]++ == call, () -> take(table.engine(), payment));

      Taken taken = assertInstanceOf(Taken.class, take(racing, payment));

      met = racing.happened();
      assertEquals(payment, taken.payment());
      assertEquals(1500, find(id).desk().collected());
    }
    assertTrue(id > 5, "calls are overtaken");
  }

  @Test
  void versionsOfASource_leaveMoneyAlone() {
    Order order = unpaid(1, 1).build();
    gala.put(order);
    Order paid = take(KEY, 10_000, 2500).order();

    assertEquals(ImportOutcome.UNCHANGED, gala.put(order));
    gala.put(
        OrderBuilder.like(order)
            .in(OrderState.PENDING)
            .paid(PaymentState.UNPAID)
            .amount(4000)
            .updated(order.updatedAt().plusSeconds(1))
            .build());

    assertEquals(paid.desk(), find(1).desk());
    assertEquals(new Amount(1500, "EUR"), due("t10000"));
    assertEquals(List.of(new Takings("Desk 1", "EUR", 1, 2500)), takings());
  }

  @Test
  void export_bringsPayments_ofTheOrderThatHasThem() {
    Order paid =
        unpaid(1, 1)
            .build()
            .with(new AtDesk(null, Corrections.NONE, List.of(payment(KEY, 10_000, 2500))));

    assertEquals(ImportOutcome.CREATED, gala.put(paid));

    assertInstanceOf(CheckedIn.class, checkIn("t10000"));
    assertEquals(List.of(new Takings("Desk 1", "EUR", 1, 2500)), takings());
    Order thief =
        unpaid(2, 1)
            .build()
            .with(new AtDesk(null, Corrections.NONE, List.of(payment(KEY, 20_000, 2500))));
    ImportOutcome refused = gala.put(thief);
    assertEquals("payments", refused.field());
    assertEquals(paid, take(KEY, 10_000, 2500).order());
  }

  @Test
  void forgetting_keepsSums() {
    gala.put(unpaid(1, 1).build());
    take(KEY, 10_000, 2500);

    new ErasureStore(table.access(table.engine()), false)
        .forget(gala.definition(), new Erasure(Gala.EVENT, 1, Set.of(), NOW, null));

    assertEquals(2500, find(1).desk().collected());
    assertEquals(List.of(new Takings("Desk 1", "EUR", 1, 2500)), takings());
  }

  private AddGuestOutcome add(String key, int companions, long collected, boolean online) {
    NewGuest guest =
        new NewGuest(
            key, "request", "Grace", "adult", companions, null, null, null, null, collected);
    Scan scan =
        new Scan(
            Mode.LIVE, "desk", "Desk 1", online, false, null, null, Instant.now().plusSeconds(60));
    return new AddedGuests(table.access(table.engine()))
        .add(gala.definition(), guest, gala.list(Gala.MAIN), scan);
  }

  @Test
  void addedGuest_owesThePriceOfTheType_andComesInWhenItIsCollected() {
    AddGuestOutcome.Refused refused =
        assertInstanceOf(AddGuestOutcome.Refused.class, add(KEY, 1, 2500, true));
    assertEquals(
        new Amount(2500, "EUR"), assertInstanceOf(NotAdmissible.class, refused.refusal()).due());
    assertEquals(List.of(), takings());

    AddGuestOutcome.Added added =
        assertInstanceOf(AddGuestOutcome.Added.class, add(KEY, 1, 5000, true));

    assertEquals(2, added.checkins().size());
    Order order = find(new AddedGuest(KEY).orderId());
    assertEquals(List.of(5000L, 5000L), List.of(order.amount(), order.desk().collected()));
    assertEquals(2, doors.count(Gala.MAIN));
    assertEquals(List.of(new Takings("Desk 1", "EUR", 1, 5000)), takings());
    assertEquals(added, add(KEY, 1, 5000, true));
    assertEquals(List.of(new Takings("Desk 1", "EUR", 1, 5000)), takings());
  }

  @Test
  void addedGuest_whomTheDeviceLetIn_owesThePrice() {
    AddGuestOutcome.Added added =
        assertInstanceOf(AddGuestOutcome.Added.class, add(KEY, 0, 0, false));

    assertEquals("order_not_confirmed", added.reason());
    assertEquals(2500, find(new AddedGuest(KEY).orderId()).due());
    take(OTHER, new AddedGuest(KEY).ticketId(1), 2500);
    assertInstanceOf(CheckedIn.class, checkIn(new AddedGuest(KEY).ticketCode(1)));
  }
}
