package io.doorlist.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.AdmittedOrder;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.OrderSummary;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.door.Reason;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Write;
import io.doorlist.testing.Call;
import io.doorlist.testing.CountingEngine;
import io.doorlist.testing.DyingEngine;
import io.doorlist.testing.Effort;
import io.doorlist.testing.Gala;
import io.doorlist.testing.Imports;
import io.doorlist.testing.Meanwhile;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ImportStoreTest extends ImportFixture {
  @Test
  void sameOrderTwice_changesNothing_andWritesNothing() {
    CountingEngine counting = new CountingEngine(table.engine());
    ImportStore importer = Imports.into(stores(counting));
    Order order = Gala.order(1, "adult", "vip");

    assertEquals(ImportOutcome.CREATED, Imports.put(importer, Gala.ACCOUNT, Gala.EVENT, order));
    importer.settle();
    counting.spent();
    assertEquals(ImportOutcome.UNCHANGED, Imports.put(importer, Gala.ACCOUNT, Gala.EVENT, order));
    importer.settle();
    assertEquals(0, counting.spent().writes());

    assertEquals(order, find(1));
    assertEquals(List.of(10000L), tickets(Gala.MAIN));
    assertEquals(List.of(10001L), tickets(Gala.VIP));
    assertEquals(List.of(10000L, 10001L), tickets(Gala.EVERYONE));
    assertEquals(
        List.of(new AdmittedOrder("o1", "R1", 1, new TreeMap<>(Map.of("adult", 1, "vip", 1)))),
        orders(Gala.EVERYONE));
  }

  @Test
  void newOrders_shareTransactions_andNoOtherOnes() {
    AtomicInteger seen = new AtomicInteger();
    Meanwhile client = new Meanwhile(table.engine());
    client.before(request -> writesAnOrder(request) && seen.incrementAndGet() < 0, () -> {});
    ImportStore importer = Imports.into(stores(client));
    List<Order> orders = IntStream.rangeClosed(1, 12).mapToObj(id -> order(id, 1)).toList();

    assertEquals(
        Collections.nCopies(12, ImportOutcome.CREATED),
        importer.putOrders(Gala.ACCOUNT, Gala.EVENT, orders));
    assertEquals(6, seen.getAndSet(0));

    importer.putOrders(
        Gala.ACCOUNT,
        Gala.EVENT,
        orders.stream().map(each -> later(each, 1, each.tickets())).toList());
    assertEquals(12, seen.get());
  }

  private static boolean writesAnOrder(Call<?> call) {
    String order = TableSchema.order(Gala.ACCOUNT, Gala.EVENT, 1).pk().replace("1", "");
    return call instanceof Call.Transact
        && call.writes().stream()
            .anyMatch(each -> each instanceof Write.Put && each.key().pk().startsWith(order));
  }

  @Test
  void olderOrder_neverOverwritesANewerOne() {
    Order old = Gala.order(1, "adult");
    Order newer = Gala.with(old, OrderState.CANCELLED, ticket -> ticket);
    gala.put(newer);

    assertEquals(ImportOutcome.UNCHANGED, gala.put(old));

    assertEquals(newer, find(1));
  }

  @Test
  void changedOrder_movesInAndOutOfLists_andKeepsCheckins() {
    Order order = Gala.order(1, "adult", "adult", "vip");
    gala.put(order);
    gala.put(Gala.order(2, "adult"));
    CheckinOutcome in = checkIn(stores, Gala.MAIN, "t10000");

    Order changed =
        Gala.with(
            order,
            OrderState.CONFIRMED,
            ticket ->
                ticket.id() == 10000
                    ? Gala.with(ticket, TicketState.VOID, "adult")
                    : ticket.id() == 10001 ? Gala.with(ticket, TicketState.VALID, "vip") : ticket);
    assertEquals(ImportOutcome.CHANGED, gala.put(changed));

    assertEquals(List.of(20000L), tickets(Gala.MAIN));
    assertEquals(List.of(10002L, 10001L), tickets(Gala.VIP));
    assertEquals(
        List.of(new AdmittedOrder("o2", "R2", 2, new TreeMap<>(Map.of("adult", 1)))),
        orders(Gala.MAIN));
    assertEquals(new TreeMap<>(Map.of("vip", 2)), orders(Gala.VIP).getFirst().ticketTypes());
    assertInstanceOf(CheckinOutcome.CheckedIn.class, in);
    assertEquals(1, gala.count(Gala.MAIN));

    Order cancelled = Gala.with(changed, OrderState.CANCELLED, ticket -> ticket);
    assertEquals(ImportOutcome.CHANGED, gala.put(cancelled));
    assertEquals(List.of(20000L), tickets(Gala.EVERYONE));
    assertEquals(List.of(), orders(Gala.VIP));

    Order back = Gala.with(cancelled, OrderState.CONFIRMED, ticket -> ticket);
    assertEquals(ImportOutcome.CHANGED, gala.put(back));
    assertEquals(List.of(20000L, 10001L, 10002L), tickets(Gala.EVERYONE));
  }

  static IntStream sizesOfOrders() {
    return Effort.first(2, 30, 130, 1000);
  }

  @ParameterizedTest
  @MethodSource("sizesOfOrders")
  void largeOrder_changesAsAWhole(int size) {
    Order order = order(1, size);

    assertEquals(ImportOutcome.CREATED, gala.put(order));
    assertEquals(ImportOutcome.UNCHANGED, gala.put(order));
    assertEquals(size, count(Gala.EVERYONE));

    Order changed =
        Gala.with(
            order,
            OrderState.CONFIRMED,
            ticket -> ticket.id() % 2 == 0 ? Gala.with(ticket, TicketState.VOID, "adult") : ticket);
    assertEquals(ImportOutcome.CHANGED, gala.put(changed));
    assertEquals(size / 2, count(Gala.EVERYONE));
    assertEquals(ImportOutcome.UNCHANGED, gala.put(changed));
    assertEquals(changed, find(1));
    assertEquals(
        new CheckinOutcome.NotAdmissible(Reason.VOID, List.of()).of(10_000),
        checkIn(stores, Gala.MAIN, "t10000"));
  }

  static IntStream writesBeforeTheEnd() {
    return Effort.first(2, 2, 7, 1, 3, 5, 13, 21, 34);
  }

  @ParameterizedTest
  @MethodSource("writesBeforeTheEnd")
  void cutOffRun_isFinishedByTheNext_whereverItWasCutOff(int writes) {
    int tickets = Effort.of(130, 200);
    Order order = order(1, tickets);
    Order changed =
        Gala.with(
            order,
            OrderState.CONFIRMED,
            ticket -> ticket.id() % 3 == 0 ? Gala.with(ticket, TicketState.VALID, "vip") : ticket);
    cutOffAfter(writes, order);
    gala.put(order);
    cutOffAfter(writes, changed);
    gala.put(changed);
    gala.importer().settle();

    assertEquals(changed, find(1));
    assertEquals(tickets, tickets(Gala.EVERYONE).stream().distinct().count());
    assertEquals(tickets, count(Gala.EVERYONE));
    assertEquals(tickets - changedTypes(changed), count(Gala.MAIN));
    assertEquals(changedTypes(changed), count(Gala.VIP));
    assertEquals(ImportOutcome.UNCHANGED, gala.put(changed));
  }

  private static long changedTypes(Order order) {
    return order.tickets().stream().filter(ticket -> ticket.ticketType().equals("vip")).count();
  }

  private void cutOffAfter(int writes, Order order) {
    DyingEngine.kills(() -> put(new DyingEngine(table.engine(), writes), order));
  }

  @Test
  void list_isFormedAnew_whenItsTypesChange_andWhenItComesLate() {
    gala.put(Gala.order(1, "adult", "vip"));
    gala.put(Gala.order(2, "vip"));

    assertEquals(ImportOutcome.CHANGED, gala.list(Gala.MAIN, "vip"));
    assertEquals(List.of(10001L, 20000L), tickets(Gala.MAIN));
    assertEquals(new TreeMap<>(Map.of("vip", 1)), orders(Gala.MAIN).getFirst().ticketTypes());

    assertEquals(ImportOutcome.CHANGED, gala.list(Gala.MAIN, "vip", "adult"));
    assertEquals(List.of(10001L, 20000L, 10000L), tickets(Gala.MAIN));
    assertEquals(
        new TreeMap<>(Map.of("adult", 1, "vip", 1)), orders(Gala.MAIN).getFirst().ticketTypes());

    assertEquals(ImportOutcome.CREATED, gala.list(9, "adult"));
    assertEquals(List.of(10000L), tickets(9));
    assertEquals(ImportOutcome.UNCHANGED, gala.list(9, "adult"));
  }

  @Test
  void refusals_nameTheField_andWriteNothing() {
    gala.put(Gala.order(1, "adult", "adult"));
    Order other = Gala.order(2, "adult");

    assertEquals("tickets[0].id", refusedField(copy(other, Gala.ticket(10000, "adult"))));
    Ticket sameCode = Gala.ticket(20000, "adult").withQrCodeIdentifier("t10001");
    assertEquals("tickets[0].qr_code_identifier", refusedField(copy(other, sameCode)));
    assertEquals(
        "tickets[0].qr_code_identifier",
        refusedField(copy(other, Gala.ticket(20000, "adult").withQrCodeIdentifier("o2"))));
    assertEquals("tickets[0].ticket_type", refusedField(copy(other, Gala.ticket(20000, "none"))));
    assertEquals("event", Imports.put(gala.importer(), Gala.ACCOUNT, "nowhere", other).field());
    assertEquals("account", refusedEvent("nobody", 1, "party"));
    assertEquals("slug", refusedEvent(Gala.ACCOUNT, 7, "other"));
    assertEquals("slug", refusedEvent(Gala.ACCOUNT, 8, Gala.EVENT));
    assertEquals("ticket_types", refusedEvent(Gala.ACCOUNT, 7, Gala.EVENT));
    assertEquals("ticket_types", gala.list(4, "nosuch").field());
    assertEquals(2, count(Gala.MAIN));
    assertEquals(
        List.of(1L),
        stores.orders().list(Gala.ACCOUNT, Gala.EVENT, Mode.LIVE, Gala.ALL).items().stream()
            .map(OrderSummary::id)
            .toList());
  }

  private String refusedEvent(String account, long id, String slug) {
    return gala.importer().putEvent(new Event(account, id, slug, "Gala", List.of())).field();
  }

  private String refusedField(Order order) {
    ImportOutcome outcome = gala.put(order);
    assertEquals(ImportOutcome.Kind.REFUSED, outcome.kind());
    return outcome.field();
  }

  private static Order copy(Order order, Ticket ticket) {
    return order.with(order.qrCodeIdentifier(), List.of(ticket));
  }

  @Test
  void codes_areMadeWhereThereAreNone_andStay() {
    Order without =
        Gala.with(
            Gala.order(1, "adult"),
            OrderState.CONFIRMED,
            ticket -> ticket.withQrCodeIdentifier(null));
    gala.put(without);
    String made = orders(Gala.MAIN).getFirst().qrCodeIdentifier();
    String code = ticketCode(1);

    assertEquals("o1", made);
    assertEquals(32, code.length());
    assertEquals(ImportOutcome.UNCHANGED, gala.put(without));
    Order changed = Gala.with(without, OrderState.CONFIRMED, ticket -> ticket);
    assertEquals(ImportOutcome.CHANGED, gala.put(changed));
    assertEquals(code, ticketCode(1));
  }

  /** Returns the code of an order's first ticket. */
  private String ticketCode(long order) {
    return find(order).tickets().getFirst().qrCodeIdentifier();
  }
}
