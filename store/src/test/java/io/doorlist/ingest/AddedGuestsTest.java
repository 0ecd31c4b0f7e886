package io.doorlist.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.AlreadyCheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedIn;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.UndoRequest;
import io.doorlist.domain.desk.AddGuestOutcome;
import io.doorlist.domain.desk.AddGuestOutcome.Added;
import io.doorlist.domain.desk.NewGuest;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.DeskTerms;
import io.doorlist.domain.order.Erasure;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.token.Role;
import io.doorlist.door.AddedGuest;
import io.doorlist.table.Engine;
import io.doorlist.testing.Gala;
import io.doorlist.testing.Imports;
import io.doorlist.testing.Meanwhile;
import io.doorlist.testing.OrderBuilder;
import io.doorlist.testing.TicketBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

/** One key adds one guest, whatever happens to the requests. */
class AddedGuestsTest extends ImportFixture {
  private static final String KEY = "0b6fd7a2-6d0e-4a3e-8a6d-5b0f7f6b2c14";
  private static final AddedGuest DERIVED = new AddedGuest(KEY);

  AddedGuestsTest() {
    allow(100);
  }

  private void allow(int perHour) {
    DeskTerms terms = new DeskTerms(new DeskTerms.AddGuests(List.of("adult"), perHour));
    Imports.into(stores).putEvent(Gala.event().with(terms));
  }

  private static NewGuest guest(String key, int companions) {
    return new NewGuest(
        key, "request", "Grace", "adult", companions, "g@example.org", null, null, "call Anna");
  }

  private static Scan scan(boolean online) {
    return new Scan(
        Mode.LIVE, "desk", "Desk 1", online, false, null, null, Instant.now().plusSeconds(60));
  }

  private AddGuestOutcome add(Engine engine, NewGuest guest, long list, boolean online) {
    CheckinList on = list == 0 ? null : gala.list(list);
    return new AddedGuests(table.access(engine)).add(gala.definition(), guest, on, scan(online));
  }

  private Added add(int companions, long list) {
    return assertInstanceOf(Added.class, add(table.engine(), guest(KEY, companions), list, true));
  }

  @Test
  void add_makesAnOrderAndLetsItIn() {
    Added added = add(1, Gala.MAIN);

    Order order = find(DERIVED.orderId());
    assertEquals(DERIVED.orderReference(), order.reference());
    assertEquals(List.of("Grace", "Grace +1"), order.tickets().stream().map(Ticket::name).toList());
    assertEquals(DERIVED.ticketCode(2), order.tickets().get(1).qrCodeIdentifier());
    assertEquals("call Anna", order.tickets().getFirst().note().text());
    assertEquals("Desk 1", order.desk().added().by());
    assertEquals(added.checkins().reversed(), doors.checkins(Gala.MAIN));
    assertEquals(
        List.of(DERIVED.ticketId(1), DERIVED.ticketId(2)),
        added.checkins().stream().map(Checkin::ticketId).toList());
    assertEquals(Set.of(Gala.MAIN), added.guests().getFirst().checkedIn().keySet());
    isThereOnce(2, true);
  }

  @Test
  void add_returnsTheSame_whenItIsRepeated_alsoOnceUndone() {
    Added first = add(1, Gala.MAIN);

    assertEquals(first, add(1, Gala.MAIN));
    UndoRequest undo =
        new UndoRequest(Mode.LIVE, "desk", "Desk 1", Role.DESK, Instant.now().plusSeconds(60));
    doors.undo(Gala.MAIN, first.checkins().getFirst().id(), undo);
    assertEquals(first.checkins(), add(1, Gala.MAIN).checkins());
    assertEquals(1, doors.count(Gala.MAIN));
  }

  @Test
  void add_refusesAKey_ofAnotherRequest() {
    add(0, 0);

    NewGuest other = new NewGuest(KEY, "other", "Alan", "adult", 0, null, null, null, null);

    assertInstanceOf(AddGuestOutcome.KeyReused.class, add(table.engine(), other, 0, true));
    assertEquals("Grace", find(DERIVED.orderId()).tickets().getFirst().name());
  }

  @Test
  void ticket_opensTheDoorLater_byTheCodeOfItsKey() {
    add(0, 0);

    Scan scan = Gala.scan("phone", null);

    assertInstanceOf(CheckedIn.class, doors.enter(Gala.MAIN, DERIVED.ticketCode(1), scan));
    assertInstanceOf(AlreadyCheckedIn.class, doors.enter(Gala.MAIN, DERIVED.ticketCode(1), scan));
  }

  @Test
  void add_addsNobody_whomTheListRefuses() {
    AddGuestOutcome outcome = add(table.engine(), guest(KEY, 1), Gala.VIP, true);

    CheckinOutcome refusal = assertInstanceOf(AddGuestOutcome.Refused.class, outcome).refusal();
    assertEquals("wrong_list", refusal.refusalWord().orElseThrow());
    assertTrue(stores.orders().find(Gala.ACCOUNT, Gala.EVENT, DERIVED.orderId()).isEmpty());
    assertEquals(List.of(), doors.log(Gala.VIP, Mode.LIVE));
  }

  @Test
  void add_recordsAsWrong_whomTheListRefusesAndTheDeviceLetIn() {
    Added added =
        assertInstanceOf(Added.class, add(table.engine(), guest(KEY, 1), Gala.VIP, false));

    assertEquals("wrong_list", added.reason());
    assertEquals(List.of(), added.checkins());
    assertEquals(
        List.of(Happening.Type.WRONG, Happening.Type.WRONG),
        doors.log(Gala.VIP, Mode.LIVE).stream().map(Happening::type).toList());
    assertEquals(added, add(table.engine(), guest(KEY, 1), Gala.VIP, false));
    assertEquals(2, doors.log(Gala.VIP, Mode.LIVE).size());
  }

  @Test
  void add_isOneGuest_whereverTheRequestIsCutOff() {
    int guests = 0;
    for (boolean answered : new boolean[] {false, true}) {
      int cut = 0;
      int calls = 0;
      do {
        String key = "00000000-0000-4000-800%d-%012d".formatted(answered ? 1 : 0, calls);
        int at = calls++;
        Engine dying = Meanwhile.cutOff(table.engine(), at, answered);
        try {
          add(dying, guest(key, 1), Gala.MAIN, true);
        } catch (CancellationException e) {
          cut++;
        }
        Added added =
            assertInstanceOf(Added.class, add(table.engine(), guest(key, 1), Gala.MAIN, true));
        guests += added.checkins().size();
        assertEquals(2, added.checkins().size());
        assertEquals(guests, doors.count(Gala.MAIN));
      } while (cut == calls);
      assertTrue(calls > 8, () -> "every call is cut once");
    }
    assertEquals(doors.count(Gala.MAIN), count(Gala.MAIN));
  }

  @Test
  void add_isOneGuest_whereverAnotherDeskSendsTheSame() {
    boolean met = true;
    for (int calls = 0; met; calls++) {
      String key = "00000000-0000-4000-8002-%012d".formatted(calls);
      int at = calls;
      int[] call = {0};
      Meanwhile racing = new Meanwhile(table.engine());
      Added[] other = new Added[1];
      racing.before(
          any -> call[0]++ == at,
          () -> other[0] = (Added) add(table.engine(), guest(key, 1), Gala.MAIN, false));

      Added mine = assertInstanceOf(Added.class, add(racing, guest(key, 1), Gala.MAIN, true));

      met = racing.happened();
      if (met) {
        assertEquals(other[0], mine);
      }
      assertEquals(2L * (calls + 1), doors.count(Gala.MAIN));
      assertEquals(2L * (calls + 1), count(Gala.MAIN));
    }
  }

  @Test
  void import_refusesOrdersThatClaimAnAddedGuest() {
    Added added = add(0, Gala.MAIN);
    Order theirs =
        OrderBuilder.order(DERIVED.orderId())
            .tickets(List.of(TicketBuilder.ticket(4, "adult").build()))
            .updated(Instant.now().plusSeconds(60))
            .build();
    Ticket ticket = TicketBuilder.ticket(DERIVED.ticketId(1), "adult").build();
    Ticket code = TicketBuilder.ticket(5, "adult").code(DERIVED.ticketCode(1)).build();

    ImportOutcome byId = gala.put(theirs);
    ImportOutcome byTicket = gala.put(later(2, ticket));
    ImportOutcome byCode = gala.put(later(3, code));

    for (ImportOutcome outcome : List.of(byId, byTicket, byCode)) {
      assertEquals(ImportOutcome.Kind.REFUSED, outcome.kind());
      assertTrue(outcome.reason().contains("a desk added"), outcome.reason());
    }
    assertEquals(added, add(0, Gala.MAIN));
  }

  private static Order later(long id, Ticket ticket) {
    return OrderBuilder.order(id)
        .tickets(List.of(ticket))
        .updated(Instant.now().plusSeconds(60))
        .build();
  }

  @Test
  void import_ofAnExportedAddedGuest_changesNothing() {
    add(0, Gala.MAIN);
    Order order = find(DERIVED.orderId());

    assertEquals(ImportOutcome.UNCHANGED, gala.put(order));
    Order other = Gala.order(1, "adult");
    gala.put(other);
    ImportOutcome claimed = gala.put(OrderBuilder.like(other).build().with(order.desk()));
    assertEquals(ImportOutcome.Kind.REFUSED, claimed.kind());
  }

  @Test
  void add_isSlowedDown_onceTheHourIsFull() {
    allow(2);

    add(1, 0);
    String other = "00000000-0000-4000-8000-000000000001";
    AddGuestOutcome outcome = add(table.engine(), guest(other, 0), 0, true);

    long wait = assertInstanceOf(AddGuestOutcome.TooMany.class, outcome).retryAfterSeconds();
    assertTrue(wait > 0 && wait <= 3600, () -> "" + wait);
    assertInstanceOf(Added.class, add(table.engine(), guest(KEY, 1), 0, true));
  }

  @Test
  void forget_erasesAnAddedGuest_andTheNamesInTheKeptAnswer() {
    add(1, Gala.MAIN);
    ErasureStore erasures = new ErasureStore(stores.table(), false);
    Erasure erasure = erasures.ask(Gala.EVENT, DERIVED.orderId(), Set.of());

    erasures.begin(Gala.ACCOUNT, erasure);
    erasures.forget(gala.definition(), erasure);

    Added again = add(1, Gala.MAIN);
    assertTrue(again.guests().stream().allMatch(each -> each.ticket().name() == null));
    assertTrue(again.checkins().stream().allMatch(each -> each.ticketName() == null));
    assertTrue(
        table.items().stream().noneMatch(item -> item.toString().contains("Grace")),
        "a name is left");
    assertTrue(
        table.items().stream().noneMatch(item -> item.toString().contains("Anna")),
        "a note is left");
  }

  @Test
  void event_keepsWhatADeskMayDo_ifASourceDoesNotSay() {
    Imports.into(stores).putEvent(Gala.event());

    assertEquals(100, gala.definition().event().deskTerms().addGuests().perHour());
  }

  /** Everything shows so many tickets of the order, and the door so many check-ins. */
  private void isThereOnce(int tickets, boolean in) {
    assertEquals(tickets, count(Gala.MAIN));
    assertEquals(in ? tickets : 0, doors.count(Gala.MAIN));
    assertEquals(
        1,
        stores.orders().list(Gala.ACCOUNT, Gala.EVENT, Mode.LIVE, Gala.ALL).items().stream()
            .filter(order -> order.id() == DERIVED.orderId())
            .count());
  }
}
