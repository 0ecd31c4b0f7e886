package io.doorlist.store.checkin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.AdmittedAgain;
import io.doorlist.domain.checkin.CheckinOutcome.AlreadyCheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedOut;
import io.doorlist.domain.checkin.CheckinOutcome.NotAdmissible;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.event.ListTerms;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.domain.order.TicketTerms;
import io.doorlist.door.CodeDigest;
import io.doorlist.door.DoorCopy;
import io.doorlist.door.ListFacts;
import io.doorlist.door.OfflineDoor;
import io.doorlist.door.Reason;
import io.doorlist.door.Reentry;
import io.doorlist.door.Verdict;
import io.doorlist.ingest.ImportOutcome;
import io.doorlist.store.checkin.copy.CopyPart;
import io.doorlist.testing.CountingEngine;
import io.doorlist.testing.Gala;
import io.doorlist.testing.OrderBuilder;
import io.doorlist.testing.Stores;
import io.doorlist.testing.TicketBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * If a list matches add-ons, a scan of the main ticket lets in the one add-on that the list admits.
 * Copies know this, too. "adult" is the main ticket, "vip" and "child" are add-ons.
 */
class AddonsTest extends PassageFixture {
  private static final long DINNER = 21;
  private static final long BOTH = 22;

  private final Copied copied = new Copied();

  @BeforeEach
  void open() {
    list(DINNER, true, "vip");
    list(BOTH, true, "vip", "child");
    gala.put(order(1, ticket(10, "adult", null), ticket(11, "vip", 10L), ticket(12, "child", 10L)));
  }

  @Test
  void mainTicket_letsItsAddonIn_once() {
    assertEquals(11, look(DINNER, "t10").ticketId());
    assertNull(look(DINNER, "t10").refusal());
    CheckedIn in = assertInstanceOf(CheckedIn.class, enter(DINNER, "t10"));
    assertEquals(11, in.checkin().ticketId());
    assertEquals("vip", in.type().slug());

    assertEquals(11, already(enter(DINNER, "t10")));
    assertEquals(11, already(enter(DINNER, "t11")));
    assertEquals(1, gala.count(DINNER));
  }

  @Test
  void severalAddons_areAmbiguous() {
    assertRefused(Reason.AMBIGUOUS, enter(BOTH, "t10"));
    assertRefused(Reason.AMBIGUOUS, look(BOTH, "t10").refusal());
    CheckinOutcome late = upload(BOTH, "t10", false, clock.instant());
    assertRefused(Reason.AMBIGUOUS, assertInstanceOf(AdmittedAgain.class, late).refusal());
    assertInstanceOf(CheckedIn.class, enter(BOTH, "t12"));
    assertEquals(1, gala.count(BOTH));
  }

  /** A list that admits the main ticket too; the order has its add-on first. */
  @Test
  void ambiguousCode_namesTheMainTicket() {
    list(23, true, "adult", "vip");
    gala.put(order(5, ticket(51, "vip", 52L), ticket(52, "adult", null)));

    assertEquals(
        new CheckinOutcome.NotAdmissible(Reason.AMBIGUOUS, List.of()).of(52), enter(23, "t52"));
  }

  @Test
  void oneThatIsValidNow_isMeant() {
    Instant now = clock.instant();
    gala.put(
        order(
            2,
            ticket(20, "adult", null),
            ticket(21, "vip", 20L, now.minusSeconds(60), now.minusSeconds(30)),
            ticket(22, "child", 20L, now.minusSeconds(30), now.plusSeconds(60))));

    assertEquals(22, assertInstanceOf(CheckedIn.class, enter(BOTH, "t20")).checkin().ticketId());

    clock.pass(Duration.ofMinutes(5));

    assertEquals(22, already(enter(BOTH, "t20")));
  }

  @Test
  void voidAndBlockedAddons_areNotMeant() {
    Ticket blocked =
        TicketBuilder.like(ticket(32, "child", 30L))
            .on(new TicketTerms(null, null, "stolen", null, 30L))
            .build();
    gala.put(
        order(
            3,
            ticket(30, "adult", null),
            TicketBuilder.like(ticket(31, "vip", 30L)).in(TicketState.VOID).build(),
            blocked));
    assertRefused(Reason.WRONG_LIST, enter(DINNER, "t30"));
    assertRefused(Reason.BLOCKED, enter(BOTH, "t30"));

    gala.put(order(4, ticket(40, "adult", null), ticket(41, "vip", 40L), blocked(42, 40)));

    assertEquals(41, assertInstanceOf(CheckedIn.class, enter(BOTH, "t40")).checkin().ticketId());
  }

  @Test
  void listThatDoesNotMatch_refusesTheMainTicket_andReadsNoOrder() {
    assertRefused(Reason.WRONG_LIST, enter(Gala.VIP, "t10"));

    assertEquals(1, reads(Gala.VIP, "t11"));
    assertEquals(2, reads(DINNER, "t11"));
    assertEquals(3, reads(DINNER, "t10"));
  }

  @Test
  void exit_isTheAddons_andNeverRefused() {
    list(BOTH, true, Reentry.AFTER_EXIT, "vip", "child");
    enter(BOTH, "t11");
    clock.pass(Duration.ofMinutes(1));
    enter(BOTH, "t12");
    clock.pass(Duration.ofMinutes(1));

    Scan out = scan(true, null);
    CheckedOut first = assertInstanceOf(CheckedOut.class, doors.exit(BOTH, "t10", out));
    assertEquals("Guest 12", first.ticketName());
    assertEquals(first, doors.exit(BOTH, "t10", out));
    assertEquals("Guest 11", assertInstanceOf(CheckedOut.class, exit(BOTH, "t10")).ticketName());
    assertEquals(false, look(BOTH, "t11").inside());
    assertEquals(false, look(BOTH, "t12").inside());

    clock.pass(Duration.ofMinutes(1));
    enter(BOTH, "t12");
    enter(BOTH, "t11");
    assertEquals("Guest 11", assertInstanceOf(CheckedOut.class, exit(BOTH, "t10")).ticketName());
  }

  @Test
  void retry_getsTheFirstAnswer_whateverCameMeanwhile() {
    Scan scan = scan(true, null);
    CheckinOutcome first = doors.enter(DINNER, "t10", scan);
    gala.put(
        OrderBuilder.like(
                order(
                    1,
                    ticket(10, "adult", null),
                    ticket(11, "vip", 10L),
                    ticket(12, "child", 10L),
                    ticket(13, "vip", 10L)))
            .updated(clock.instant())
            .build());
    assertRefused(Reason.AMBIGUOUS, enter(DINNER, "t10"));

    assertEquals(first, doors.enter(DINNER, "t10", scan));
  }

  @Test
  void copy_knowsMainTickets_fromTheMomentTheListMatches() {
    gala.importer().settle();
    Copied plain = new Copied();
    list(DINNER, false, "vip");
    plain.refresh(DINNER);
    assertEquals(new Verdict.Unknown(), plain.decide(DINNER, "t10"));

    list(DINNER, true, "vip");
    plain.refresh(DINNER);
    assertEquals(new Verdict.Admissible(), plain.decide(DINNER, "t10"));
    assertEquals(ImportOutcome.UNCHANGED, list(DINNER, true, "vip"));

    list(DINNER, false, "vip");
    plain.refresh(DINNER);
    assertEquals(new Verdict.Unknown(), plain.decide(DINNER, "t10"));
  }

  @Test
  void copy_followsTheOrder() {
    copied.refresh(BOTH);
    assertEquals(new Verdict.Refused(Reason.AMBIGUOUS), copied.decide(BOTH, "t10"));

    // The child is gone, and the main ticket has another code.
    gala.put(
        OrderBuilder.like(
                order(
                    1,
                    TicketBuilder.like(ticket(10, "adult", null)).code("new").build(),
                    ticket(11, "vip", 10L)))
            .updated(clock.instant())
            .build());
    copied.refresh(BOTH);

    assertEquals(new Verdict.Unknown(), copied.decide(BOTH, "t10"));
    assertEquals(new Verdict.Admissible(), copied.decide(BOTH, "new"));
    assertRefused(Reason.REVOKED, enter(BOTH, "t10"));
    assertEquals(11, assertInstanceOf(CheckedIn.class, enter(BOTH, "new")).checkin().ticketId());
    copied.refresh(BOTH);
    assertInstanceOf(Verdict.AlreadyIn.class, copied.decide(BOTH, "new"));
  }

  private Ticket blocked(long id, long addonTo) {
    return TicketBuilder.ticket(id, "child")
        .on(new TicketTerms(null, null, "stolen", null, addonTo))
        .build();
  }

  private int reads(long list, String code) {
    CountingEngine client = new CountingEngine(table.engine());
    Scan scan = scan(true, null);
    Stores counted = table.stores(client, clock);
    counted.looks().look(gala.definition(), gala.list(list), code, false, scan);
    return client.spent().reads();
  }

  private static long already(CheckinOutcome outcome) {
    return assertInstanceOf(AlreadyCheckedIn.class, outcome).first().ticketId();
  }

  private static void assertRefused(Reason reason, CheckinOutcome outcome) {
    assertEquals(reason, assertInstanceOf(NotAdmissible.class, outcome).reason());
  }

  private ImportOutcome list(long id, boolean addonMatch, String... types) {
    return list(id, addonMatch, Reentry.NEVER, types);
  }

  private ImportOutcome list(long id, boolean addonMatch, Reentry reentry, String... types) {
    ListTerms terms = new ListTerms(false, List.of(), null, null, null, reentry, null, addonMatch);
    return gala.list(id, terms, types);
  }

  private static Order order(long id, Ticket... tickets) {
    return OrderBuilder.order(id).tickets(List.of(tickets)).build();
  }

  private static Ticket ticket(long id, String type, Long addonTo) {
    return ticket(id, type, addonTo, null, null);
  }

  private static Ticket ticket(long id, String type, Long addonTo, Instant from, Instant until) {
    return TicketBuilder.ticket(id, type)
        .on(new TicketTerms(from, until, null, null, addonTo))
        .build();
  }

  /** A phone's copy of a list. */
  private final class Copied {
    private final DoorCopy copy = new DoorCopy();
    private byte[] salt;
    private String version;

    void refresh(long list) {
      CopyPart part = doors.copy(list, false, version);
      assertEquals(version, part.have());
      copy.apply(part.delta());
      salt = part.salt();
      version = part.version();
    }

    Verdict decide(long list, String code) {
      OfflineDoor door = new OfflineDoor(ListFacts.PLAIN, new CodeDigest(salt), copy);
      return door.decide(code, List.of(), clock.instant().getEpochSecond());
    }
  }
}
