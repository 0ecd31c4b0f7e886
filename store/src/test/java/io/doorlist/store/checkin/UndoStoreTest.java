package io.doorlist.store.checkin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.AlreadyCheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.OrderCheckedIn;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.checkin.Happening.Type;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.domain.checkin.UndoRequest;
import io.doorlist.domain.token.Role;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.table.TableSchema;
import io.doorlist.testing.Gala;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UndoStoreTest extends CheckinFixture {
  @Test
  void undo_takesTheCheckinFromListAndCount_andTheTicketMayComeInAgain() {
    gala.put(Gala.order(1, "adult", "adult"));
    Checkin first = in("t10000", "k1");
    Checkin second = in("t10001", null);

    assertEquals(UndoOutcome.UNDONE, undo(first));

    assertEquals(List.of(second), in(Gala.MAIN));
    Happening undo = undone().getFirst();
    assertEquals(new Happening.Undone(Type.CHECK_IN, first.id(), "phone"), undo.undoes());
    assertEquals(
        List.of("Desk", clock.instant(), 10_000L),
        List.of(undo.scannedBy(), undo.at(), undo.ticketId()));
    assertEquals(UndoOutcome.NOT_FOUND, undo(Gala.MAIN, undo.id(), desk()));
    Checkin again = in("t10000", "k2");
    assertNotEquals(first.id(), again.id());
    assertEquals(List.of(again, second), in(Gala.MAIN));
    assertInstanceOf(AlreadyCheckedIn.class, scan("t10000", null));
  }

  @Test
  void undo_findsNothing_theSecondTime_andForAnyOtherId() {
    gala.put(Gala.order(1, "adult"));
    Checkin first = in("t10000", null);
    UndoRequest another =
        new UndoRequest(Mode.LIVE, "other", null, Role.SCANNER, clock.instant().plusSeconds(10));
    assertEquals(UndoOutcome.NOT_ALLOWED, undo(Gala.MAIN, first.id(), another));

    assertEquals(UndoOutcome.UNDONE, undo(first));

    assertEquals(UndoOutcome.NOT_FOUND, undo(first));
    for (long id : List.of(1L, first.id() + 1, first.id() + 64, first.id() + (1L << 32))) {
      assertEquals(UndoOutcome.NOT_FOUND, undo(Gala.MAIN, id, desk()));
    }
    assertEquals(1, undone().size());
  }

  /** A poll must not be told that nothing has changed, whether or not the row is settled. */
  @Test
  void undo_changesTheTag_ofPagesAndOfTheCount() {
    gala.put(Gala.order(1, "adult", "adult"));
    Checkin first = in("t10000", null);
    Checkin second = in("t10001", null);
    settle();
    for (Checkin each : List.of(first, second)) {
      String before = page(Gala.ALL).version();
      String counted = countTag();
      assertNotNull(before);
      assertNotNull(counted);

      assertEquals(UndoOutcome.UNDONE, undo(each));

      assertNotEquals(before, page(Gala.ALL).version());
      assertNotEquals(counted, countTag());
    }
  }

  @Test
  void oldKey_stillGivesTheOldAnswer() {
    gala.put(Gala.order(1, "adult", "adult", "adult"));
    CheckinOutcome ticket = scan("t10000", "k1");
    OrderCheckedIn group = group("k2", 2);
    for (Checkin checkin : in(Gala.MAIN)) {
      assertEquals(UndoOutcome.UNDONE, undo(checkin));
    }

    assertEquals(ticket, scan("t10000", "k1"));
    assertEquals(group, group("k2", 2));
    assertEquals(List.of(), in(Gala.MAIN));
    CheckedIn again = assertInstanceOf(CheckedIn.class, scan("t10000", "k3"));
    assertEquals(ticket, scan("t10000", "k1"));
    assertEquals(List.of(again.checkin()), in(Gala.MAIN));
  }

  @Test
  void ticketsOfOneRow_areUndoneEachByItself() {
    gala.put(Gala.order(1, "adult", "adult", "adult"));
    List<Checkin> three = group("k", 3).checkins();
    settle();

    assertEquals(UndoOutcome.UNDONE, undo(three.get(1)));
    assertEquals(List.of(three.get(2), three.get(0)), in(Gala.MAIN));
    assertEquals(UndoOutcome.UNDONE, undo(three.get(0)));
    assertEquals(List.of(three.get(2)), in(Gala.MAIN));
    assertEquals(UndoOutcome.NOT_FOUND, undo(three.get(0)));
    assertEquals(UndoOutcome.UNDONE, undo(three.get(2)));
    assertEquals(List.of(), in(Gala.MAIN));
    assertEquals(
        List.of(three.get(2).id(), three.get(0).id(), three.get(1).id()),
        undone().stream().map(each -> each.undoes().id()).toList());
  }

  @Test
  void voidedTicket_isUndone_andStaysOut() {
    gala.put(Gala.order(1, "adult"));
    Checkin first = in("t10000", null);
    gala.put(Gala.voided(Gala.order(1, "adult")));

    assertEquals(UndoOutcome.UNDONE, undo(first));

    assertInstanceOf(CheckinOutcome.NotAdmissible.class, scan("t10000", null));
  }

  private void settle() {
    String rows = TableSchema.checkins(Gala.ACCOUNT, Gala.EVENT, Gala.MAIN, Mode.LIVE);
    table.sequence().settleAll(rows, Instant.now().plusSeconds(60));
  }

  private UndoOutcome undo(Checkin checkin) {
    return undo(Gala.MAIN, checkin.id(), desk());
  }

  private String countTag() {
    return stores
        .log()
        .counts(Gala.ACCOUNT, Gala.EVENT, Mode.LIVE, List.of(gala.list(Gala.MAIN)))
        .getFirst()
        .version();
  }

  private List<Happening> undone() {
    return doors.undone(Gala.MAIN);
  }

  private Page<Checkin> page(PageRequest request) {
    return doors.checkins(Gala.MAIN, request);
  }

  private Checkin in(String code, String key) {
    return in(scan(code, key));
  }

  private CheckinOutcome scan(String code, String key) {
    return scan(Gala.MAIN, code, scan("phone", key, true, null));
  }

  private OrderCheckedIn group(String key, int adults) {
    Scan scan = scan("phone", key, true, null);
    return assertInstanceOf(
        OrderCheckedIn.class, doors.enterOrder(Gala.MAIN, "o1", Map.of("adult", adults), scan));
  }
}
