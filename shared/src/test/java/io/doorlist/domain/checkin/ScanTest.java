package io.doorlist.domain.checkin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.domain.Mode;
import io.doorlist.domain.token.Role;
import io.doorlist.door.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What requests of devices mean, by the server's clock. */
class ScanTest {
  private static final Instant NOW = Instant.parse("2026-06-01T10:00:00Z");

  @ParameterizedTest
  @CsvSource({", false", "PT5M, false", "PT5M0.001S, true", "-P7D, false", "-PT168H0.001S, true"})
  void clockIsWrong_ifFiveMinutesAhead_orAWeekBehind(Duration ahead, boolean wrong) {
    assertEquals(wrong, scan(true, ahead, null).clockSkew(NOW));
  }

  /** What the server decides is of now. Durations are from its time. */
  @ParameterizedTest
  @CsvSource({
    "false, -PT1H0.0009S, , -PT1H0.001S",
    "false, , , PT0S",
    "true, -PT1H, , PT0S",
    "true, -PT0.001S, , PT0S",
    "false, -PT0.001S, , -PT0.001S",
    "true, -PT1H, -PT20M, PT0S",
    "false, -PT1H, -PT20M, -PT40M",
    "false, -PT1H, -PT29.999S, -PT1H",
    "false, -PT1H, -PT30S, -PT59M30S",
    "false, -PT1H, PT4.999S, -PT1H",
    "false, -PT1H, PT5S, -PT1H5S",
    "false, PT1H, PT1H, PT0S",
    "false, PT1H, PT30M, PT0S",
    "false, -P7D, , -P7D",
    "false, -PT168H0.001S, , PT0S"
  })
  void doorTime_isTheDevices_correctedByItsClock(
      boolean online, Duration scanned, Duration clock, Duration doorTime) {
    assertEquals(NOW.plus(doorTime), scan(online, scanned, clock).doorTime(NOW));
  }

  @ParameterizedTest
  @CsvSource({
    "DESK, other, PT1H, true",
    "SCANNER, own, PT10M, true",
    "SCANNER, own, PT10M0.001S, false",
    "SCANNER, other, PT1M, false"
  })
  void undo_isForTheDesk_orTenMinutesForOnesOwn(Role role, String by, Duration age, boolean may) {
    UndoRequest undo = new UndoRequest(Mode.LIVE, "own", null, role, NOW);

    assertEquals(may, undo.mayUndo(by, NOW.minus(age), NOW));
  }

  @Test
  void outcome_namesTheTicketThatItRefuses() {
    Checkin first = new Checkin(1, 5, "K7QX2-1", null, NOW, true, true, false, null, null);
    CheckinOutcome.AlreadyCheckedIn already =
        new CheckinOutcome.AlreadyCheckedIn(first, 3, true, null);
    CheckinOutcome.NotAdmissible refused =
        new CheckinOutcome.NotAdmissible(Reason.BLOCKED, List.of());

    assertEquals(Optional.of(5L), already.refusedTicket());
    assertEquals(Optional.of("already_checked_in"), already.refusalWord());
    assertEquals(Optional.of(6L), refused.of(6).refusedTicket());
    assertEquals(Optional.empty(), refused.refusedTicket());
    assertEquals(Optional.of("blocked"), refused.refusalWord());
    assertEquals(Optional.empty(), new CheckinOutcome.KeyInUse().refusalWord());
  }

  private static Scan scan(boolean online, Duration scanned, Duration clock) {
    return new Scan(
        Mode.LIVE,
        "own",
        null,
        online,
        true,
        at(scanned),
        null,
        NOW,
        null,
        Scan.clockBehind(at(clock), NOW),
        null);
  }

  private static Instant at(Duration ahead) {
    return ahead == null ? null : NOW.plus(ahead);
  }
}
