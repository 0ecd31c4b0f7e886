package io.doorlist.store.checkin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.AdmittedAgain;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.NotAdmissible;
import io.doorlist.domain.event.ListTerms;
import io.doorlist.door.Reason;
import io.doorlist.testing.Gala;
import io.doorlist.testing.Terms;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A list is open for a time: scans of devices without a network count when they were made. */
class ListWindowTest extends CheckinFixture {
  private static final long DOOR = 9;

  private final Instant closed = clock.instant();

  @BeforeEach
  void open() {
    ListTerms terms = Terms.open(closed.minus(Duration.ofHours(3)), closed);
    gala.list(DOOR, terms);
    gala.put(Gala.order(1, "adult"));
    clock.pass(Duration.ofHours(1));
  }

  @Test
  void scanOfTheOpenTime_letsIn_howeverLateItIsSent() {
    assertInstanceOf(CheckedIn.class, scan(false, closed.minusSeconds(60), null));
  }

  @Test
  void scanAfterIt_doesNot_whateverTheDeviceSays() {
    assertClosed(scan(true, closed.minusSeconds(60), null));
    assertClosed(scan(false, closed.plusSeconds(60), null));
  }

  /** A clock that is a week behind, or ahead, is no clock. */
  @Test
  void impossibleTime_isNotBelieved() {
    clock.pass(Duration.ofDays(7));
    assertClosed(scan(false, closed.minusSeconds(60 * 60 * 2), null));
    assertClosed(scan(false, clock.instant().plus(Duration.ofDays(1)), null));
  }

  /** The device says what its own clock shows now: what it is off by is taken off its scans. */
  @Test
  void clockThatIsOff_isCorrected() {
    Instant twoHoursBehind = clock.instant().minus(Duration.ofHours(2));
    assertClosed(scan(false, closed.minus(Duration.ofMinutes(90)), twoHoursBehind));

    Instant twoHoursAhead = clock.instant().plus(Duration.ofHours(2));
    assertInstanceOf(
        CheckedIn.class, scan(false, closed.plus(Duration.ofMinutes(90)), twoHoursAhead));
  }

  private static void assertClosed(CheckinOutcome outcome) {
    CheckinOutcome refusal = outcome instanceof AdmittedAgain late ? late.refusal() : outcome;
    assertEquals(Reason.TOO_LATE, assertInstanceOf(NotAdmissible.class, refusal).reason());
  }

  private CheckinOutcome scan(boolean online, Instant scannedAt, Instant deviceTime) {
    CheckinCommand command =
        new CheckinCommand(
            Mode.LIVE,
            "phone",
            "Phone",
            online,
            true,
            scannedAt,
            null,
            clock.instant().plusSeconds(60),
            null,
            CheckinCommand.clockBehind(deviceTime, clock.instant()));
    return scan(DOOR, "t10000", command);
  }
}
