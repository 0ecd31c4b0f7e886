package io.doorlist.store.checkin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.AreaCounts;
import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.AlreadyCheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedOut;
import io.doorlist.domain.checkin.CheckinOutcome.Reentered;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.checkin.Happening.Type;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.TicketLook;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.domain.token.Role;
import io.doorlist.testing.Gala;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PassagesTest extends PassageFixture {
  @Test
  void exit_letsTheTicketInAgain_andTheListShowsItsFirstEntryOnly() {
    gala.put(Gala.order(1, "adult"));
    Checkin first = assertInstanceOf(CheckedIn.class, enter(DOOR, "t10000")).checkin();
    clock.pass(Duration.ofMinutes(30));
    CheckedOut out = assertInstanceOf(CheckedOut.class, exit(DOOR, "t10000"));
    clock.pass(Duration.ofMinutes(5));
    Reentered again = assertInstanceOf(Reentered.class, enter(DOOR, "t10000"));

    assertTrue(out.wasInside());
    assertEquals(30, out.minutesInside());
    assertEquals(first, again.checkin());
    assertEquals(2, again.entries());
    assertEquals(1, gala.count(DOOR));
    AlreadyCheckedIn inside = assertInstanceOf(AlreadyCheckedIn.class, enter(DOOR, "t10000"));
    assertEquals(clock.instant(), inside.inside().since());
    TicketLook.Seen seen = look(DOOR, "t10000");
    assertTrue(seen.inside());
    assertEquals(2, seen.entries());
    assertFalse(seen.last().exit());
    assertEquals(
        List.of(Type.ENTRY, Type.EXIT), passages(DOOR).stream().map(Happening::type).toList());
    AreaCounts site = area("site");
    assertEquals(
        List.of(1L, 1L, 2L, 1L, 0L, 0L),
        List.of(
            site.inside(),
            site.peak(),
            site.entries(),
            site.exits(),
            site.unexplainedEntries(),
            site.unexplainedExits()));
  }

  @Test
  void exit_isRecorded_whateverTheTicketIs() {
    gala.put(Gala.order(1, "adult", "vip"));

    CheckedOut out = assertInstanceOf(CheckedOut.class, exit(Gala.MAIN, "t10001"));

    assertFalse(out.wasInside());
    assertNull(out.minutesInside());
    assertFalse(passages(Gala.MAIN).getFirst().explained());
    assertInstanceOf(CheckinOutcome.UnknownQrCode.class, exit(DOOR, "nobody"));
  }

  @Test
  void entry_isRefusedAtEveryListOfTheArea_whileTheTicketIsInside() {
    gala.put(Gala.order(1, "adult"));
    enter(DOOR, "t10000");

    AlreadyCheckedIn inside = assertInstanceOf(AlreadyCheckedIn.class, enter(SMOKERS, "t10000"));
    exit(SMOKERS, "t10000");
    CheckinOutcome after = enter(SMOKERS, "t10000");

    assertEquals(DOOR, inside.inside().list().id());
    assertInstanceOf(CheckedIn.class, after);
    assertEquals(1, gala.count(SMOKERS));
    assertInstanceOf(CheckedIn.class, enter(OFTEN, "t10000"));
    assertInstanceOf(Reentered.class, enter(OFTEN, "t10000"));
    assertEquals(1, area("site").inside());
    assertEquals(1, area("bar").inside());
  }

  /** Issue 68: the server lets in now, however late the request arrives. */
  @Test
  void onlineScan_thatArrivesLate_happensNow() {
    gala.put(Gala.order(1, "adult"));
    Instant start = clock.instant();
    clock.pass(Duration.ofMinutes(10));
    exit(DOOR, "t10000");
    clock.pass(Duration.ofMinutes(10));
    doors.enter(DOOR, "t10000", scan(true, start));
    clock.pass(Duration.ofMinutes(10));

    assertEquals(List.of(1L, 1L), List.of(area("site").inside(), area("site").unexplainedExits()));
    assertFalse(passages(DOOR).getFirst().explained());
    assertInstanceOf(AlreadyCheckedIn.class, enter(DOOR, "t10000"));
  }

  /** A laptop's clock was an hour ahead when the guest came in, and is right now. */
  @Test
  void passage_isAfterThoseThatAreKnown_evenIfOurClockWentBack() {
    gala.put(Gala.order(1, "adult"));
    enter(DOOR, "t10000");
    clock.moveTo(clock.instant().minus(Duration.ofHours(1)));

    assertTrue(assertInstanceOf(CheckedOut.class, exit(DOOR, "t10000")).wasInside());
    assertInstanceOf(Reentered.class, enter(DOOR, "t10000"));
    assertEquals(0, area("site").unexplainedEntries());
  }

  /** Two phones let one ticket in; the one whose scan was later uploads first. */
  @Test
  void checkin_isUndoneLast_soThatNobodyInsideComesInAgain() {
    gala.put(Gala.order(1, "adult"));
    Instant start = clock.instant();
    clock.pass(Duration.ofHours(3));
    Checkin first =
        assertInstanceOf(
                CheckedIn.class, upload(DOOR, "t10000", false, start.plus(Duration.ofHours(2))))
            .checkin();
    upload(DOOR, "t10000", false, start.plus(Duration.ofHours(1)));

    assertEquals(List.of(first.id()), doors.open(DOOR).stream().map(Happening::id).toList());
    assertEquals(UndoOutcome.HAS_PASSAGES, undoCheckin(first));
    assertTrue(look(DOOR, "t10000").inside());
    assertInstanceOf(AlreadyCheckedIn.class, enter(DOOR, "t10000"));
    assertEquals(UndoOutcome.UNDONE, undo(passages(DOOR).getFirst().id(), "phone", Role.DESK));
    assertEquals(List.of(), doors.open(DOOR));
    assertEquals(UndoOutcome.UNDONE, undoCheckin(first));
    assertInstanceOf(CheckedIn.class, enter(DOOR, "t10000"));
  }

  /** The retry of a first entry without a key, at a door that lets in any number of times. */
  @Test
  void uploadWithoutAKey_thatIsRepeated_isNoSecondEntry() {
    gala.put(Gala.order(1, "adult"));
    Scan upload = new Scan(mode, "phone", false, true, clock.instant(), null, deadline());
    assertInstanceOf(CheckedIn.class, doors.enter(OFTEN, "t10000", upload));

    assertInstanceOf(AlreadyCheckedIn.class, doors.enter(OFTEN, "t10000", upload));
    assertEquals(1, area("bar").entries());
  }

  @Test
  void doorTime_isCorrectedByTheDevicesClock() {
    gala.put(Gala.order(1, "adult"));
    enter(DOOR, "t10000");
    Instant start = clock.instant();
    clock.pass(Duration.ofHours(1));
    Instant wrong = clock.instant().plus(Duration.ofDays(300));

    Scan scan =
        new Scan(
            Mode.LIVE,
            "phone",
            "Phone",
            false,
            true,
            wrong.minus(Duration.ofMinutes(50)),
            key(),
            deadline(),
            null,
            Scan.clockBehind(wrong, clock.instant()),
            null);
    doors.exit(DOOR, "t10000", scan);

    assertEquals(start.plus(Duration.ofMinutes(10)), passages(DOOR).getFirst().at());
  }

  @Test
  void everybodyIsOut_onceTheAreaEmpties() {
    clock.moveTo(Instant.parse("2027-07-04T20:00:00Z"));
    gala.put(Gala.order(1, "adult"));
    enter(DOOR, "t10000");
    clock.moveTo(Instant.parse("2027-07-05T01:59:59Z"));
    assertEquals(1, area("site").inside());
    clock.moveTo(Instant.parse("2027-07-05T02:00:00Z"));

    assertEquals(0, area("site").inside());
    assertFalse(look(DOOR, "t10000").inside());
    assertInstanceOf(Reentered.class, enter(DOOR, "t10000"));
    assertEquals(1, area("site").inside());
    assertEquals(1, area("site").peak());
    assertEquals(0, area("site").exits());
  }
}
