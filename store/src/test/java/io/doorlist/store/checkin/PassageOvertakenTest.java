package io.doorlist.store.checkin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.AdmittedAgain;
import io.doorlist.domain.checkin.CheckinOutcome.AlreadyCheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedOut;
import io.doorlist.domain.checkin.CheckinOutcome.KeyReused;
import io.doorlist.domain.checkin.CheckinOutcome.NotAdmissible;
import io.doorlist.domain.checkin.CheckinOutcome.Reentered;
import io.doorlist.domain.checkin.CheckinOutcome.UnknownQrCode;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.checkin.RecordedPassage;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.Scan.IdempotencyKey;
import io.doorlist.domain.checkin.TicketLook;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.domain.token.Role;
import io.doorlist.door.Reason;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Engine;
import io.doorlist.testing.Call;
import io.doorlist.testing.Doors;
import io.doorlist.testing.Gala;
import io.doorlist.testing.Meanwhile;
import io.doorlist.testing.OrderBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Something else happens between the reads of a passage and its transaction. */
class PassageOvertakenTest extends PassageFixture {
  private final Meanwhile raced = new Meanwhile(table.engine());
  private final Doors late = doors(raced);

  @BeforeEach
  void putGuests() {
    gala.put(Gala.order(1, "adult", "adult"));
    enter(DOOR, "t10000");
    enter(OFTEN, "t10000");
    clock.pass(Duration.ofMinutes(5));
  }

  private Doors doors(Engine client) {
    return new Doors(table.stores(client, clock));
  }

  private void beforeWriting(Runnable meanwhile) {
    raced.before(Call.Transact.class::isInstance, meanwhile);
  }

  @Test
  void passage_ofATicketThatPassedMeanwhile_isDecidedAgain() {
    beforeWriting(() -> exit(SMOKERS, "t10000"));
    CheckinOutcome exit = late.exit(DOOR, "t10000", scan(true, null));
    beforeWriting(() -> enter(SMOKERS, "t10000"));
    CheckinOutcome entry = late.enter(DOOR, "t10000", scan(true, null));

    assertFalse(assertInstanceOf(CheckedOut.class, exit).wasInside());
    assertEquals(SMOKERS, assertInstanceOf(AlreadyCheckedIn.class, entry).inside().list().id());
    assertEquals(1, passages(DOOR).size());
    assertNoOpenPlace(DOOR);
  }

  @Test
  void entry_ofATicketThatIsVoidedMeanwhile_isRefused_andItsExitIsNot() {
    exit(DOOR, "t10000");
    beforeWriting(() -> gala.put(Gala.voided(Gala.order(1, "adult", "adult"))));

    CheckinOutcome entry = late.enter(DOOR, "t10000", scan(true, null));

    assertEquals(Reason.VOID, assertInstanceOf(NotAdmissible.class, entry).reason());
    assertInstanceOf(CheckedOut.class, late.exit(DOOR, "t10000", scan(true, null)));
    assertNoOpenPlace(DOOR);
  }

  @Test
  void twin_isAnsweredAlike() {
    Scan out = scan(true, null);
    Scan in = scan(true, null);
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

  private Scan keyed(String request) {
    IdempotencyKey key = new IdempotencyKey("key", request, false);
    return new Scan(mode, "phone", true, true, null, key, deadline());
  }

  @Test
  void undo_isDone_whateverHappensMeanwhile_andOnce() {
    RecordedPassage out = ((CheckedOut) exit(DOOR, "t10000")).passage();
    RecordedPassage again = ((Reentered) enter(DOOR, "t10000")).passage();

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

  /** What happens beside an undo stays, in the item of the ticket too. */
  @Test
  void passage_besideAnUndo_stays() {
    RecordedPassage out = ((CheckedOut) exit(DOOR, "t10000")).passage();
    List<CheckinOutcome> entered = new ArrayList<>();
    beforeWriting(() -> entered.add(enter(SMOKERS, "t10000")));

    assertEquals(UndoOutcome.UNDONE, undoLate(out));
    assertEquals(UndoOutcome.NOT_FOUND, undoLate(out));

    assertInstanceOf(CheckedIn.class, entered.getFirst());
    beforeWriting(() -> entered.add(enter(SMOKERS, "t10000")));
    RecordedPassage later = ((CheckedOut) exit(SMOKERS, "t10000")).passage();
    assertEquals(UndoOutcome.UNDONE, late.undo(SMOKERS, later.id(), undo("phone", Role.DESK)));
    assertInstanceOf(Reentered.class, entered.getLast());
    TicketLook.Seen look = look(DOOR, "t10000");
    assertEquals(List.of(true, 3L), List.of(look.inside(), look.entries()));
    assertNoOpenPlace(DOOR);
    assertNoOpenPlace(SMOKERS);
  }

  /** What needs the check-in may come between: then it stays. */
  @Test
  void undoOfACheckin_besideAnExit_isRefused() {
    Checkin in = ((CheckedIn) enter(DOOR, "t10001")).checkin();
    beforeWriting(() -> exit(SMOKERS, "t10001"));

    assertEquals(UndoOutcome.HAS_PASSAGES, late.undo(DOOR, in.id(), undo("phone", Role.DESK)));

    assertTrue(raced.happened());
    assertTrue(list(DOOR).contains(in));
    assertNoOpenPlace(DOOR);
  }

  /** What holds a check-in that is withdrawn may be undone meanwhile: then the check-in goes. */
  @Test
  void withdrawalOfACheckin_besideTheUndoOfWhatHoldsIt_leavesNone() {
    Scan first = scan(true, null);
    Checkin in = ((CheckedIn) doors.enter(DOOR, "t10001", first)).checkin();
    exit(DOOR, "t10001");
    RecordedPassage again = ((Reentered) enter(DOOR, "t10001")).passage();
    beforeWriting(() -> undo(again.id(), "phone", Role.DESK));

    table
        .stores(raced, clock)
        .withdrawals()
        .withdraw(gala.definition(), gala.list(DOOR), again(first));

    assertTrue(raced.happened());
    assertFalse(list(DOOR).contains(in));
    assertNoOpenPlace(DOOR);
  }

  /** The same name in the other mode is another scan. */
  @Test
  void scan_isOfItsMode() {
    IdempotencyKey scan = new IdempotencyKey("scan", "exit", true);
    gala.put(OrderBuilder.like(Gala.order(2, "adult")).in(Mode.TEST).build());
    assertInstanceOf(CheckedOut.class, exit(Mode.LIVE, "t10000", scan));
    assertInstanceOf(CheckedOut.class, exit(Mode.TEST, "t20000", scan));
    assertInstanceOf(CheckedOut.class, exit(Mode.TEST, "t20000", scan));

    assertEquals(1, doors.log(DOOR, Mode.LIVE, Happening.Type.EXIT).size());
    assertEquals(1, doors.log(DOOR, Mode.TEST, Happening.Type.EXIT).size());
  }

  private CheckinOutcome exit(Mode of, String code, IdempotencyKey key) {
    return doors.exit(
        DOOR, code, new Scan(of, "phone", true, true, clock.instant(), key, deadline()));
  }

  private UndoOutcome undoLate(RecordedPassage passage) {
    return late.undo(DOOR, passage.id(), undo("phone", Role.DESK));
  }

  /** A device let in somebody with a code that nobody has; a reader closes the writer's place. */
  @Test
  void wrongAdmission_isRecordedOnce_whateverHappensMeanwhile() {
    Scan scan = scan(false, clock.instant());
    List<CheckinOutcome> first = new ArrayList<>();
    beforeWriting(() -> first.add(doors.enter(DOOR, "nobody", scan)));
    CheckinOutcome second = late.enter(DOOR, "nobody", scan);
    beforeWriting(
        () -> {
          String rows = TableSchema.checkins(Gala.ACCOUNT, Gala.EVENT, OFTEN, Mode.LIVE);
          table.sequence().giveUp(rows, 2, 1, Instant.now().plusSeconds(60));
        });
    CheckinOutcome elsewhere = late.enter(OFTEN, "nobody", scan(false, clock.instant()));

    CheckinOutcome recorded = new AdmittedAgain(new UnknownQrCode(), false);
    assertEquals(List.of(recorded), first);
    assertEquals(new AdmittedAgain(new UnknownQrCode(), true), second);
    assertEquals(recorded, elsewhere);
    for (long list : List.of(DOOR, OFTEN)) {
      assertEquals(1, doors.open(list).size());
      assertNoOpenPlace(list);
    }
  }

  private void assertNoOpenPlace(long list) {
    // An undo or an import would hide it for a while.
    clock.pass(Duration.ofHours(1));
    assertNotNull(doors.checkins(list, Gala.ALL).version());
  }
}
