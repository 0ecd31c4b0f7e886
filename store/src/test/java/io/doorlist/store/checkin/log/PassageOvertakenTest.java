package io.doorlist.store.checkin.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.AlreadyCheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedOut;
import io.doorlist.domain.checkin.CheckinOutcome.KeyInUse;
import io.doorlist.domain.checkin.CheckinOutcome.KeyReused;
import io.doorlist.domain.checkin.CheckinOutcome.NotAdmissible;
import io.doorlist.domain.checkin.CheckinOutcome.Reentered;
import io.doorlist.domain.checkin.IdempotencyKey;
import io.doorlist.domain.checkin.TicketPassage;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.domain.token.Role;
import io.doorlist.door.Reason;
import io.doorlist.store.checkin.PassageFixture;
import io.doorlist.store.table.TableSchema;
import io.doorlist.testing.Doors;
import io.doorlist.testing.Gala;
import io.doorlist.testing.LosingClient;
import io.doorlist.testing.Meanwhile;
import io.doorlist.testing.TestTable;
import io.doorlist.testing.TwiceClient;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** Something else happens between the reads of a passage and its transaction. */
class PassageOvertakenTest extends PassageFixture {
  private final Meanwhile raced = new Meanwhile(TestTable.client());
  private final Doors late = doors(raced);

  @BeforeEach
  void putGuests() {
    gala.put(Gala.order(1, "adult", "adult"));
    enter(DOOR, "t10000");
    enter(OFTEN, "t10000");
    clock.pass(Duration.ofMinutes(5));
  }

  private Doors doors(DynamoDbClient client) {
    return new Doors(table.stores(client, clock));
  }

  private void beforeWriting(Runnable meanwhile) {
    raced.before(TransactWriteItemsRequest.class::isInstance, meanwhile);
  }

  @Test
  void passage_ofATicketThatPassedMeanwhile_isDecidedAgain() {
    beforeWriting(() -> exit(SMOKERS, "t10000"));
    CheckinOutcome exit = late.exit(DOOR, "t10000", command(true, null));
    beforeWriting(() -> enter(SMOKERS, "t10000"));
    CheckinOutcome entry = late.enter(DOOR, "t10000", command(true, null));

    assertFalse(assertInstanceOf(CheckedOut.class, exit).wasInside());
    assertEquals(SMOKERS, assertInstanceOf(AlreadyCheckedIn.class, entry).inside().list().id());
    assertEquals(1, passages(DOOR).size());
    assertNoOpenPlace(DOOR);
  }

  @Test
  void entry_ofATicketThatIsVoidedMeanwhile_isRefused_andItsExitIsNot() {
    exit(DOOR, "t10000");
    beforeWriting(() -> gala.put(Gala.voided(Gala.order(1, "adult", "adult"))));

    CheckinOutcome entry = late.enter(DOOR, "t10000", command(true, null));

    assertEquals(Reason.VOID, assertInstanceOf(NotAdmissible.class, entry).reason());
    assertInstanceOf(CheckedOut.class, late.exit(DOOR, "t10000", command(true, null)));
    assertNoOpenPlace(DOOR);
  }

  @Test
  void twin_isAnsweredAlike() {
    CheckinCommand out = command(true, null);
    CheckinCommand in = command(true, null);
    List<CheckinOutcome> first = new ArrayList<>();
    beforeWriting(() -> first.add(doors.exit(OFTEN, "t10000", out)));
    CheckinOutcome exit = late.exit(OFTEN, "t10000", out);
    beforeWriting(() -> first.add(doors.enter(OFTEN, "t10000", in)));
    CheckinOutcome entry = late.enter(OFTEN, "t10000", in);

    assertEquals(first, List.of(exit, entry));
    assertEquals(2, passages(OFTEN).size());
    assertNoOpenPlace(OFTEN);
  }

  @Test
  void key_thatIsUsedMeanwhile_isUsedForNothingElse() {
    beforeWriting(() -> doors.exit(OFTEN, "t10001", keyed("one")));
    assertEquals(new KeyReused(), late.exit(OFTEN, "t10000", keyed("another")));
    assertEquals(new KeyReused(), late.enter(OFTEN, "t10000", keyed("another")));

    assertEquals(1, passages(OFTEN).size());
    assertNoOpenPlace(OFTEN);
  }

  private CheckinCommand keyed(String request) {
    IdempotencyKey key = new IdempotencyKey("key", request);
    return new CheckinCommand(mode, "phone", true, true, null, key, deadline());
  }

  /** The table knows a transaction again by its token for ten minutes only. */
  @Test
  void attempt_thatWasWrittenLongBefore_isKnownByItsPlace() {
    Doors twice = doors(new TwiceClient(TestTable.client()));

    CheckinCommand keyless = new CheckinCommand(mode, "phone", true, true, null, null, deadline());
    assertInstanceOf(CheckedOut.class, twice.exit(OFTEN, "t10000", keyless));
    assertInstanceOf(Reentered.class, twice.enter(OFTEN, "t10000", keyless));
    assertInstanceOf(CheckedOut.class, twice.exit(OFTEN, "t10000", command(true, null)));
    assertEquals(3, passages(OFTEN).size());
  }

  @Test
  void key_isInUse_whileItsTwinWrites() {
    Doors busy = losing("TransactionConflict", each -> true);
    for (Function<CheckinCommand, CheckinOutcome> passage :
        List.<Function<CheckinCommand, CheckinOutcome>>of(
            command -> busy.exit(OFTEN, "t10000", command),
            command -> busy.enter(OFTEN, "t10000", command))) {
      assertEquals(new KeyInUse(), passage.apply(soon(true, key())));
      assertThrows(UnavailableException.class, () -> passage.apply(soon(false, null)));
    }
    Doors others = losing("TransactionConflict", each -> each.update() != null);
    assertThrows(UnavailableException.class, () -> others.exit(OFTEN, "t10000", soon(true, key())));
    Doors lost = losing("ConditionalCheckFailed", each -> true);
    assertThrows(UnavailableException.class, () -> lost.exit(OFTEN, "t10000", soon(true, null)));
    assertEquals(List.of(), passages(OFTEN));
  }

  private Doors losing(String code, Predicate<TransactWriteItem> inTheWay) {
    return doors(new LosingClient(TestTable.client(), clock, code, inTheWay));
  }

  /** Returns a request that is given up after few attempts, as there are pauses between them. */
  private CheckinCommand soon(boolean online, IdempotencyKey key) {
    Instant scannedAt = online ? null : clock.instant();
    return new CheckinCommand(
        mode, "phone", online, true, scannedAt, key, clock.instant().plusSeconds(10));
  }

  @Test
  void undo_isDone_whateverHappensMeanwhile_andOnce() {
    TicketPassage out = ((CheckedOut) exit(DOOR, "t10000")).passage();
    TicketPassage again = ((Reentered) enter(DOOR, "t10000")).passage();

    beforeWriting(() -> exit(SMOKERS, "t10000"));
    assertEquals(UndoOutcome.UNDONE, undoLate(again));
    beforeWriting(() -> undo(out.id(), "phone", Role.DESK));
    assertEquals(UndoOutcome.NOT_FOUND, undoLate(out));

    assertTrue(raced.happened());
    assertTrue(passages(DOOR).stream().allMatch(each -> each.undone()));
    assertNoOpenPlace(DOOR);
    for (long id : List.of(out.id() + 1, again.id() + 1, again.id() + 6400, 0L)) {
      assertEquals(UndoOutcome.NOT_FOUND, late.undo(DOOR, id, undo("phone", Role.DESK)));
    }
  }

  private UndoOutcome undoLate(TicketPassage passage) {
    return late.undo(DOOR, passage.id(), undo("phone", Role.DESK));
  }

  /** Every 32nd passage settles what was written. */
  @Test
  void passages_settleTheListInTurn() {
    for (int i = 0; i < 40; i++) {
      exit(DOOR, "t10000");
    }

    String rows = TableSchema.checkins(Gala.ACCOUNT, Gala.EVENT, DOOR, Mode.LIVE);
    assertEquals(
        32,
        table
            .dynamo()
            .get(TableSchema.head(rows), Instant.now().plusSeconds(60))
            .orElseThrow()
            .number("settled"));
  }

  private void assertNoOpenPlace(long list) {
    // An undo or an import would hide it for a while.
    clock.pass(Duration.ofHours(1));
    assertNotNull(doors.checkins(list, Gala.ALL).version());
  }
}
