package io.doorlist.store.checkin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.AdmittedAgain;
import io.doorlist.domain.checkin.CheckinOutcome.AlreadyCheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.UnknownQrCode;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.checkin.Happening.Type;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.Scan.IdempotencyKey;
import io.doorlist.domain.checkin.Scan.UploadedScan;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.domain.checkin.WithdrawalOutcome.KeyReused;
import io.doorlist.domain.checkin.WithdrawalOutcome.Withdrawn;
import io.doorlist.domain.token.Role;
import io.doorlist.door.DoorCopy;
import io.doorlist.store.checkin.copy.CopyPart;
import io.doorlist.testing.Gala;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Scans are withdrawn, whatever became of them before. */
class WithdrawalStoreTest extends WithdrawalFixture {
  private static final Withdrawn NOTHING = new Withdrawn(List.of());

  @Test
  void scanOfWhichNothingCame_isKeptAsWithdrawn_andRefusedWhenItArrives() {
    gala.put(Gala.order(1, "adult"));
    for (boolean online : List.of(true, false)) {
      Scan entry = ofScan(online, "phone");
      Scan exit = ofScan(online, "phone");
      Scan unknown = ofScan(online, "phone");

      for (Scan scan : List.of(entry, exit, unknown)) {
        assertEquals(NOTHING, withdraw(DOOR, scan));
        assertEquals(NOTHING, withdraw(DOOR, by("other", scan)));
      }

      assertInstanceOf(CheckinOutcome.Withdrawn.class, enter(DOOR, "t10000", entry));
      assertInstanceOf(CheckinOutcome.Withdrawn.class, exit(DOOR, "t10000", exit));
      assertInstanceOf(CheckinOutcome.Withdrawn.class, enter(DOOR, "nobody", unknown));
      assertInstanceOf(CheckinOutcome.Withdrawn.class, exit(DOOR, "nobody", unknown));
      assertInstanceOf(CheckinOutcome.Withdrawn.class, exit(DOOR, "o1", exit));
    }
    Scan order = asked();
    assertEquals(NOTHING, withdraw(DOOR, order));
    assertInstanceOf(
        CheckinOutcome.Withdrawn.class,
        doors.enterOrder(DOOR, "o1", Map.of("adult", 1), again(order)));
    assertEquals(List.of(), doors.log(DOOR, mode));
    assertEquals(0, gala.count(DOOR));
  }

  /** Issue 66: a version before 0.3.0 kept the key of a UUID as it was spelled. */
  @Test
  void keyThatWasKeptAsItWasSpelled_isFound_askedTold_andWithdrawn() {
    gala.put(Gala.order(1, "adult", "adult", "adult"));
    for (boolean online : List.of(true, false)) {
      Scan before = ofScan(online, "phone");
      IdempotencyKey old = before.key();
      IdempotencyKey plain =
          new IdempotencyKey(old.digest() + "-plain", old.request(), Set.of(), true, old);
      Scan now = before.with(plain);
      CheckinOutcome in = enter(DOOR, online ? "t10000" : "t10001", before);

      assertEquals(in, enter(DOOR, online ? "t10000" : "t10001", now));
      List<UploadedScan> batch =
          List.of(
              new UploadedScan("t10001", again(now)), new UploadedScan("t10002", again(told())));
      assertEquals(
          Map.of(), stores.checkins().checkInTickets(gala.definition(), gala.list(DOOR), batch));
      assertEquals(undone(id(in)), withdraw(DOOR, now));
      assertInstanceOf(
          CheckinOutcome.Withdrawn.class, enter(DOOR, online ? "t10000" : "t10001", before));
    }
    assertEquals(0, gala.count(DOOR));
  }

  /** Whoever withdraws a code that nobody has asks for none. */
  @Test
  void withdrawals_areNoUnknownCodes() {
    for (int i = 0; i <= CheckinStore.MAX_UNKNOWN; i++) {
      Scan scan = asked();
      withdraw(DOOR, scan);
      assertInstanceOf(CheckinOutcome.Withdrawn.class, enter(DOOR, "nobody", scan));
      assertInstanceOf(CheckinOutcome.Withdrawn.class, exit(DOOR, "nobody", scan));
    }

    assertInstanceOf(UnknownQrCode.class, enter(DOOR, "nobody"));
  }

  @Test
  void scanThatCounted_isUndone_byWhoeverKnowsItsKey_evenLate() {
    gala.put(Gala.order(1, "adult"));
    Scan scan = asked();
    long in = id(enter(DOOR, "t10000", scan));
    clock.pass(Duration.ofHours(1));

    assertEquals(undone(in), withdraw(DOOR, by("other", scan)));

    assertEquals(0, gala.count(DOOR));
    assertEquals(0, area("site").inside());
    Happening undo = undos(DOOR).getFirst();
    assertEquals(new Happening.Undone(Type.CHECK_IN, in, "phone"), undo.undoes());
    assertEquals("other", undo.scannedBy());
    assertEquals(undone(in), withdraw(DOOR, scan));
    assertEquals(1, undos(DOOR).size());
    assertInstanceOf(CheckinOutcome.Withdrawn.class, enter(DOOR, "t10000", scan));
    assertInstanceOf(CheckedIn.class, enter(DOOR, "t10000"));
    assertEquals(undone(in), withdraw(DOOR, scan));
    assertEquals(1, gala.count(DOOR));
  }

  @Test
  void exits_laterEntries_andWrongAdmissions_areUndone() {
    gala.put(Gala.order(1, "adult"));
    gala.put(Gala.voided(Gala.order(2, "adult")));
    enter(DOOR, "t10000");
    Scan exit = told();
    Scan again = asked();
    Scan twice = told();
    Scan unknown = told();
    Scan isVoid = told();
    long left = id(exit(DOOR, "t10000", exit));
    long back = id(enter(DOOR, "t10000", again));
    assertInstanceOf(AdmittedAgain.class, enter(DOOR, "t10000", twice));
    assertInstanceOf(AdmittedAgain.class, enter(DOOR, "nobody", unknown));
    assertInstanceOf(AdmittedAgain.class, enter(DOOR, "t20000", isVoid));
    assertEquals(3, doors.open(DOOR).size());

    for (Scan scan : List.of(twice, unknown, isVoid)) {
      assertEquals(1, assertInstanceOf(Withdrawn.class, withdraw(DOOR, scan)).undone().size());
    }
    assertEquals(undone(back), withdraw(DOOR, again));
    assertEquals(undone(left), withdraw(DOOR, exit));

    assertEquals(List.of(), doors.open(DOOR));
    assertEquals(1, area("site").inside());
    assertEquals(1, area("site").entries());
    assertEquals(1, gala.count(DOOR));
  }

  @Test
  void whatSomebodyUndid_isNotUndoneAgain() {
    gala.put(Gala.order(1, "adult"));
    Scan scan = asked();
    CheckedIn in = assertInstanceOf(CheckedIn.class, enter(DOOR, "t10000", scan));
    assertEquals(UndoOutcome.UNDONE, undoCheckin(in.checkin()));

    assertEquals(NOTHING, withdraw(DOOR, scan));

    assertEquals(NOTHING, withdraw(DOOR, scan));
    assertEquals(1, undos(DOOR).size());
    assertInstanceOf(CheckinOutcome.Withdrawn.class, enter(DOOR, "t10000", scan));
  }

  @Test
  void keyOfAnotherScan_changesNothing() {
    gala.put(Gala.order(1, "adult"));
    Scan scan = asked();
    CheckinOutcome in = enter(DOOR, "t10000", scan);
    Scan other = of(new IdempotencyKey(scan.key().digest(), "other", true), true, "phone");
    Scan withdrawn = asked();
    Scan third = of(new IdempotencyKey(withdrawn.key().digest(), "other", true), true, "phone");

    assertEquals(new KeyReused(), withdraw(DOOR, other));
    withdraw(DOOR, withdrawn);
    assertEquals(new KeyReused(), withdraw(DOOR, third));
    assertEquals(new CheckinOutcome.KeyReused(), enter(DOOR, "t10000", third));

    assertEquals(in, enter(DOOR, "t10000", scan));
    assertEquals(1, gala.count(DOOR));
  }

  /** A key of live and one of test are two, though they are written alike. */
  @Test
  void modes_haveKeysOfTheirOwn() {
    gala.put(Gala.order(1, "adult"));
    Scan live = asked();
    CheckinOutcome in = enter(DOOR, "t10000", live);
    mode = Mode.TEST;
    Scan test = by("tester", live);

    assertEquals(NOTHING, withdraw(DOOR, test));

    mode = Mode.LIVE;
    assertEquals(in, enter(DOOR, "t10000", live));
    assertEquals(1, gala.count(DOOR));
  }

  /** A key that names no scan is its token's. */
  @Test
  void keyOfAToken_isNobodyElses() {
    gala.put(Gala.order(1, "adult"));
    Scan own = of(new IdempotencyKey("own", "request", false), true, "phone");
    CheckinOutcome in = enter(DOOR, "t10000", own);

    assertEquals(NOTHING, withdraw(DOOR, by("other", own)));
    assertEquals(in, enter(DOOR, "t10000", own));
    assertEquals(undone(id(in)), withdraw(DOOR, own));
  }

  /** The ticket did come in, by another entry: the check-in stays as long as that. */
  @Test
  void checkinThatOtherEntriesHold_isNoEntryAnyLonger_andGoesWithTheLastOfThem() {
    gala.put(Gala.order(1, "adult"));
    Scan first = asked();
    long in = id(enter(DOOR, "t10000", first));
    Scan twice = told();
    clock.pass(Duration.ofMinutes(1));
    assertInstanceOf(AdmittedAgain.class, enter(DOOR, "t10000", twice));
    assertEquals(1, doors.open(DOOR).size());
    DoorCopy copy = new DoorCopy();
    String version = update(copy, null);

    assertEquals(undone(in), withdraw(DOOR, first));

    assertEquals(List.of(in), list(DOOR).stream().map(each -> each.id()).toList());
    assertEquals(1, gala.count(DOOR));
    assertEquals(List.of(), doors.open(DOOR));
    assertEquals(1, area("site").inside());
    assertEquals(1, area("site").entries());
    assertEquals(new Happening.Undone(Type.ENTRY, in, "phone"), undos(DOOR).getFirst().undoes());
    version = update(copy, version);
    assertInstanceOf(AlreadyCheckedIn.class, enter(DOOR, "t10000"));
    assertEquals(undone(in), withdraw(DOOR, first));

    withdraw(DOOR, twice);

    assertEquals(0, gala.count(DOOR));
    assertEquals(0, area("site").inside());
    assertEquals(
        Set.of(Type.ENTRY, Type.CHECK_IN),
        undos(DOOR).stream()
            .filter(each -> each.undoes().id() == in)
            .map(each -> each.undoes().type())
            .collect(Collectors.toSet()));
    assertEquals(3, undos(DOOR).size());
    update(copy, version);
    assertEquals(0, people());
    assertInstanceOf(CheckedIn.class, enter(DOOR, "t10000"));
  }

  /** Brings a copy up to date, and compares it with a fresh one. */
  private String update(DoorCopy copy, String have) {
    CopyPart part = doors.copy(DOOR, true, have);
    copy.apply(part.delta());
    DoorCopy fresh = new DoorCopy();
    fresh.apply(doors.copy(DOOR, true, null).delta());
    assertEquals(fresh, copy);
    return part.version();
  }

  private long people() {
    return stores
        .sums()
        .whole(gala.definition(), List.of(gala.list(DOOR)), mode, deadline())
        .get(DOOR)
        .people();
  }

  /** By an entry at another door of the area, too: the desk undoes that. */
  @Test
  void checkinThatAnEntryElsewhereHolds_goesWithIt() {
    gala.put(Gala.order(1, "adult"));
    Scan first = asked();
    long in = id(enter(DOOR, "t10000", first));
    Scan twice = told();
    assertInstanceOf(AdmittedAgain.class, enter(SMOKERS, "t10000", twice));
    withdraw(DOOR, first);
    assertEquals(1, gala.count(DOOR));
    assertEquals(UndoOutcome.HAS_PASSAGES, undo(in, "desk", Role.DESK));

    long entry = doors.log(SMOKERS, mode, Type.ENTRY).getFirst().id();
    assertEquals(UndoOutcome.UNDONE, undoAnywhere(entry));

    assertEquals(List.of(0L, 0L), List.of(gala.count(DOOR), gala.count(SMOKERS)));
    assertEquals(0, area("site").inside());
    assertInstanceOf(CheckedIn.class, enter(SMOKERS, "t10000"));
  }

  @Test
  void checkin_isWithdrawn_thoughItsTicketHasLeft() {
    gala.put(Gala.order(1, "adult"));
    Scan first = asked();
    long in = id(enter(DOOR, "t10000", first));
    exit(SMOKERS, "t10000");

    assertEquals(undone(in), withdraw(DOOR, first));

    assertEquals(0, gala.count(DOOR));
    assertEquals(1, area("site").unexplainedExits());
    assertInstanceOf(CheckedIn.class, enter(DOOR, "t10000"));
  }

  /** Another check-in of the area is the ticket's; neither needs the other. */
  @Test
  void checkinAtAnotherDoor_isNotHeld() {
    gala.put(Gala.order(1, "adult"));
    Scan first = asked();
    Scan second = asked();
    long in = id(enter(DOOR, "t10000", first));
    exit(DOOR, "t10000");
    long there = id(enter(SMOKERS, "t10000", second));

    assertEquals(undone(in), withdraw(DOOR, first));
    assertEquals(List.of(0L, 1L), List.of(gala.count(DOOR), gala.count(SMOKERS)));
    assertEquals(undone(there), withdraw(SMOKERS, second));
    assertEquals(0, gala.count(SMOKERS));
  }

  @Test
  void groupThatCameIn_leavesNobodyBehind() {
    gala.put(Gala.order(1, "adult", "adult", "adult"));
    enter(DOOR, "t10001");
    exit(DOOR, "t10001");
    Scan order = asked();
    doors.enterOrder(DOOR, "o1", Map.of("adult", 3), again(order));
    assertEquals(3, area("site").inside());

    Withdrawn withdrawn = assertInstanceOf(Withdrawn.class, withdraw(DOOR, order));

    assertEquals(3, withdrawn.undone().size());
    assertEquals(0, area("site").inside());
    assertEquals(1, gala.count(DOOR));
    assertEquals(withdrawn, withdraw(DOOR, order));
  }

  /** Of scans that came in together, each has a check-in of its own in their row. */
  @Test
  void scanOfAnUpload_isWithdrawnAlone() {
    gala.put(Gala.order(1, "adult", "adult"));
    Scan one = told();
    Scan other = told();
    Map<Integer, CheckinOutcome> in =
        stores
            .checkins()
            .checkInTickets(
                gala.definition(),
                gala.list(DOOR),
                List.of(new UploadedScan("t10000", one), new UploadedScan("t10001", other)));

    assertEquals(undone(id(in.get(1))), withdraw(DOOR, other));

    assertEquals(List.of(id(in.get(0))), list(DOOR).stream().map(each -> each.id()).toList());
    assertEquals(in.get(0), enter(DOOR, "t10000", one));
  }

  /** A scan that was withdrawn before holds no other one of its upload back. */
  @Test
  void uploadWithAWithdrawnScan_letsTheOthersIn() {
    gala.put(Gala.order(1, "adult", "adult", "adult"));
    List<Scan> all = List.of(told(), told(), told());
    withdraw(DOOR, all.get(1));
    List<UploadedScan> uploaded = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      uploaded.add(new UploadedScan("t1000" + i, all.get(i)));
    }

    Map<Integer, CheckinOutcome> in =
        stores.checkins().checkInTickets(gala.definition(), gala.list(DOOR), uploaded);

    assertEquals(Set.of(0, 2), in.keySet());
    assertInstanceOf(CheckinOutcome.Withdrawn.class, enter(DOOR, "t10001", all.get(1)));
  }
}
