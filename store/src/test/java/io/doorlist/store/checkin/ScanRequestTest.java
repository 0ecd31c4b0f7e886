package io.doorlist.store.checkin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.AdmittedAgain;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedOut;
import io.doorlist.domain.checkin.CheckinOutcome.Explanation;
import io.doorlist.domain.checkin.CheckinOutcome.Limit;
import io.doorlist.domain.checkin.CheckinOutcome.LimitKind;
import io.doorlist.domain.checkin.CheckinOutcome.NotAdmissible;
import io.doorlist.domain.checkin.CheckinOutcome.NotEnoughTickets;
import io.doorlist.domain.checkin.Explanations;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.ListRules;
import io.doorlist.domain.event.ListTerms;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketTerms;
import io.doorlist.door.Reason;
import io.doorlist.door.Reentry;
import io.doorlist.door.rules.EventDates;
import io.doorlist.testing.Gala;
import io.doorlist.testing.ListTermsOf;
import io.doorlist.testing.OrderBuilder;
import io.doorlist.testing.TicketBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ScanRequestTest extends PassageFixture {
  private static final long CLUB = 21;

  private final Instant now = clock.instant();

  @Test
  void refusalByTime_saysWhoseTimeItIs() {
    gala.list(31, ListTermsOf.open(now.plusSeconds(60), now.plusSeconds(90)));
    gala.list(32, ListTermsOf.open(now.minusSeconds(90), now.minusSeconds(60)));
    put(
        ticket(1, "adult", now.plusSeconds(60), now.plusSeconds(90), null),
        ticket(2, "adult", now.minusSeconds(90), now.minusSeconds(60), null));

    assertEquals(
        refused(1, Reason.TOO_EARLY, LimitKind.OPENS_AT, now.plusSeconds(60)), enter(31, "t1"));
    assertEquals(
        refused(1, Reason.TOO_LATE, LimitKind.CLOSES_AT, now.minusSeconds(60)), enter(32, "t1"));
    assertEquals(
        refused(1, Reason.TOO_EARLY, LimitKind.VALID_FROM, now.plusSeconds(60)),
        enter(Gala.MAIN, "t1"));
    assertEquals(
        refused(2, Reason.TOO_LATE, LimitKind.VALID_UNTIL, now.minusSeconds(60)),
        enter(Gala.MAIN, "t2"));
  }

  /** What a scan's door time is, {@code ScanTest} says. */
  @Test
  void scanOfTheOpenTime_letsIn_howeverLateItIsSent() {
    gala.list(32, ListTermsOf.open(now.minusSeconds(90), now.minusSeconds(60)));
    put(ticket(1, "adult", null, null, null));

    AdmittedAgain closed =
        assertInstanceOf(AdmittedAgain.class, upload(32, "t1", false, now.minusSeconds(59)));
    assertEquals(Reason.TOO_LATE, ((NotAdmissible) closed.refusal()).reason());
    assertInstanceOf(CheckedIn.class, upload(32, "t1", false, now.minusSeconds(61)));
  }

  private static CheckinOutcome refused(long ticket, Reason reason, LimitKind kind, Instant at) {
    return new NotAdmissible(reason, List.of(), new Limit(kind, at)).of(ticket);
  }

  @Test
  void wrongList_namesThoseThatAreOpen_andAdmitTheDate() {
    gala.list(31, ListTermsOf.open(now, null));
    gala.list(32, ListTermsOf.open(now.plusSeconds(1), null));
    gala.list(33, ListTermsOf.open(null, now));
    gala.list(34, ListTermsOf.open(null, now.plusSeconds(1)));
    gala.list(35, dated("other"));
    put(ticket(1, "vip", null, null, "day"), ticket(2, "vip", null, null, "other"));

    assertEquals(List.of(2L, 3L, 11L, 12L, 13L, 31L, 34L), admittedOn(enter(Gala.MAIN, "t1")));
    assertEquals(List.of(2L, 3L, 11L, 12L, 13L, 31L, 34L, 35L), admittedOn(enter(1, "t2")));
  }

  private static ListTerms dated(String date) {
    return new ListTerms(false, List.of(date), null, null, null, Reentry.NEVER, null, false);
  }

  private static List<Long> admittedOn(CheckinOutcome outcome) {
    return assertInstanceOf(NotAdmissible.class, outcome).admittedOn().stream()
        .map(CheckinList::id)
        .toList();
  }

  @Test
  void rules_holdForTheDateOfTheTicket_andAreSaidInTheLanguageOfTheDevice() {
    rules(
        "{\"isAfter\":[{\"var\":\"now\"},{\"buildTime\":[\"date_from\"]},null]}",
        Map.of(ListRules.THE_EVENT, from(now.minusSeconds(60)), "late", from(now.plusSeconds(60))));
    put(ticket(1, "adult", null, null, "late"), ticket(2, "adult", null, null, null));

    Explanation why = explanation(doors.enter(CLUB, "t1", scan(null)));
    assertEquals("from 19:01", Explanations.of("en", why));
    assertEquals("Ab 19:01.", Explanations.of("de", why));
    assertEquals(now.plusSeconds(60).getEpochSecond(), why.unmetRules().getFirst().at());
    assertInstanceOf(CheckedIn.class, enter(CLUB, "t2"));
  }

  @Test
  void rules_knowTheGate() {
    rules(
        "{\"inList\":[{\"var\":\"gate\"},{\"objectList\":[{\"lookup\":[\"gate\",\"5\",\"N\"]}]}]}",
        Map.of());
    put(ticket(1, "adult", null, null, null));

    Explanation why = explanation(doors.enter(CLUB, "t1", scan(6L)));
    assertEquals("by N", Explanations.of("en", why));
    assertInstanceOf(CheckedIn.class, doors.enter(CLUB, "t1", scan(5L)));
  }

  @Test
  void order_isRefusedByRules_ifTheyHoldBackTheOneThatIsNotIn() {
    rules("{\"isAfter\":[{\"var\":\"now\"},{\"buildTime\":[\"date_from\"]},null]}", byDay());
    put(
        ticket(1, "adult", null, null, "early"),
        ticket(2, "adult", null, null, "late"),
        ticket(3, "vip", now.plusSeconds(60), null, "early"));
    enter(CLUB, "t1");

    assertEquals(Reason.RULES, assertInstanceOf(NotAdmissible.class, group("adult")).reason());
    assertEquals(new NotEnoughTickets(new TreeMap<>(Map.of("adult", 0, "vip", 0))), group("vip"));
  }

  private Map<String, EventDates> byDay() {
    return Map.of("early", from(now.minusSeconds(60)), "late", from(now.plusSeconds(60)));
  }

  private CheckinOutcome group(String type) {
    return doors.enterOrder(CLUB, "o1", Map.of(type, 1), scan(true, null));
  }

  /** A device that sends no key is known by what it scanned and when. */
  @Test
  void repeatedScanWithoutAKey_isKnownByItsTime_ifTheDeviceDecided() {
    put(ticket(1, "adult", null, null, null));
    enter(OFTEN, "t1");

    for (Instant time : new Instant[] {null, now, now.plusSeconds(1)}) {
      CheckedOut out = assertInstanceOf(CheckedOut.class, doors.exit(OFTEN, "t1", keyless(time)));
      assertEquals(out, doors.exit(OFTEN, "t1", keyless(time)));
      CheckinOutcome in = doors.enter(OFTEN, "t1", keyless(time));
      assertEquals(in, doors.enter(OFTEN, "t1", keyless(time)));
    }
    assertEquals(3 + 3, passages(OFTEN).size());

    Scan online = new Scan(mode, "phone", true, true, now, null, deadline());
    doors.exit(OFTEN, "t1", online);
    doors.exit(OFTEN, "t1", online);
    assertEquals(3 + 3 + 2, passages(OFTEN).size());
  }

  private Scan keyless(Instant scannedAt) {
    return new Scan(mode, "phone", false, true, scannedAt, null, deadline());
  }

  private Scan scan(Long gate) {
    return new Scan(mode, "phone", "Phone", true, true, null, null, deadline(), gate, null, null);
  }

  private static Explanation explanation(CheckinOutcome outcome) {
    return assertInstanceOf(NotAdmissible.class, outcome).explanation();
  }

  private void rules(String text, Map<String, EventDates> dates) {
    gala.list(
        CLUB,
        ListTermsOf.passages(null, Reentry.NEVER, new ListRules(new JsonObject(text), dates)));
  }

  private static EventDates from(Instant time) {
    return new EventDates(time.getEpochSecond(), null, null);
  }

  private void put(Ticket... tickets) {
    gala.put(OrderBuilder.order(1).tickets(List.of(tickets)).build());
  }

  private static Ticket ticket(long id, String type, Instant from, Instant until, String date) {
    return TicketBuilder.ticket(id, type)
        .on(new TicketTerms(from, until, null, date, null))
        .build();
  }
}
