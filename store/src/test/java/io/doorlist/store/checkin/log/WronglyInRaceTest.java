package io.doorlist.store.checkin.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.doorlist.domain.Mode;
import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.AdmittedAgain;
import io.doorlist.domain.checkin.CheckinOutcome.UnknownQrCode;
import io.doorlist.domain.checkin.IdempotencyKey;
import io.doorlist.domain.checkin.PulseWindow;
import io.doorlist.domain.event.Area;
import io.doorlist.door.Reentry;
import io.doorlist.store.checkin.CheckinFixture;
import io.doorlist.store.checkin.CheckinStore;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.TableSchema;
import io.doorlist.testing.Gala;
import io.doorlist.testing.LosingClient;
import io.doorlist.testing.Meanwhile;
import io.doorlist.testing.Terms;
import io.doorlist.testing.TestTable;
import io.doorlist.testing.TwiceClient;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** Something else happens between the reads of a refused upload and its transaction. */
class WronglyInRaceTest extends CheckinFixture {
  private static final long TRACKED = 11;

  private final Instant scanned = clock.instant().minusSeconds(60);
  private final Meanwhile raced = new Meanwhile(client);
  private final CheckinStore late = table.stores(raced, clock).checkins();
  private final Dynamo dynamo = table.dynamo(TestTable.client(), clock);
  private final Sequence sequence = new Sequence(dynamo);

  private void beforeWriting(Runnable meanwhile) {
    raced.before(TransactWriteItemsRequest.class::isInstance, meanwhile);
  }

  @Test
  void twin_isRecordedOnce_andLeavesNoOpenPlace() {
    List<CheckinOutcome> first = new ArrayList<>();
    beforeWriting(() -> first.add(scan(checkins, Gala.MAIN, "nobody", offline("k"))));

    CheckinOutcome second = scan(late, Gala.MAIN, "nobody", offline("k"));

    assertEquals(List.of(new AdmittedAgain(new UnknownQrCode(), false)), first);
    assertEquals(new AdmittedAgain(new UnknownQrCode(), true), second);
    assertRecorded(Gala.MAIN, 1);
  }

  /** A retry that comes when the table has forgotten its token finds what it wrote itself. */
  @Test
  void retry_isNoRepetition() {
    CheckinStore twice = table.stores(new TwiceClient(client), clock).checkins();

    assertEquals(
        new AdmittedAgain(new UnknownQrCode(), false),
        scan(twice, Gala.MAIN, "nobody", offline("k")));
    assertRecorded(Gala.MAIN, 1);
  }

  /** A reader takes a slow writer for dead, and closes its place. */
  @Test
  void placeThatIsClosed_isReplaced() {
    beforeWriting(() -> sequence.giveUp(rows(Gala.MAIN), 1, 1, deadline()));

    assertEquals(
        new AdmittedAgain(new UnknownQrCode(), false),
        scan(late, Gala.MAIN, "nobody", offline("k")));
    assertRecorded(Gala.MAIN, 1);
  }

  /** Somebody leaves the area between the reads and the transaction. */
  @Test
  void placeThatWasReserved_isGivenUp() {
    gala.areas(new Area("site", "Site", null, null));
    gala.list(TRACKED, Terms.passages("site", Reentry.AFTER_EXIT));
    gala.put(Gala.order(1, "adult"));
    scan(TRACKED, "t10000");
    beforeWriting(() -> doors.exit(TRACKED, "t10000", Gala.command("phone", null)));

    scan(late, TRACKED, "t10000", offline("k"));

    assertRecorded(TRACKED, 1);
    assertEquals(3, doors.log(TRACKED, Mode.LIVE).size());
  }

  /** Every 32nd settles what was written. */
  @Test
  void records_settleInTurn() {
    gala.areas(new Area("site", "Site", null, null));
    gala.list(TRACKED, Terms.passages("site", Reentry.AFTER_EXIT));
    gala.put(Gala.order(1, "adult"));
    for (long list : List.of(Gala.MAIN, TRACKED)) {
      sequence.reserve(rows(list), 31, deadline());
      sequence.giveUp(rows(list), 1, 31, deadline());
      assertInstanceOf(AdmittedAgain.class, scan(list, "nobody", offline("k" + list)));
      assertEquals(
          32, dynamo.get(TableSchema.head(rows(list)), deadline()).orElseThrow().number("settled"));
    }
  }

  @Test
  void key_isInUse_whileItsTwinWrites() {
    CheckinStore busy = conflicting(each -> true);
    assertEquals(new CheckinOutcome.KeyInUse(), scan(busy, Gala.MAIN, "nobody", offline("k")));
    assertThrows(UnavailableException.class, () -> scan(busy, Gala.MAIN, "nobody", offline(null)));
    CheckinStore others = conflicting(each -> !each.put().item().containsKey("request"));
    assertThrows(UnavailableException.class, () -> scan(others, Gala.MAIN, "nobody", offline("k")));
  }

  private CheckinStore conflicting(Predicate<TransactWriteItem> inTheWay) {
    LosingClient losing = new LosingClient(client, clock, "TransactionConflict", inTheWay);
    return table.stores(losing, clock).checkins();
  }

  /** Asserts how many are recorded, and that no place is open. */
  private void assertRecorded(long list, int count) {
    assertEquals(count, doors.open(list).size());
    assertNotNull(doors.pulse(PulseWindow.ofMinutes(1), list).version());
  }

  private CheckinCommand offline(String key) {
    IdempotencyKey own = key == null ? null : new IdempotencyKey(key, "request of " + key);
    return new CheckinCommand(
        Mode.LIVE, "phone", "Phone", false, true, scanned, own, clock.instant().plusSeconds(10));
  }

  private static String rows(long list) {
    return TableSchema.checkins(Gala.ACCOUNT, Gala.EVENT, list, Mode.LIVE);
  }

  private Instant deadline() {
    return clock.instant().plusSeconds(60);
  }
}
