package io.doorlist.store.checkin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.AlreadyCheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.NotAdmissible;
import io.doorlist.domain.checkin.CheckinOutcome.NotEnoughTickets;
import io.doorlist.domain.checkin.CheckinOutcome.OrderCheckedIn;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.Scan.IdempotencyKey;
import io.doorlist.domain.checkin.TicketLook;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.TicketState;
import io.doorlist.door.Reason;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.table.TableSchema;
import io.doorlist.testing.DyingEngine;
import io.doorlist.testing.Effort;
import io.doorlist.testing.Gala;
import io.doorlist.testing.OrderBuilder;
import io.doorlist.testing.TicketBuilder;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CheckinStoreTest extends CheckinFixture {
  @Test
  void ticket_isLetInOnce_andListsDoNotKnowOfEachOther() {
    gala.put(Gala.order(1, "adult", "vip"));

    CheckedIn first = assertInstanceOf(CheckedIn.class, scan(Gala.MAIN, "t10000"));

    assertEquals("T10000", first.checkin().ticketReference());
    assertEquals("Guest 10000", first.checkin().ticketName());
    assertEquals(new AlreadyCheckedIn(first.checkin(), 0, true, null), scan(Gala.MAIN, "t10000"));
    assertEquals(
        new AlreadyCheckedIn(first.checkin(), 0, false, null),
        scan(Gala.MAIN, "t10000", Gala.scan("other", null)));
    assertEquals(List.of(first.checkin()), in(Gala.MAIN));
    assertInstanceOf(CheckedIn.class, scan(Gala.EVERYONE, "t10000"));
  }

  @Test
  void ticketOfTheOtherMode_isUnknown_andSoIsTheCodeOfAnOrder() {
    gala.put(Gala.order(1, "adult"));
    Scan live = Gala.scan("phone", null);
    Scan test = new Scan(Mode.TEST, "phone", true, true, null, null, live.deadline());

    assertEquals(new CheckinOutcome.UnknownQrCode(), scan(Gala.MAIN, "o1", live));
    assertEquals(new CheckinOutcome.UnknownQrCode(), scan(Gala.MAIN, "t10000", test));
  }

  @Test
  void order_isLetInAllOrNothing() {
    gala.put(Gala.order(1, "adult", "adult", "child", "vip"));

    assertEquals(
        new NotEnoughTickets(new TreeMap<>(Map.of("adult", 2, "child", 1, "vip", 1))),
        group("o1", Map.of("adult", 2, "child", 2), Gala.scan("phone", null)));
    assertEquals(List.of(), in(Gala.EVERYONE));

    OrderCheckedIn two =
        assertInstanceOf(
            OrderCheckedIn.class,
            group("o1", Map.of("adult", 1, "child", 1), Gala.scan("phone", null)));

    assertEquals(List.of(10000L, 10002L), two.checkins().stream().map(Checkin::ticketId).toList());
    assertEquals(new TreeMap<>(Map.of("adult", 1, "child", 0, "vip", 1)), two.remaining());
    assertEquals(two.checkins().reversed(), in(Gala.EVERYONE));
    assertEquals(
        new AlreadyCheckedIn(two.checkins().getFirst(), 0, true, null),
        scan(Gala.EVERYONE, "t10000"));
  }

  @Test
  void codeOfALink_isItsLastPart_unlessATicketHasTheWhole() {
    String link = "https://example.org/t/t10000";
    gala.put(Gala.order(1, "adult"));

    CheckedIn in = assertInstanceOf(CheckedIn.class, scan(Gala.MAIN, link));
    assertEquals(10_000, in.checkin().ticketId());
    assertInstanceOf(AlreadyCheckedIn.class, scan(Gala.MAIN, "t10000"));
    assertInstanceOf(
        CheckinOutcome.CheckedOut.class, doors.exit(Gala.MAIN, link, Gala.scan("phone", null)));
    assertInstanceOf(TicketLook.Seen.class, doors.look(Gala.MAIN, link, Gala.scan("phone", null)));
    assertInstanceOf(
        CheckinOutcome.UnknownQrCode.class, scan(Gala.MAIN, "https://example.org/t10000/t"));
    gala.put(
        OrderBuilder.order(2)
            .tickets(List.of(TicketBuilder.ticket(20_000, "adult").code(link).build()))
            .build());

    assertEquals(
        20_000, assertInstanceOf(CheckedIn.class, scan(Gala.MAIN, link)).checkin().ticketId());
  }

  /**
   * Issue 69: a code that was copied may have marks that nobody sees. They are left out, unless the
   * stored code of a ticket has them.
   */
  @Test
  void code_isReadWithoutWhatNobodySees_unlessATicketHasIt() {
    gala.put(Gala.order(1, "adult"));
    gala.put(
        OrderBuilder.order(2)
            .tickets(List.of(TicketBuilder.ticket(20_000, "adult").code("t1\u00AD0000").build()))
            .build());

    CheckedIn in = assertInstanceOf(CheckedIn.class, scan(Gala.MAIN, "\u200Et10000\u00A0"));
    assertEquals(10_000, in.checkin().ticketId());
    CheckedIn other = assertInstanceOf(CheckedIn.class, scan(Gala.MAIN, "t1\u00AD0000"));
    assertEquals(20_000, other.checkin().ticketId());
  }

  @Test
  void codeOfALink_mayBeAParameter() {
    gala.put(Gala.order(1, "adult"));
    String link = "https://example.org/check-in/evt?utm=x&pk=t10000";

    CheckedIn in = assertInstanceOf(CheckedIn.class, scan(Gala.MAIN, link));
    assertEquals(10_000, in.checkin().ticketId());
  }

  /** One of a party shows a ticket, whether their order has a code or not. */
  @Test
  void order_isLetInByTheCodeOfATicket_ifThatIsMeant() {
    gala.put(Gala.order(1, "adult", "adult", "child", "vip"));
    scan(Gala.MAIN, "t10000");
    Scan scan = Gala.scan("phone", null);
    TicketLook look = stores.looks().look(gala.definition(), main(), "t10000", true, scan);

    TicketLook.SeenOrder rest = assertInstanceOf(TicketLook.Seen.class, look).order();
    assertEquals(Map.of("adult", 1, "child", 1), rest.remaining());
    CheckinOutcome in =
        stores
            .checkins()
            .checkInOrder(gala.definition(), main(), "t10000", rest.remaining(), true, scan);

    assertEquals(
        List.of(10001L, 10002L),
        assertInstanceOf(OrderCheckedIn.class, in).checkins().stream()
            .map(Checkin::ticketId)
            .toList());
  }

  @Test
  void repeat_saysWhetherThereWereOthersThen() {
    Order two = Gala.order(1, "adult", "adult");
    gala.put(two);
    assertTrue(inByKey("t10000").party());

    gala.put(
        OrderBuilder.like(two)
            .updated(two.updatedAt().plusSeconds(1))
            .tickets(two.tickets().subList(0, 1))
            .build());

    assertTrue(inByKey("t10000").party());
    gala.put(Gala.order(2, "adult"));
    assertFalse(inByKey("t20000").party());
  }

  private CheckedIn inByKey(String qr) {
    Scan scan = Gala.scan("phone", "key of " + qr);
    return assertInstanceOf(
        CheckedIn.class, stores.checkins().checkInTicket(gala.definition(), main(), qr, scan));
  }

  private CheckinList main() {
    return gala.list(Gala.MAIN);
  }

  @Test
  void order_isRefusedWithItsReason() {
    gala.put(Gala.with(Gala.order(1, "adult"), OrderState.CANCELLED, ticket -> ticket));
    gala.put(Gala.order(2, "vip"));
    Scan scan = Gala.scan("phone", null);

    assertEquals(
        new NotAdmissible(Reason.ORDER_NOT_CONFIRMED, List.of()),
        group("o1", Map.of("adult", 1), scan));
    assertEquals(
        new NotAdmissible(Reason.UNKNOWN_TICKET_TYPE, List.of()),
        group("o2", Map.of("nosuch", 1), scan));
    assertEquals(new CheckinOutcome.UnknownQrCode(), group("t20000", Map.of("vip", 1), scan));
    assertEquals(
        new NotAdmissible(
            Reason.WRONG_LIST, List.of(gala.list(Gala.VIP), gala.list(Gala.EVERYONE))),
        doors.enterOrder(Gala.MAIN, "o2", Map.of("vip", 1), scan));
    assertEquals(
        new NotEnoughTickets(new TreeMap<>(Map.of("child", 0, "vip", 1))),
        group("o2", Map.of("child", 1), scan));
  }

  /** Every 32nd check-in settles what was written. */
  @Test
  void checkins_settleTheListInTurn() {
    gala.put(Gala.order(1, Gala.adults(40)));
    for (int i = 0; i < 40; i++) {
      scan(Gala.MAIN, "t" + (10_000 + i));
    }

    String rows = TableSchema.checkins(Gala.ACCOUNT, Gala.EVENT, Gala.MAIN, Mode.LIVE);
    Instant deadline = Instant.now().plusSeconds(60);
    assertEquals(
        32, table.access().get(TableSchema.head(rows), deadline).orElseThrow().number("settled"));
  }

  static IntStream sizesOfOrders() {
    return Effort.first(4, 1, 64, 65, 130, 400, 1000);
  }

  @ParameterizedTest
  @MethodSource("sizesOfOrders")
  void orderOfAnySize_isLetInAtOnce_andOverSeveralPages(int size) {
    gala.put(Gala.order(1, Gala.adults(size)));

    OrderCheckedIn all =
        assertInstanceOf(
            OrderCheckedIn.class, group("o1", Map.of("adult", size), Gala.scan("p", "k")));

    assertEquals(size, all.checkins().stream().map(Checkin::id).distinct().count());
    assertEquals(size, gala.count(Gala.EVERYONE));
    List<Checkin> walked = new ArrayList<>();
    for (int page = 1; page <= (size + 29) / 30; page++) {
      walked.addAll(doors.checkins(Gala.EVERYONE, new PageRequest(page, 30)).items());
    }
    assertEquals(all.checkins().reversed(), walked);
    assertEquals(all, group("o1", Map.of("adult", size), Gala.scan("p", "k")));
    assertInstanceOf(AlreadyCheckedIn.class, scan(Gala.EVERYONE, "t10000"));
    assertInstanceOf(CheckedIn.class, scan(Gala.MAIN, "t" + (10000 + size - 1)));
  }

  /**
   * A check-in of an order is one reservation and one transaction: a crash leaves all or nothing.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void largeOrder_isInAsAWholeOrNotAtAll_whereverTheFunctionDies(int writes) {
    int size = Effort.of(130, 400);
    gala.put(Gala.order(1, Gala.adults(size)));
    CheckinStore dying =
        table.stores(new DyingEngine(table.engine(), writes), Clock.systemUTC()).checkins();

    boolean died =
        DyingEngine.kills(() -> group(dying, "o1", Map.of("adult", size), Gala.scan("p", "k")));

    assertEquals(writes < 2, died);
    assertEquals(died ? 0 : size, gala.count(Gala.EVERYONE));
    assertEquals(died ? 0 : Math.min(size, 250), in(Gala.EVERYONE).size());
    assertInstanceOf(OrderCheckedIn.class, group("o1", Map.of("adult", size), Gala.scan("p", "k")));
    assertEquals(size, gala.count(Gala.EVERYONE));
  }

  @Test
  void orderThatGrew_isLetInAtOnce() {
    gala.put(Gala.order(1, Gala.adults(60)));
    int size = Effort.of(200, 1000);
    gala.put(Gala.with(Gala.order(1, Gala.adults(size)), OrderState.CONFIRMED, ticket -> ticket));

    OrderCheckedIn all =
        assertInstanceOf(
            OrderCheckedIn.class, group("o1", Map.of("adult", size), Gala.scan("p", null)));

    assertEquals(size, all.checkins().size());
    assertEquals(size, gala.count(Gala.EVERYONE));
  }

  @Test
  void idempotencyKey_replays_isRefusedForAnother_andBelongsToItsToken() {
    gala.put(Gala.order(1, "adult", "adult"));
    CheckinOutcome first = scan(Gala.MAIN, "t10000", Gala.scan("phone", "k1"));

    assertInstanceOf(CheckedIn.class, first);
    assertEquals(first, scan(Gala.MAIN, "t10000", Gala.scan("phone", "k1")));
    Scan other = keyed(clock.instant(), "k1");
    assertEquals(new CheckinOutcome.KeyReused(), scan(Gala.MAIN, "t10001", other));
    assertInstanceOf(
        AlreadyCheckedIn.class, scan(Gala.MAIN, "t10000", Gala.scan("other phone", "k1")));
    assertEquals(1, gala.count(Gala.MAIN));
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT11M", "PT25H", "P400D"})
  void idempotencyKey_replaysAtAnyLaterTime(Duration later) {
    Instant start = Instant.parse("2026-06-01T18:00:00Z");
    Order order = Gala.order(1, "adult", "adult", "adult");
    gala.put(order);
    CheckinOutcome ticket = scan(at(start), Gala.MAIN, "t10000", keyed(start, "k1"));
    CheckinOutcome group = group(at(start), "o1", Map.of("adult", 2), keyed(start, "k2"));
    gala.put(
        Gala.with(order, OrderState.CANCELLED, old -> Gala.with(old, TicketState.VOID, "vip")));

    Instant now = start.plus(later);

    assertEquals(ticket, scan(at(now), Gala.MAIN, "t10000", keyed(now, "k1")));
    assertEquals(group, group(at(now), "o1", Map.of("adult", 2), keyed(now, "k2")));
    AlreadyCheckedIn already =
        assertInstanceOf(
            AlreadyCheckedIn.class, scan(at(now), Gala.MAIN, "t10000", keyed(now, "k3")));
    assertEquals(later.toSeconds(), already.secondsSince());
  }

  private CheckinStore at(Instant time) {
    return table.stores(Clock.fixed(time, ZoneOffset.UTC)).checkins();
  }

  private static Scan keyed(Instant now, String key) {
    IdempotencyKey its = new IdempotencyKey(key, "request", false);
    return new Scan(Mode.LIVE, "phone", true, true, null, its, now.plusSeconds(10));
  }
}
