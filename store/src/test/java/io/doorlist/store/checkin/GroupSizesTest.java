package io.doorlist.store.checkin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.AlreadyCheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedOut;
import io.doorlist.domain.checkin.CheckinOutcome.OrderCheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.OrderCheckedOut;
import io.doorlist.domain.checkin.CheckinOutcome.Reentered;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.Scan.IdempotencyKey;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.domain.checkin.WithdrawalOutcome.Withdrawn;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.door.Reentry;
import io.doorlist.table.Engine;
import io.doorlist.table.Key;
import io.doorlist.testing.Call;
import io.doorlist.testing.Doors;
import io.doorlist.testing.DyingEngine;
import io.doorlist.testing.Gala;
import io.doorlist.testing.OrderBuilder;
import io.doorlist.testing.RelayingEngine;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Groups of any size leave and come back by their code, told or asked, and repeat their requests.
 */
class GroupSizesTest extends PassageFixture {
  private static final List<Integer> SIZES = List.of(1, 47, 48, 49, 96, 130);

  /** The importer's limit. */
  private static final int LARGEST = 1_000;

  private final List<Call.Transact> transactions = new ArrayList<>();
  private final Doors noted = new Doors(table.stores(new Noting(table.engine()), clock));

  /** Notes transactions, but for those that only move the end of a log. */
  private final class Noting extends RelayingEngine {
    Noting(Engine next) {
      super(next);
    }

    @Override
    protected <A> A relay(Call<A> call) {
      if (call instanceof Call.Transact transact
          && transact.writes().stream().anyMatch(write -> !isOfLog(write.key()))) {
        transactions.add(transact);
      }
      return super.relay(call);
    }
  }

  private static boolean isOfLog(Key key) {
    return key.pk().contains("#checkins#");
  }

  /** As a device sends it: it asks, or tells with a key, or without. */
  enum Way {
    ASKED,
    TOLD,
    TOLD_WITHOUT_KEY
  }

  static Stream<Arguments> groups() {
    return Stream.concat(
        SIZES.stream().flatMap(size -> Stream.of(Way.values()).map(way -> Arguments.of(size, way))),
        Stream.of(Arguments.of(LARGEST, Way.ASKED), Arguments.of(LARGEST, Way.TOLD)));
  }

  @ParameterizedTest
  @MethodSource("groups")
  void group_leavesOnce_andComesBackOnce_howeverOftenItIsRepeated(int size, Way way) {
    gala.put(Gala.order(1, Gala.adults(size)));
    in(DOOR, size, scan(true, null));
    clock.pass(Duration.ofMinutes(30));
    Scan leave = scan(way);

    CheckinOutcome left = noted.exit(DOOR, "o1", again(leave));

    assertEquals(1, transactions.size());
    assertLeft(size, left);
    assertCounts(size, 0, 0);
    assertEquals(left, doors.exit(DOOR, "o1", again(leave)));
    assertCounts(size, 0, 0);
    clock.pass(Duration.ofMinutes(1));
    int alone = Math.min(2, size);
    for (int i = 0; i < alone; i++) {
      assertInstanceOf(Reentered.class, enter(DOOR, "t1000" + i));
    }
    clock.pass(Duration.ofMinutes(1));

    assertEquals(left, doors.exit(DOOR, "o1", again(leave)));
    for (int i = 0; i < alone; i++) {
      assertInstanceOf(AlreadyCheckedIn.class, enter(SMOKERS, "t1000" + i));
    }
    assertCounts(size, alone, alone);
    if (size == alone) {
      return;
    }
    long last = outs(left).getLast().passage().id();
    assertEquals(UndoOutcome.UNDONE, undoAnywhere(last));
    assertEquals(UndoOutcome.NOT_FOUND, undoAnywhere(last));
    assertEquals(left, doors.exit(DOOR, "o1", again(leave)));
    assertCounts(size - 1, alone, alone + 1);
    Scan back = scan(true, null);

    OrderCheckedIn returned = in(noted, DOOR, size - alone - 1, back);

    assertEquals(2, transactions.size());
    assertEquals(returned, in(DOOR, size - alone - 1, back));
    assertEquals(
        List.of(Reentered.class),
        returned.tickets().stream().<Class<?>>map(Object::getClass).distinct().toList());
    assertCounts(size - 1, size - 1, size);
    assertEquals(UndoOutcome.UNDONE, undoAnywhere(reentered(returned, 0).passage().id()));
    assertEquals(returned, in(DOOR, size - alone - 1, back));
    assertEquals(left, doors.exit(DOOR, "o1", again(leave)));
    assertCounts(size - 1, size - 2, size - 1);
    assertEquals(0, area("site").unexplainedEntries() + area("site").unexplainedExits());
  }

  /** What the log, the history and door copies have of it. */
  private void assertCounts(long exits, long entries, long inside) {
    List<Happening> passages = passages(DOOR).stream().filter(each -> !each.undone()).toList();
    long out = passages.stream().filter(each -> each.type() == Happening.Type.EXIT).count();
    assertEquals(List.of(exits, entries), List.of(out, passages.size() - out));
    assertEquals(passages.size(), passages.stream().map(Happening::id).distinct().count());
    assertEquals(List.of(inside, exits), List.of(area("site").inside(), area("site").exits()));
    assertEquals(passages.size(), doors.copy(DOOR, true, null).delta().passages().size());
    assertEquals(0, area("site").unexplainedEntries());
  }

  private static void assertLeft(int size, CheckinOutcome left) {
    List<CheckedOut> out = outs(left);
    assertEquals(size, out.size());
    assertEquals(size, new HashSet<>(out.stream().map(GroupSizesTest::ticket).toList()).size());
    assertEquals(List.of(30L), out.stream().map(CheckedOut::minutesInside).distinct().toList());
  }

  /** Some of it have been in and left: they come in again with those who come first. */
  @ParameterizedTest
  @MethodSource("groups")
  void group_comesInWhole_whereSomeHaveBeenIn(int size, Way way) {
    gala.put(Gala.order(1, Gala.adults(size)));
    for (int i = 1; i < size && i < 40; i += 2) {
      enter(OFTEN, "t" + (10_000 + i));
      exit(OFTEN, "t" + (10_000 + i));
    }
    int first = size - Math.min(size / 2, 20);
    clock.pass(Duration.ofMinutes(1));
    Scan enter = scan(way == Way.TOLD_WITHOUT_KEY ? Way.TOLD : way);

    OrderCheckedIn in = in(OFTEN, size, enter);

    assertEquals(size, in.checkins().stream().map(Checkin::ticketId).distinct().count());
    assertEquals(
        first, in.tickets().stream().filter(CheckinOutcome.CheckedIn.class::isInstance).count());
    assertEquals(in, in(OFTEN, size, enter));
    assertEquals(size, area("bar").inside());
    assertEquals(size, gala.count(OFTEN));
  }

  static Stream<Arguments> withdrawals() {
    return groups().filter(group -> group.get()[1] != Way.TOLD_WITHOUT_KEY);
  }

  @ParameterizedTest
  @MethodSource("withdrawals")
  void groupThatIsWithdrawn_hasNeverLeft_andNeverComeIn(int size, Way way) {
    gala.put(Gala.order(1, Gala.adults(size)));
    Scan enter = named("enter", true);
    in(DOOR, size, enter);
    clock.pass(Duration.ofMinutes(30));
    Scan leave = named("leave", way == Way.ASKED);
    assertLeft(size, doors.exit(DOOR, "o1", again(leave)));

    for (Scan each : List.of(leave, enter)) {
      Withdrawn withdrawn = withdraw(each);

      assertEquals(size, withdrawn.undone().stream().distinct().count());
      assertEquals(withdrawn, withdraw(each));
      assertEquals(each == leave ? size : 0, area("site").inside());
      assertEquals(0, area("site").unexplainedEntries() + area("site").unexplainedExits());
    }
    assertInstanceOf(CheckinOutcome.Withdrawn.class, doors.exit(DOOR, "o1", again(leave)));
    assertInstanceOf(
        CheckinOutcome.Withdrawn.class,
        doors.enterOrder(DOOR, "o1", Map.of("adult", size), again(enter)));
    assertEquals(0, gala.count(DOOR));
  }

  private Scan named(String name, boolean online) {
    IdempotencyKey key = new IdempotencyKey(name, "request of " + name, true);
    return new Scan(mode, "phone", "Phone", online, true, clock.instant(), key, deadline());
  }

  private Withdrawn withdraw(Scan scan) {
    return assertInstanceOf(
        Withdrawn.class,
        stores.withdrawals().withdraw(gala.definition(), gala.list(DOOR), again(scan)));
  }

  /** They came in by themselves, and at a list that always admits they are chosen once. */
  @Test
  void group_atAListThatAlwaysAdmits_hasEachOnce() {
    gala.put(Gala.order(1, "adult", "adult"));
    enter(OFTEN, "t10001");
    exit(OFTEN, "t10001");

    OrderCheckedIn in = in(OFTEN, 2, scan(true, null));

    assertEquals(
        List.of(10_000L, 10_001L), in.checkins().stream().map(Checkin::ticketId).sorted().toList());
    assertEquals(2, area("bar").inside());
  }

  @Test
  void group_ofAnAreaOfManyLists_isOneTransaction() {
    for (long list = 21; list < 29; list++) {
      gala.list(list, terms("site", Reentry.AFTER_EXIT, null));
    }
    gala.put(Gala.order(1, Gala.adults(1_000)));

    in(noted, 21, 1_000, scan(true, null));
    assertEquals(1, transactions.size());
    assertEquals(1_000, outs(noted.exit(22, "o1", scan(true, null))).size());
    assertEquals(2, transactions.size());
    in(noted, 23, 1_000, scan(true, null));

    assertEquals(3, transactions.size());
    assertEquals(1_000, area("site").inside());
  }

  /** Each has marks of its own, as before it was moved. */
  @Test
  void ticketsOfThreeOrders_thatAreOneNow_leaveTogether() {
    moveTogether(3, 60);
    for (int i = 0; i < 180; i++) {
      enter(DOOR, "t" + ((1 + i / 60) * 10_000 + i % 60));
    }
    clock.pass(Duration.ofMinutes(30));
    Scan leave = scan(true, null);

    CheckinOutcome left = noted.exit(DOOR, "o9", again(leave));

    assertEquals(2, transactions.size());
    assertLeft(180, left);
    assertEquals(0, area("site").inside());
    enter(DOOR, "t10000");
    enter(DOOR, "t30059");
    assertEquals(left, doors.exit(DOOR, "o9", again(leave)));
    assertEquals(List.of(2L, 180L), List.of(area("site").inside(), area("site").exits()));
  }

  /** More than one transaction takes: the process dies after the first part. */
  @Test
  void ticketsOfThreeOrders_whoseExitsAreCutOff_haveAllLeft_onceItIsRepeated() {
    moveTogether(3, 60);
    for (int i = 0; i < 180; i++) {
      enter(DOOR, "t" + ((1 + i / 60) * 10_000 + i % 60));
    }
    clock.pass(Duration.ofMinutes(30));
    Scan leave = scan(true, null);
    CheckinStore dying = new CheckinStore(table.access(new DyingEngine(table.engine(), 2), clock));

    assertThrows(
        DyingEngine.Killed.class,
        () -> dying.exit(gala.definition(), gala.list(DOOR), "o9", again(leave)));

    clock.pass(Duration.ofMinutes(1));
    long left = 180 - area("site").inside();
    assertTrue(left > 0 && left < 180, left + " have left");
    assertInstanceOf(Reentered.class, enter(DOOR, "t10000"));
    CheckinOutcome all = doors.exit(DOOR, "o9", again(leave));
    assertEquals(180, outs(all).stream().map(GroupSizesTest::ticket).distinct().count());
    assertEquals(all, doors.exit(DOOR, "o9", again(leave)));
    clock.pass(Duration.ofMinutes(1));
    assertEquals(List.of(1L, 180L), List.of(area("site").inside(), area("site").exits()));
  }

  private void moveTogether(int orders, int each) {
    List<Ticket> tickets = new ArrayList<>();
    List<Order> former = new ArrayList<>();
    for (int id = 1; id <= orders; id++) {
      former.add(Gala.order(id, Gala.adults(each)));
      gala.put(former.getLast());
      tickets.addAll(former.getLast().tickets());
    }
    Instant later = former.getFirst().updatedAt().plusSeconds(1);
    gala.put(OrderBuilder.order(9).tickets(tickets).updated(later).build());
  }

  private Scan scan(Way way) {
    Scan told = scan(false, clock.instant());
    return switch (way) {
      case ASKED -> scan(true, null);
      case TOLD -> told;
      case TOLD_WITHOUT_KEY ->
          new Scan(
              told.mode(), "phone", "Phone", false, true, told.scannedAt(), null, told.deadline());
    };
  }

  private OrderCheckedIn in(long list, int adults, Scan scan) {
    return in(doors, list, adults, scan);
  }

  private OrderCheckedIn in(Doors by, long list, int adults, Scan scan) {
    return assertInstanceOf(
        OrderCheckedIn.class, by.enterOrder(list, "o1", Map.of("adult", adults), again(scan)));
  }

  private static Reentered reentered(OrderCheckedIn in, int index) {
    return assertInstanceOf(Reentered.class, in.tickets().get(index));
  }

  private static List<CheckedOut> outs(CheckinOutcome outcome) {
    return assertInstanceOf(OrderCheckedOut.class, outcome).tickets();
  }

  private static long ticket(CheckedOut out) {
    return out.passage().ticketId();
  }
}
