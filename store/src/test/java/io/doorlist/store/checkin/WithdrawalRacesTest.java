package io.doorlist.store.checkin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.WithdrawalOutcome.Withdrawn;
import io.doorlist.table.Engine;
import io.doorlist.testing.Call;
import io.doorlist.testing.DyingEngine;
import io.doorlist.testing.Gala;
import io.doorlist.testing.Meanwhile;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Withdrawals beside what else happens to a scan, and withdrawals that die. */
class WithdrawalRacesTest extends WithdrawalFixture {
  private CheckinStore parts(Engine engine) {
    return new CheckinStore(table.access(engine, clock), 4);
  }

  private CheckinOutcome leave(CheckinStore store, Scan scan) {
    return store.exit(gala.definition(), gala.list(DOOR), "o1", again(scan));
  }

  /** No later part is written of a group that leaves in parts. */
  @Test
  void groupThatLeavesInParts_isWithdrawnAsFarAsItIs_andNoPartFollows() {
    for (int writes : List.of(2, 4, 6)) {
      WithdrawalRacesTest other = new WithdrawalRacesTest();
      other.leaveInParts(writes);
    }
  }

  private void leaveInParts(int writes) {
    gala.put(Gala.order(1, Gala.adults(5)));
    doors.enterOrder(DOOR, "o1", Map.of("adult", 5), scan(true, null));
    Scan leave = told();
    if (writes < 6) {
      assertThrows(
          DyingEngine.Killed.class,
          () -> leave(parts(new DyingEngine(table.engine(), writes)), leave));
    } else {
      leave(parts(table.engine()), leave);
    }
    assertEquals(5 - Math.min(writes, 5), area("site").inside());

    Withdrawn withdrawn = assertInstanceOf(Withdrawn.class, withdraw(DOOR, leave));

    assertEquals(Math.min(writes, 5), withdrawn.undone().size());
    assertInstanceOf(CheckinOutcome.Withdrawn.class, leave(parts(table.engine()), leave));
    assertEquals(5, area("site").inside());
    assertEquals(withdrawn, withdraw(DOOR, leave));
  }

  /** The withdrawal comes while the group leaves: the parts that follow find it. */
  @Test
  void groupThatLeavesInParts_stopsWhereItIsWithdrawn() {
    gala.put(Gala.order(1, Gala.adults(5)));
    doors.enterOrder(DOOR, "o1", Map.of("adult", 5), scan(true, null));
    Scan leave = told();
    Meanwhile raced = new Meanwhile(table.engine());
    raced.after(Call.Transact.class::isInstance, () -> withdraw(DOOR, leave));

    assertInstanceOf(CheckinOutcome.Withdrawn.class, leave(parts(raced), leave));

    assertEquals(5, area("site").inside());
    assertEquals(0, area("site").unexplainedExits());
  }

  /** A withdrawal that dies anywhere is finished by the next one, with the same answer. */
  @Test
  void withdrawalThatDies_isFinishedByTheNext() {
    int deaths = 0;
    for (int writes = 0; writes < 10; writes++) {
      WithdrawalRacesTest other = new WithdrawalRacesTest();
      deaths += other.dieAfter(writes) ? 1 : 0;
    }
    assertEquals(5, deaths);
  }

  private boolean dieAfter(int writes) {
    gala.put(Gala.order(1, "adult", "adult"));
    enter(DOOR, "t10000");
    exit(DOOR, "t10000");
    Scan order = asked();
    doors.enterOrder(DOOR, "o1", Map.of("adult", 2), again(order));
    WithdrawalStore dying =
        new WithdrawalStore(table.access(new DyingEngine(table.engine(), writes), clock));
    boolean died = false;
    try {
      dying.withdraw(gala.definition(), gala.list(DOOR), again(order));
    } catch (DyingEngine.Killed e) {
      died = true;
    }

    Withdrawn withdrawn = assertInstanceOf(Withdrawn.class, withdraw(DOOR, order));

    assertEquals(2, withdrawn.undone().stream().distinct().count());
    assertEquals(2, withdrawn.undone().size());
    assertEquals(withdrawn, withdraw(DOOR, order));
    assertEquals(0, area("site").inside());
    assertEquals(1, gala.count(DOOR));
    assertInstanceOf(
        CheckinOutcome.Withdrawn.class,
        stores
            .checkins()
            .checkInOrder(
                gala.definition(),
                gala.list(DOOR),
                "o1",
                new TreeMap<>(Map.of("adult", 2)),
                false,
                again(order)));
    return died;
  }

  /** The ticket leaves while its check-in is withdrawn: the undo had the ordinal of that row. */
  @Test
  void passageMeanwhile_isNotOverwritten() {
    gala.put(Gala.order(1, "adult"));
    Scan scan = asked();
    clock.pass(Duration.ofMinutes(1));
    long in = id(enter(DOOR, "t10000", scan));
    clock.pass(Duration.ofMinutes(1));
    Meanwhile leaving = new Meanwhile(table.engine());
    leaving.before(
        call -> call instanceof Call.Get get && get.key().sk().equals("TICKET"),
        () -> exit(DOOR, "t10000"));
    WithdrawalStore beside = new WithdrawalStore(table.access(leaving, clock));

    assertEquals(undone(in), beside.withdraw(gala.definition(), gala.list(DOOR), again(scan)));

    assertTrue(leaving.happened());
    assertEquals(1, area("site").unexplainedExits());
    assertEquals(0, gala.count(DOOR));
  }

  /** The twin undoes the row between the other's reads of the key, which says so, and the row. */
  @Test
  void twins_haveTheSameAnswer() {
    gala.put(Gala.order(1, "adult"));
    Scan scan = asked();
    long in = id(enter(DOOR, "t10000", scan));
    WithdrawalStore dying =
        new WithdrawalStore(table.access(new DyingEngine(table.engine(), 2), clock));
    assertThrows(
        DyingEngine.Killed.class,
        () -> dying.withdraw(gala.definition(), gala.list(DOOR), again(scan)));
    Meanwhile twin = new Meanwhile(table.engine());
    twin.after(Call.Get.class::isInstance, () -> withdraw(DOOR, scan));
    WithdrawalStore beside = new WithdrawalStore(table.access(twin, clock));

    assertEquals(undone(in), beside.withdraw(gala.definition(), gala.list(DOOR), again(scan)));
    assertTrue(twin.happened());
  }

  /** Two at once, and a scan that is written between the read and the mark. */
  @Test
  void withdrawal_thatRacesWithItsScanOrAnotherWithdrawal_countsOnce() {
    gala.put(Gala.order(1, "adult"));
    Scan scan = asked();
    Meanwhile raced = new Meanwhile(table.engine());
    raced.before(call -> call instanceof Call.Transact, () -> withdraw(DOOR, scan));
    CheckinStore slow = new CheckinStore(table.access(raced, clock));

    assertInstanceOf(
        CheckinOutcome.Withdrawn.class,
        slow.checkInTicket(gala.definition(), gala.list(DOOR), "t10000", again(scan)));
    assertEquals(0, gala.count(DOOR));

    Scan second = asked();
    long in = id(enter(DOOR, "t10000", second));
    Meanwhile twin = new Meanwhile(table.engine());
    twin.before(call -> call instanceof Call.Transact, () -> withdraw(DOOR, second));
    WithdrawalStore beside = new WithdrawalStore(table.access(twin, clock));
    assertEquals(undone(in), beside.withdraw(gala.definition(), gala.list(DOOR), again(second)));
    assertEquals(2, undos(DOOR).size() + 1);
  }
}
