package io.doorlist.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.NotFoundException;
import io.doorlist.domain.checkin.CheckinOutcome.AlreadyCheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedIn;
import io.doorlist.domain.desk.Guest;
import io.doorlist.domain.desk.GuestEdit;
import io.doorlist.domain.desk.GuestEditOutcome;
import io.doorlist.domain.order.Correction;
import io.doorlist.domain.order.Customer;
import io.doorlist.domain.order.Erasure;
import io.doorlist.domain.order.GuestField;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.door.AddedGuest;
import io.doorlist.door.Reason;
import io.doorlist.store.guest.GuestStore;
import io.doorlist.table.Engine;
import io.doorlist.testing.Gala;
import io.doorlist.testing.Meanwhile;
import io.doorlist.testing.OrderBuilder;
import io.doorlist.testing.TicketBuilder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What staff change about a guest holds until the source says something new. */
class GuestEditsTest extends ImportFixture {
  private static final long ID = 10_000;
  private static final String KEY = "0b6fd7a2-6d0e-4a3e-8a6d-5b0f7f6b2c14";
  private static final String OTHER_KEY = "00000000-0000-4000-8000-000000000001";
  private static final String CODE = new AddedGuest(KEY).replacement(ID);

  private final Order source = Gala.order(1, "adult", "adult");

  GuestEditsTest() {
    gala.put(source);
  }

  private GuestEditOutcome edit(Engine engine, long ticket, GuestEdit edit) {
    return new GuestEdits(table.access(engine))
        .edit(gala.definition(), Mode.LIVE, ticket, edit, "Desk 1", Instant.now().plusSeconds(60));
  }

  private Guest done(long ticket, GuestEdit edit) {
    return assertInstanceOf(GuestEditOutcome.Done.class, edit(table.engine(), ticket, edit))
        .guest();
  }

  private void refused(GuestEditOutcome.Reason reason, long ticket, GuestEdit edit) {
    assertEquals(new GuestEditOutcome.Refused(reason), edit(table.engine(), ticket, edit));
  }

  private static GuestEdit correct(GuestField field, String value) {
    Map<GuestField, String> values = new HashMap<>();
    values.put(field, value);
    return new GuestEdit.Correct(values);
  }

  private static GuestEdit named(String name) {
    return correct(GuestField.NAME, name);
  }

  private Ticket stored(long ticket) {
    return find(ticket / 10_000).tickets().stream()
        .filter(each -> each.id() == ticket)
        .findFirst()
        .orElseThrow();
  }

  /** Brings the order as its source has it later, with the first ticket changed. */
  private ImportOutcome comes(int seconds, UnaryOperator<TicketBuilder> change) {
    Ticket first = source.tickets().getFirst();
    Ticket second = source.tickets().get(1);
    return gala.put(
        later(source, seconds, List.of(change.apply(TicketBuilder.like(first)).build(), second)));
  }

  @Test
  void correction_isShownEverywhere_andTheSourcesTimesStay() {
    GuestStore guests = new GuestStore(stores.table());
    String version = guests.since(gala.definition(), Mode.LIVE, null, deadline()).version();

    Guest guest = done(ID, named("Ada Right"));

    assertEquals("Ada Right", guest.ticket().name());
    assertEquals(source.updatedAt(), guest.order().updatedAt());
    assertEquals(source.tickets().getFirst().updatedAt(), guest.ticket().updatedAt());
    assertEquals(
        List.of("Ada Right", "Guest 10001"),
        guests.since(gala.definition(), Mode.LIVE, version, deadline()).guests().stream()
            .map(each -> each.ticket().name())
            .toList());
    assertEquals(
        "Ada Right", assertInstanceOf(CheckedIn.class, checkIn("t10000")).checkin().ticketName());
  }

  @Test
  void correction_survivesTheSameValue_andGivesWayToAnother() {
    done(ID, named("Ada Right"));
    done(ID, correct(GuestField.NOTE, "call Anna"));

    comes(10, each -> each.email("new@example.org"));

    assertEquals("Ada Right", stored(ID).name());
    assertEquals("new@example.org", stored(ID).email());
    comes(20, each -> each.name("Grace"));
    assertEquals("Grace", stored(ID).name());
    assertEquals("call Anna", stored(ID).note().text());
    // Who changed the name is known, and nothing of what it was.
    assertEquals(
        List.of(false, true),
        stored(ID).corrections().all().stream().map(Correction::inForce).toList());
    comes(30, each -> each);
    assertEquals("Guest 10000", stored(ID).name());
  }

  @Test
  void sameVersion_changesNothing_afterACorrection() {
    done(ID, named("Ada Right"));
    done(ID, correct(GuestField.COMPANY, "Right Works"));

    assertEquals(ImportOutcome.UNCHANGED, gala.put(source));
    assertEquals("Right Works", find(1).customer().companyName());
  }

  @Test
  void company_isTheOrders_andGivesWayInTheSameWay() {
    done(ID, correct(GuestField.COMPANY, "Right Works"));

    gala.put(later(source, 10, source.tickets()));
    assertEquals("Right Works", find(1).customer().companyName());
    Customer other =
        new Customer(null, null, null, null, "Other", null, Customer.UNKNOWN.address());
    gala.put(
        OrderBuilder.like(source).of(other).updated(source.updatedAt().plusSeconds(20)).build());
    assertEquals("Other", find(1).customer().companyName());
  }

  /** A correction has no part in which version of a source is later. */
  @Test
  void cancellation_counts_thoughItWasMadeBeforeTheCorrection() {
    done(ID, named("Ada Right"));

    gala.put(Gala.with(source, OrderState.CANCELLED, each -> each));

    assertEquals(OrderState.CANCELLED, find(1).state());
    assertEquals("Ada Right", stored(ID).name());
    assertEquals(0, count(Gala.MAIN));
  }

  @Test
  void correction_ofACorrection_replacesWhatTheSourceSays() {
    done(ID, named("Ada Wrong"));
    done(ID, named("Ada Right"));

    comes(10, each -> each);
    assertEquals("Ada Right", stored(ID).name());
    done(ID, named("Guest 10000"));
    comes(20, each -> each);
    assertEquals("Guest 10000", stored(ID).name());
    assertEquals(3, stored(ID).corrections().all().size());
  }

  @Test
  void whatIsSoAlready_isNotWritten() {
    done(ID, named("Ada Right"));
    Order before = find(1);

    done(ID, named("Ada Right"));

    assertEquals(before, find(1));
  }

  @Test
  void correction_goesWithATicket_thatMovesToAnotherOrder() {
    done(ID, named("Ada Right"));
    done(ID, new GuestEdit.ReplaceCode(KEY));
    Ticket moved = source.tickets().getFirst();

    gala.put(
        OrderBuilder.order(2)
            .tickets(List.of(moved))
            .updated(source.updatedAt().plusSeconds(9))
            .build());

    Ticket there = find(2).tickets().getFirst();
    assertEquals(List.of("Ada Right", CODE), List.of(there.name(), there.qrCodeIdentifier()));
    assertInstanceOf(CheckedIn.class, checkIn(CODE));
  }

  /**
   * An export has values and what they replaced; the latest correction wins, whatever comes last.
   */
  @Test
  void export_bringsCorrections_andTheLatestWins() {
    done(ID, named("Ada Wrong"));
    Order early = find(1);
    done(ID, named("Ada Right"));
    Order late = find(1);

    assertEquals(ImportOutcome.UNCHANGED, gala.put(late));
    assertEquals(ImportOutcome.UNCHANGED, gala.put(early));
    assertEquals(late, find(1));

    ImportFixture other = new ImportFixture() {};
    other.gala.put(source);
    other.gala.put(early);
    other.gala.put(late);
    assertEquals(late, other.find(1));
    other.gala.put(source);
    assertEquals(late, other.find(1));
  }

  @Test
  void badge_isNotedOnce_staysWithLaterVersions_andIsNeverPrintedInTheFuture() {
    Instant now = table.access(table.engine()).clock().instant().truncatedTo(ChronoUnit.MILLIS);
    Instant earlier = now.minusSeconds(60);

    done(ID, new GuestEdit.PrintBadge(earlier));
    Order once = find(1);
    done(ID, new GuestEdit.PrintBadge(earlier));
    assertEquals(once, find(1));
    assertEquals(Optional.of(earlier), stored(ID).badgedAt());
    assertEquals(Optional.empty(), stored(ID + 1).badgedAt());
    comes(10, each -> each.name("Grace"));
    assertEquals(Optional.of(earlier), stored(ID).badgedAt());

    done(ID, new GuestEdit.PrintBadge(now.plusSeconds(3600)));
    assertFalse(stored(ID).badgedAt().orElseThrow().isAfter(now.plusSeconds(60)));
    assertEquals(2, stored(ID).corrections().all().size());
  }

  @Test
  void void_isForGuestsWhomADeskAdded_unlessAnyMayBe() {
    refused(GuestEditOutcome.Reason.NOT_ADDED, ID, new GuestEdit.MakeVoid(false));
    assertEquals(2, count(Gala.MAIN));

    Guest guest = done(ID, new GuestEdit.MakeVoid(true));
    Order once = find(1);
    done(ID, new GuestEdit.MakeVoid(true));

    assertEquals(TicketState.VOID, guest.ticket().state());
    assertEquals(once, find(1));
    assertEquals(1, count(Gala.MAIN));
    assertRefused(Reason.VOID, checkIn("t10000"));
  }

  @Test
  void void_staysUntilTheSourceHasSaidSoItself() {
    done(ID, new GuestEdit.MakeVoid(true));

    comes(10, each -> each);
    assertEquals(TicketState.VOID, stored(ID).state());
    comes(20, each -> each.in(TicketState.VOID));
    comes(30, each -> each);
    assertEquals(TicketState.VALID, stored(ID).state());
    assertInstanceOf(CheckedIn.class, checkIn("t10000"));
  }

  @Test
  void newCode_revokesTheOld_andWhoIsInStaysIn() {
    assertInstanceOf(CheckedIn.class, checkIn("t10000"));

    Guest guest = done(ID, new GuestEdit.ReplaceCode(KEY));

    assertEquals(CODE, guest.ticket().qrCodeIdentifier());
    assertEquals(Set.of(Gala.EVERYONE), guest.checkedIn().keySet());
    assertRefused(Reason.REVOKED, checkIn("t10000"));
    assertInstanceOf(AlreadyCheckedIn.class, checkIn(CODE));
    assertEquals(1, doors.count(Gala.EVERYONE));
  }

  @Test
  void newCode_isTheSame_whenItsKeyComesAgain_andNoLongerOnceAnotherReplacedIt() {
    done(ID, new GuestEdit.ReplaceCode(KEY));
    Order once = find(1);
    done(ID, new GuestEdit.ReplaceCode(KEY));
    assertEquals(once, find(1));

    String other = done(ID, new GuestEdit.ReplaceCode(OTHER_KEY)).ticket().qrCodeIdentifier();

    assertEquals(other, done(ID, new GuestEdit.ReplaceCode(KEY)).ticket().qrCodeIdentifier());
    assertRefused(Reason.REVOKED, checkIn(CODE));
    assertInstanceOf(CheckedIn.class, checkIn(other));
    // Of another ticket the key makes another code.
    assertFalse(
        List.of(CODE, other)
            .contains(done(ID + 1, new GuestEdit.ReplaceCode(KEY)).ticket().qrCodeIdentifier()));
  }

  @Test
  void newCode_survivesTheShopsOldOne_andGivesWayToANewOne() {
    done(ID, new GuestEdit.ReplaceCode(KEY));

    comes(10, each -> each.name("Grace"));
    assertEquals(CODE, stored(ID).qrCodeIdentifier());
    assertRefused(Reason.REVOKED, checkIn("t10000"));
    comes(20, each -> each.code("reissued"));
    assertRefused(Reason.REVOKED, checkIn(CODE));
    assertRefused(Reason.REVOKED, checkIn("t10000"));
    assertInstanceOf(CheckedIn.class, checkIn("reissued"));
  }

  @Test
  void newCode_stays_whereASourceLeavesCodesToUs() {
    done(ID, new GuestEdit.ReplaceCode(KEY));

    comes(10, each -> each.code(null));
    comes(20, each -> each.code(null).name("Grace"));

    assertEquals(CODE, stored(ID).qrCodeIdentifier());
  }

  @Test
  void voidTicket_getsNoNewCode() {
    done(ID, new GuestEdit.MakeVoid(true));

    refused(GuestEditOutcome.Reason.VOID, ID, new GuestEdit.ReplaceCode(KEY));
  }

  @Test
  void forgotten_areNotCorrected_andNothingIsLeftOfEither() {
    done(ID, named("Ada Right"));
    done(ID, correct(GuestField.EMAIL, "ada@example.org"));
    done(ID, correct(GuestField.COMPANY, "Right Works"));
    done(ID, new GuestEdit.ReplaceCode(KEY));

    forget(Set.of());

    refused(GuestEditOutcome.Reason.FORGOTTEN, ID, named("Ada"));
    for (String left : List.of("Ada Right", "Guest 10000", "ada@", "right", "Works")) {
      assertTrue(table.items().stream().noneMatch(item -> item.toString().contains(left)), left);
    }
    comes(10, each -> each.name("Guest 10000"));
    assertEquals(CODE, stored(ID).qrCodeIdentifier());
    assertTrue(table.items().stream().noneMatch(item -> item.toString().contains("Guest 10000")));
  }

  @Test
  void oneTicketForgotten_leavesTheCorrectionsOfOthers() {
    done(ID, named("Ada Right"));
    done(ID + 1, named("Bo Right"));

    forget(Set.of(ID));

    comes(10, each -> each);
    assertEquals("Bo Right", stored(ID + 1).name());
    assertTrue(table.items().stream().noneMatch(item -> item.toString().contains("Ada Right")));
    assertTrue(table.items().stream().noneMatch(item -> item.toString().contains("Guest 10000")));
  }

  private void forget(Set<Long> tickets) {
    ErasureStore erasures = new ErasureStore(stores.table(), false);
    Erasure erasure = erasures.ask(Gala.EVENT, 1, tickets);
    erasures.begin(Gala.ACCOUNT, erasure);
    erasures.forget(gala.definition(), erasure);
  }

  @Test
  void edit_ofATicketThatIsNotThere_isNotFound() {
    assertThrows(NotFoundException.class, () -> edit(table.engine(), 7, named("Ada")));
    gala.put(OrderBuilder.order(3, "adult").in(Mode.TEST).build());
    assertThrows(NotFoundException.class, () -> edit(table.engine(), 30_000, named("Ada")));
  }

  @Test
  void edit_ofALargeOrder_changesOneTicket() {
    gala.put(order(4, LARGE));

    done(40_069, named("Ada Right"));
    String code = done(40_069, new GuestEdit.ReplaceCode(KEY)).ticket().qrCodeIdentifier();

    assertEquals(
        "Ada Right", assertInstanceOf(CheckedIn.class, checkIn(code)).checkin().ticketName());
    assertRefused(Reason.REVOKED, checkIn("t40069"));
    assertEquals("Guest 40068", stored(40_068).name());
  }

  @Test
  void edit_isDoneOnce_whereverItIsCutOff() {
    for (boolean answered : new boolean[] {false, true}) {
      int cut = 0;
      int calls = 0;
      do {
        int at = calls++;
        String key = "00000000-0000-4000-800%d-%012d".formatted(answered ? 1 : 0, calls);
        Engine dying = Meanwhile.cutOff(table.engine(), at, answered);
        try {
          edit(dying, ID, new GuestEdit.ReplaceCode(key));
        } catch (CancellationException e) {
          cut++;
        }
        Ticket after = done(ID, new GuestEdit.ReplaceCode(key)).ticket();
        assertEquals(new AddedGuest(key).replacement(ID), after.qrCodeIdentifier());
        assertEquals(2, count(Gala.MAIN));
      } while (cut == calls);
      assertTrue(calls > 5, () -> "every call is cut once");
    }
  }

  @Test
  void edit_andTheSourcesNextVersion_bothCount_whereverTheyMeet() {
    boolean met = true;
    for (int calls = 0; met; calls++) {
      int at = calls;
      int[] call = {0};
      String name = "Ada " + calls;
      Meanwhile racing = new Meanwhile(table.engine());
      racing.before(
          any -> call[0]++ == at, () -> comes(at + 1, each -> each.email(at + "@example.org")));

      edit(racing, ID, named(name));

      met = racing.happened();
      assertEquals(name, stored(ID).name());
      if (met) {
        assertEquals(at + "@example.org", stored(ID).email());
      }
    }
  }

  private static Instant deadline() {
    return Instant.now().plusSeconds(60);
  }
}
