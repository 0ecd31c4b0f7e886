package io.doorlist.store.checkin.merge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.AdmittedAgain;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.Reentered;
import io.doorlist.domain.checkin.IdempotencyKey;
import io.doorlist.domain.checkin.UndoCommand;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.domain.token.Role;
import io.doorlist.ingest.evening.EveningStore.RefusedEveningException;
import io.doorlist.store.checkin.ticket.ScanItems;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.KeyParts;
import io.doorlist.store.table.TableSchema;
import io.doorlist.testing.Doors;
import io.doorlist.testing.Gala;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Scans of which the other table knows something else. */
class MergedScanTest extends EveningFixture {
  private static final long EVERYONE = Gala.EVERYONE;
  private static final EveningMerge.Merged NOTHING = new EveningMerge.Merged(0, 0, 0, 0, 0);

  private final Doors one = origin();
  private final Doors other = place();

  /** Whoever was let in again there is inside already here, and the undo finds the passage. */
  @Test
  void undo_isOfTheDoubleAdmission_thatTheScanIsHere() {
    one.enter(DOOR, "t10000", command("phone", true, null, key()));
    pass(60);
    one.exit(DOOR, "t10000", command("phone", true, null, key()));
    fill(other, export(one));
    pass(60);
    other.enter(DOOR, "t10000", command("other", true, null, key()));
    pass(1);
    CheckinOutcome again = one.enter(DOOR, "t10000", command("one", true, null, key()));
    one.undoPassage(DOOR, assertInstanceOf(Reentered.class, again).passage().id(), desk());

    assertEquals(new EveningMerge.Merged(1, 1, 1, 0, 0), merged());
    assertEquals(1, insideOfSite(other));
  }

  /** Rows of two lists have one ordinal; what the phone sends again is known by its key. */
  @Test
  void key_isKept_whereTheOtherOfItsOrdinalIsHere() {
    one.enter(DOOR, "t10000", upload(key()));
    fill(other, export(one));
    pass(60);
    CheckinCommand upload = upload(key());
    one.enter(EVERYONE, "t10001", upload);

    assertEquals(new EveningMerge.Merged(1, 0, 0, 0, 0), merged());
    assertInstanceOf(CheckedIn.class, other.enter(EVERYONE, "t10001", upload));
    assertEquals(List.of(), other.doubles(EVERYONE));
  }

  /** Its times differ as its clock was corrected twice, by answers of different speed. */
  @Test
  void upload_thatBothGot_isOne() {
    fill(other, export(one));
    IdempotencyKey key = key();
    Instant scanned = clock.instant().minusSeconds(60);
    for (Doors each : List.of(one, other)) {
      Instant device = clock.instant().plusSeconds(each == one ? 0 : 5);
      CheckinCommand upload =
          new CheckinCommand(
              Mode.LIVE, "phone", "Phone", false, true, scanned, key, deadline(), null, device);
      assertInstanceOf(CheckedIn.class, each.enter(EVERYONE, "t10000", upload));
    }

    assertEquals(new EveningMerge.Merged(1, 0, 0, 0, 0), merged());
    assertEquals(List.of(), other.doubles(EVERYONE));
  }

  @Test
  void doubleAdmissions_areCounted_andKeepTheirKeys() {
    fill(other, export(one));
    one.enter(EVERYONE, "t10000", command("first", true, null, key()));
    CheckinCommand second = upload(key());
    CheckinCommand unknown = upload(key());
    one.enter(EVERYONE, "t10000", second);
    one.enter(EVERYONE, "nobody", unknown);
    pass(1);

    assertEquals(new EveningMerge.Merged(3, 2, 0, 0, 0), merged());
    assertTrue(((AdmittedAgain) other.enter(EVERYONE, "t10000", second)).repeated());
    assertTrue(((AdmittedAgain) other.enter(EVERYONE, "nobody", unknown)).repeated());
    assertEquals(2, other.doubles(EVERYONE).size());
  }

  /** A time that was possible when one got it is not when the other does. */
  @Test
  void verdict_thatIsHereByItsKey_isNotRepeated() {
    fill(other, export(one));
    IdempotencyKey key = key();
    Instant scanned = clock.instant().minus(CheckinCommand.CLOCK_BEHIND);
    one.enter(EVERYONE, "nobody", command("phone", false, scanned, key));
    pass(1);
    other.enter(EVERYONE, "nobody", command("phone", false, scanned, key));

    assertEquals(new EveningMerge.Merged(1, 1, 0, 0, 0), merged());
    assertEquals(1, other.doubles(EVERYONE).size());
  }

  /** Without a key, a scan that is sent again after its undo is a new check-in at the same time. */
  @Test
  void scanThatCameAgain_staysIn() {
    Doors third = place();
    fill(third, export(one));
    CheckinCommand upload = upload(null);
    undo(one.enter(EVERYONE, "t10000", upload));
    pass(60);
    CheckinOutcome again = one.enter(EVERYONE, "t10000", upload);
    fill(other, export(one));

    assertEquals(NOTHING, merged());
    assertEquals(1, other.count(EVERYONE));
    fill(third, export(one));
    assertEquals(1, third.count(EVERYONE));

    undo(again);
    assertEquals(new EveningMerge.Merged(0, 0, 1, 0, 0), merged());
    assertEquals(0, other.count(EVERYONE));
    assertEquals(NOTHING, merged());
  }

  /** A phone sent one scan under two keys. */
  @Test
  void undo_isOfTheCheckin_thoughTheScanIsADoubleAdmissionToo() {
    CheckinOutcome in = one.enter(EVERYONE, "t10000", upload(key()));
    assertInstanceOf(AdmittedAgain.class, one.enter(EVERYONE, "t10000", upload(key())));
    fill(other, export(one));
    undo(in);

    assertEquals(new EveningMerge.Merged(0, 0, 1, 0, 0), merged());
    assertEquals(0, other.count(EVERYONE));
  }

  @Test
  void scanOfSevenDaysAgo_isTooOld() {
    fill(other, export(one));
    one.enter(EVERYONE, "t10000", command("phone", true, null, key()));
    pass(CheckinCommand.CLOCK_BEHIND.toSeconds());

    assertThrows(RefusedEveningException.class, this::merged);
  }

  /** As for check-ins, what a device says counts for 7 days. */
  @Test
  void doorTime_isWhatTheDeviceSaid_ifThatIsPossible() {
    long at = clock.instant().toEpochMilli();
    long oldest = at - CheckinCommand.CLOCK_BEHIND.toMillis();

    assertEquals(oldest, doorTime(at, oldest));
    assertEquals(at, doorTime(at, oldest - 1));
    assertEquals(at, doorTime(at, at + 1));
    assertEquals(at - 1, doorTime(at, at - 1));
  }

  private static long doorTime(long at, long scanned) {
    Item row =
        new Item(
                TableSchema.row(
                    TableSchema.doubleAdmissions(Gala.ACCOUNT, Gala.EVENT, EVERYONE, Mode.LIVE), 1))
            .put(ScanItems.AT, at)
            .put(ScanItems.SCANNED_AT, scanned)
            .put(ScanItems.REASON, "unknown");
    KeyParts.ListRow key = (KeyParts.ListRow) KeyParts.streamed(row.key()).orElseThrow();
    return MergedScan.of(key, row).getFirst().door();
  }

  private EveningMerge.Merged merged() {
    return fill(other, export(one)).orElse(NOTHING);
  }

  private void undo(CheckinOutcome in) {
    long id = assertInstanceOf(CheckedIn.class, in).checkin().id();
    assertEquals(UndoOutcome.UNDONE, one.undo(EVERYONE, id, desk()));
  }

  private UndoCommand desk() {
    return new UndoCommand(Mode.LIVE, "desk", "Desk", Role.DESK, deadline());
  }

  private CheckinCommand upload(IdempotencyKey key) {
    return command("phone", false, clock.instant().minusSeconds(30), key);
  }

  private void pass(long seconds) {
    clock.pass(Duration.ofSeconds(seconds));
  }
}
