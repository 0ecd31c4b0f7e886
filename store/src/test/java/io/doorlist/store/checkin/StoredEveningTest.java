package io.doorlist.store.checkin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.Scan.UploadedScan;
import io.doorlist.testing.Doors;
import io.doorlist.testing.Gala;
import io.doorlist.testing.StoredTable;
import io.doorlist.testing.Stores;
import io.doorlist.testing.TestTable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * An evening with passages, uploads that share a row, undos and double admissions, as this format
 * keeps it. Later versions have to read it. {@code -Ddoorlist.write=FILE} writes the table of the
 * evening as it would be kept now, for a new format.
 */
class StoredEveningTest {
  private static final Path WRITE =
      System.getProperty("doorlist.write") == null
          ? null
          : Path.of(System.getProperty("doorlist.write"));

  private static final class Evening extends PassageFixture {
    Evening() {
      for (int order = 1; order <= 5; order++) {
        gala.put(Gala.order(order, "adult", "adult"));
      }
      gala.put(Gala.order(6, "adult", "vip", "child"));
      enter(DOOR, "t10000");
      later(10);
      exit(SMOKERS, "t10000");
      later(5);
      enter(SMOKERS, "t10000");
      enter(OFTEN, "t10000");
      CheckinOutcome mistaken = enter(DOOR, "t10001");
      undoCheckin(assertInstanceOf(CheckinOutcome.CheckedIn.class, mistaken).checkin());
      later(5);
      stores
          .checkins()
          .checkInTickets(
              gala.definition(),
              gala.list(DOOR),
              Stream.of("t20000", "t20001", "t30000")
                  .map(code -> new UploadedScan(code, scan(false, clock.instant())))
                  .toList());
      later(20);
      // Two phones without network.
      upload(DOOR, "t20000", false, clock.instant());
      upload(SMOKERS, "t30001", true, clock.instant());
      enter(DOOR, "t60000");
      exit(DOOR, "t60000");
    }

    private void later(int minutes) {
      clock.pass(Duration.ofMinutes(minutes));
    }
  }

  private final Evening now = new Evening();

  @Test
  void storedEvening_readsAsOneOfThisVersion_andTakesFurtherScans() throws IOException {
    if (WRITE != null) {
      StoredTable.write(now.table, WRITE);
    }
    TestTable kept = TestTable.withoutFormat();
    StoredTable.load(kept, "3-evening");
    Stores stores = kept.stores(now.clock);

    assertEquals(now.reads(), PassageFixture.reads(stores));

    now.later(5);
    Doors doors = new Doors(stores);
    assertInstanceOf(
        CheckinOutcome.AlreadyCheckedIn.class, doors.enter(PassageFixture.DOOR, "t10000", next()));
    assertInstanceOf(
        CheckinOutcome.Reentered.class, doors.enter(PassageFixture.DOOR, "t60000", next()));
    assertInstanceOf(
        CheckinOutcome.CheckedIn.class, doors.enter(PassageFixture.DOOR, "t10001", next()));
    assertInstanceOf(
        CheckinOutcome.CheckedOut.class, doors.exit(PassageFixture.SMOKERS, "t20001", next()));
  }

  private Scan next() {
    return now.scan(true, null);
  }
}
