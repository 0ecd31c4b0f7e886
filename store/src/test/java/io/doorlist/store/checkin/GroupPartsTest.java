package io.doorlist.store.checkin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.AlreadyCheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedOut;
import io.doorlist.domain.checkin.CheckinOutcome.KeyReused;
import io.doorlist.domain.checkin.CheckinOutcome.OrderCheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.OrderCheckedOut;
import io.doorlist.domain.checkin.CheckinOutcome.Reentered;
import io.doorlist.domain.checkin.CheckinOutcome.TooManyAtOnce;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.Scan.IdempotencyKey;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.table.Engine;
import io.doorlist.testing.Call;
import io.doorlist.testing.DyingEngine;
import io.doorlist.testing.Gala;
import io.doorlist.testing.Meanwhile;
import io.doorlist.testing.OrderBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Groups with more tickets than a transaction takes. Here it takes two. */
class GroupPartsTest extends PassageFixture {
  /** Two tickets with marks of their own, their row and a key. */
  private static final int TWO = 4;

  private final CheckinStore parts = store(table.engine());

  enum Way {
    ASKED,
    TOLD,
    TOLD_WITHOUT_KEY
  }

  private CheckinStore store(Engine engine) {
    return new CheckinStore(table.access(engine, clock), TWO);
  }

  private void putGroup(int size) {
    gala.put(Gala.order(1, Gala.adults(size)));
    doors.enterOrder(DOOR, "o1", Map.of("adult", size), scan(true, null));
    clock.pass(Duration.ofMinutes(30));
  }

  private CheckinOutcome leave(CheckinStore store, Scan scan) {
    return store.exit(gala.definition(), gala.list(DOOR), "o1", again(scan));
  }

  private CheckinOutcome enter(long list, Scan scan, Map<String, Integer> wanted) {
    return parts.checkInOrder(
        gala.definition(), gala.list(list), "o1", new TreeMap<>(wanted), false, again(scan));
  }

  private Scan scan(Way way) {
    Scan told = scan(false, clock.instant());
    return switch (way) {
      case ASKED -> scan(true, null);
      case TOLD -> told;
      case TOLD_WITHOUT_KEY ->
          new Scan(mode, "phone", "Phone", false, true, told.scannedAt(), null, told.deadline());
    };
  }

  private static List<Long> out(CheckinOutcome outcome) {
    return assertInstanceOf(OrderCheckedOut.class, outcome).tickets().stream()
        .map(each -> each.passage().ticketId())
        .toList();
  }

  private List<Happening> exits() {
    return doors.log(DOOR, mode, Happening.Type.EXIT);
  }

  @ParameterizedTest
  @EnumSource
  void groupThatDoesNotFit_leavesInParts_atOneTime(Way way) {
    putGroup(5);
    Scan leave = scan(way);

    CheckinOutcome left = leave(parts, leave);

    assertEquals(List.of(10_000L, 10_001L, 10_002L, 10_003L, 10_004L), out(left));
    assertEquals(left, leave(parts, leave));
    assertEquals(5, exits().size());
    assertEquals(1, exits().stream().map(Happening::at).distinct().count());
    assertEquals(0, area("site").inside());
    assertEquals(0, area("site").unexplainedExits());
  }

  @Test
  void someOfAGroupThatDoNotFit_leaveInParts() {
    putGroup(5);
    exit(SMOKERS, "t10001");
    Scan leave = scan(true, null);
    TreeMap<String, Integer> three = new TreeMap<>(Map.of("adult", 3));

    CheckinOutcome left = parts.exit(gala.definition(), gala.list(DOOR), "o1", three, leave);

    assertEquals(List.of(10_000L, 10_002L, 10_003L), out(left));
    assertEquals(left, parts.exit(gala.definition(), gala.list(DOOR), "o1", three, leave));
    assertEquals(1, area("site").inside());
  }

  static Stream<Integer> writesBeforeTheEnd() {
    // A reservation and a transaction for each part.
    return Stream.of(2, 3, 4, 5);
  }

  /** Somebody of the later parts has left and come back, and another one has been moved. */
  @ParameterizedTest
  @MethodSource("writesBeforeTheEnd")
  void partsThatAreLeft_areWrittenByTheRepeat_asTheyWereDecided(int writes) {
    for (Way way : List.of(Way.ASKED, Way.TOLD, Way.TOLD_WITHOUT_KEY)) {
      PassageFixture other = new GroupPartsTest();
      ((GroupPartsTest) other).cutOff(writes, way);
    }
  }

  private void cutOff(int writes, Way way) {
    putGroup(5);
    Scan leave = scan(way);
    assertThrows(
        DyingEngine.Killed.class,
        () -> leave(store(new DyingEngine(table.engine(), writes)), leave));
    int begun = exits().size();
    assertEquals(writes / 2 * 2, begun);
    clock.pass(Duration.ofMinutes(1));
    exit(SMOKERS, "t10004");
    clock.pass(Duration.ofMinutes(1));
    enter(DOOR, "t10004");
    enter(DOOR, "t10000");
    moveLast();

    CheckinOutcome left = leave(parts, leave);

    assertEquals(List.of(10_000L, 10_001L, 10_002L, 10_003L, 10_004L), out(left));
    assertEquals(left, leave(parts, leave));
    // A reader waits for a place that the killed process has reserved.
    clock.pass(Duration.ofMinutes(1));
    assertEquals(5, exits().size());
    assertEquals(2, area("site").inside());
    assertInstanceOf(AlreadyCheckedIn.class, enter(SMOKERS, "t10004"));
    assertInstanceOf(AlreadyCheckedIn.class, enter(SMOKERS, "t10000"));
    assertInstanceOf(Reentered.class, enter(DOOR, "t10001"));
  }

  private void moveLast() {
    Order order = Gala.order(1, Gala.adults(5));
    Instant later = order.updatedAt().plusSeconds(1);
    List<Ticket> tickets = order.tickets();
    gala.put(OrderBuilder.like(order).tickets(tickets.subList(0, 4)).updated(later).build());
    gala.put(OrderBuilder.order(2).tickets(tickets.subList(4, 5)).updated(later).build());
  }

  /** The server that wrote the first part was ahead of the one at which somebody came back. */
  @Test
  void laterPart_isBeforeWhateverItsTicketsDidSince_evenIfClocksDiffer() {
    putGroup(3);
    Scan leave = scan(true, null);
    Meanwhile raced = new Meanwhile(table.engine());
    clock.pass(Duration.ofSeconds(20));
    raced.after(
        Call.Transact.class::isInstance,
        () -> {
          clock.pass(Duration.ofSeconds(-20));
          exit(SMOKERS, "t10002");
          clock.pass(Duration.ofSeconds(1));
          enter(DOOR, "t10002");
        });

    leave(store(raced), leave);

    assertTrue(raced.happened());
    clock.pass(Duration.ofMinutes(1));
    assertInstanceOf(AlreadyCheckedIn.class, enter(DOOR, "t10002"));
    assertEquals(1, area("site").inside());
  }

  /** Between two parts a phone tells what it saw ten minutes before the group left. */
  @Test
  void laterPart_isAfterWhatAPhoneTells_ofTheTimeBefore() {
    for (boolean exit : List.of(true, false)) {
      new GroupPartsTest().tellBetweenParts(exit);
    }
  }

  private void tellBetweenParts(boolean exit) {
    putGroup(3);
    Meanwhile raced = new Meanwhile(table.engine());
    Instant seen = clock.instant().minus(Duration.ofMinutes(10));
    raced.after(
        Call.Transact.class::isInstance, () -> assertNotNull(upload(DOOR, "t10002", exit, seen)));

    leave(store(raced), scan(true, null));

    assertTrue(raced.happened());
    List<Instant> last = List.of(clock.instant(), clock.instant(), clock.instant());
    assertEquals(last, exits().stream().map(Happening::at).filter(at -> at.isAfter(seen)).toList());
    assertEquals(0, area("site").inside());
    assertInstanceOf(Reentered.class, enter(DOOR, "t10002"));
  }

  /** Two phones send the same, or a phone that lost patience. */
  @Test
  void twins_writeEachPartOnce() {
    putGroup(5);
    Scan leave = scan(true, null);
    for (int transactions = 0; transactions < 3; transactions++) {
      Meanwhile raced = new Meanwhile(table.engine());
      int[] sent = {transactions};
      List<CheckinOutcome> twin = new ArrayList<>();
      raced.before(
          request -> request instanceof Call.Transact && sent[0]-- == 0,
          () -> twin.add(leave(parts, leave)));
      CheckinOutcome left = leave(store(raced), leave);
      assertEquals(raced.happened() ? List.of(left) : List.of(), twin);
    }
    assertEquals(5, exits().size());
  }

  @Test
  void somebodyWhoMovesBetweenReadingAndWriting_isReadAgain() {
    putGroup(5);
    Meanwhile raced = new Meanwhile(table.engine());
    int[] sent = {1};
    raced.before(
        request -> request instanceof Call.Transact && sent[0]-- == 0,
        () -> exit(SMOKERS, "t10003"));

    assertEquals(5, out(leave(store(raced), scan(true, null))).size());

    assertTrue(raced.happened());
    assertEquals(5, exits().size());
    assertEquals(1, area("site").unexplainedExits());
    assertEquals(0, area("site").inside());
  }

  @Test
  void undoOfAPart_leavesTheAnswer_andTheOthers() {
    putGroup(5);
    Scan leave = scan(true, null);
    CheckinOutcome left = leave(parts, leave);
    for (CheckedOut each : ((OrderCheckedOut) left).tickets().subList(1, 4)) {
      assertEquals(UndoOutcome.UNDONE, undoAnywhere(each.passage().id()));
    }

    assertEquals(left, leave(parts, leave));

    assertEquals(3, area("site").inside());
    assertEquals(5, exits().size());
    assertEquals(2, area("site").exits());
  }

  @Test
  void key_isOfOneRequest_andOfOneTokenOrScan() {
    putGroup(3);
    IdempotencyKey scan = new IdempotencyKey("scan", "leave", true);
    CheckinOutcome left = leave(parts, of("phone", scan));

    assertEquals(left, leave(parts, of("other", scan)));
    assertEquals(
        new KeyReused(), leave(parts, of("phone", new IdempotencyKey("scan", "other", true))));
    assertEquals(3, exits().size());

    OrderCheckedIn back =
        assertInstanceOf(
            OrderCheckedIn.class,
            enter(DOOR, of("phone", new IdempotencyKey("back", "back", true)), Map.of("adult", 2)));
    assertEquals(
        back,
        enter(DOOR, of("other", new IdempotencyKey("back", "back", true)), Map.of("adult", 2)));
    assertEquals(2, area("site").inside());
    IdempotencyKey own = new IdempotencyKey("own", "leave", false);
    assertNotEquals(leave(parts, of("phone", own)), leave(parts, of("other", own)));
    // Nobody was inside any more, and the first one's code is on record once more.
    assertEquals(6, exits().size());
  }

  /** The same name in the other mode is another scan, whose later parts are its own, too. */
  @Test
  void key_isOfOneMode() {
    putGroup(3);
    gala.put(OrderBuilder.like(Gala.order(2, Gala.adults(3))).in(Mode.TEST).build());
    mode = Mode.TEST;
    doors.enterOrder(DOOR, "o2", Map.of("adult", 3), scan(true, null));
    clock.pass(Duration.ofMinutes(1));
    IdempotencyKey scan = new IdempotencyKey("scan", "leave", true);
    Scan inTest = new Scan(mode, "phone", "phone", true, true, clock.instant(), scan, deadline());

    for (int i = 0; i < 2; i++) {
      assertEquals(List.of(10_000L, 10_001L, 10_002L), out(leave(parts, of("phone", scan))));
      assertEquals(
          List.of(20_000L, 20_001L, 20_002L),
          out(parts.exit(gala.definition(), gala.list(DOOR), "o2", again(inTest))));
    }

    assertEquals(3, doors.log(DOOR, Mode.LIVE, Happening.Type.EXIT).size());
    assertEquals(3, doors.log(DOOR, Mode.TEST, Happening.Type.EXIT).size());
  }

  private Scan of(String token, IdempotencyKey key) {
    return new Scan(Mode.LIVE, token, token, true, true, clock.instant(), key, deadline());
  }

  /** Nobody comes in then, and so many as it says do. */
  @Test
  void entryOfTooMany_isRefused_withHowManyFit() {
    gala.put(Gala.order(1, "adult", "child", "adult", "child", "adult"));
    Scan all = scan(true, null);
    Map<String, Integer> wanted = Map.of("adult", 3, "child", 2);

    CheckinOutcome refused = enter(DOOR, all, wanted);

    assertEquals(new TooManyAtOnce(new TreeMap<>(Map.of("adult", 1, "child", 1))), refused);
    assertEquals(List.of(), doors.log(DOOR, mode));
    OrderCheckedIn some =
        assertInstanceOf(OrderCheckedIn.class, enter(DOOR, all, Map.of("adult", 1, "child", 1)));
    assertEquals(
        List.of(10_000L, 10_001L), some.checkins().stream().map(each -> each.ticketId()).toList());
    // One who comes first and one who comes again need a row each.
    exit(DOOR, "t10000");
    assertEquals(
        new TooManyAtOnce(new TreeMap<>(Map.of("adult", 1))),
        enter(DOOR, scan(true, null), Map.of("adult", 2)));
    assertFalse(exits().isEmpty());
  }

  /** Each has marks of its own, as before it was moved: that is more than a transaction takes. */
  @Test
  void ticketsOfThreeOrders_thatAreOneNow_comeInByTwo() {
    List<Ticket> tickets = new ArrayList<>();
    for (int id = 2; id < 5; id++) {
      Order former = Gala.order(id, Gala.adults(60));
      gala.put(former);
      tickets.addAll(former.tickets());
    }
    Instant later = Gala.order(1).updatedAt().plusSeconds(1);
    gala.put(OrderBuilder.order(1).tickets(tickets).updated(later).build());

    CheckinOutcome refused = doors.enterOrder(DOOR, "o1", Map.of("adult", 180), scan(true, null));

    int fit = assertInstanceOf(TooManyAtOnce.class, refused).atOnce().get("adult");
    assertEquals(97, fit);
    for (int each : List.of(fit, 180 - fit)) {
      assertInstanceOf(
          OrderCheckedIn.class,
          doors.enterOrder(DOOR, "o1", Map.of("adult", each), scan(true, null)));
    }
    assertEquals(180, area("site").inside());
  }
}
