package io.doorlist.store.checkin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedOut;
import io.doorlist.domain.checkin.CheckinOutcome.NotEnoughTickets;
import io.doorlist.domain.checkin.CheckinOutcome.OrderCheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.OrderCheckedOut;
import io.doorlist.domain.checkin.CheckinOutcome.Reentered;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.TicketLook;
import io.doorlist.domain.order.Order;
import io.doorlist.testing.Gala;
import io.doorlist.testing.OrderBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * What the answers to a group's code say beyond who passes. Who passes is in {@code evenings.txt},
 * which {@link EveningTextStoreTest} plays.
 */
class GroupPassagesTest extends PassageFixture {
  @Test
  void answers_sayHowLongEachWasInside_andHowManyMayComeIn() {
    gala.put(Gala.order(1, "adult", "adult", "adult", "child"));
    groupIn(Map.of("adult", 2, "child", 1));
    exit(DOOR, "t10000");
    clock.pass(Duration.ofMinutes(30));

    List<CheckedOut> out = out(exit(SMOKERS, "o1"));

    assertEquals(List.of(30L, 30L), out.stream().map(CheckedOut::minutesInside).toList());
    assertEquals(Map.of("adult", 3, "child", 1), group(DOOR).remaining());

    OrderCheckedIn back = groupIn(Map.of("adult", 3));

    assertEquals(
        List.of(CheckedIn.class, Reentered.class, Reentered.class),
        back.tickets().stream().map(Object::getClass).toList());
    assertEquals(Map.of("adult", 0, "child", 1), back.remaining());
    assertEquals(4, gala.count(DOOR));
  }

  @Test
  void look_saysHowManyOfEachTypeAreInside() {
    gala.put(Gala.order(1, "adult", "adult", "adult", "child"));
    groupIn(Map.of("adult", 3, "child", 1));
    exit(DOOR, "t10000");

    out(doors.exit(SMOKERS, "o1", Map.of("adult", 1, "child", 0), scan(true, null)));

    assertEquals(Map.of("adult", 1, "child", 1), group(DOOR).inside());
  }

  @Test
  void refusal_saysHowManyTheOrderHas() {
    gala.put(Gala.order(1, "adult", "adult", "adult", "child"));
    groupIn(Map.of("adult", 3));

    assertEquals(
        new NotEnoughTickets(new TreeMap<>(Map.of("adult", 0, "child", 1))),
        doors.enterOrder(DOOR, "o1", Map.of("adult", 1), scan(true, null)));
    assertEquals(
        new NotEnoughTickets(new TreeMap<>(Map.of("adult", 3, "child", 1, "vip", 0))),
        doors.exit(DOOR, "o1", Map.of("adult", 4, "vip", 1, "child", 1), scan(true, null)));
  }

  @Test
  void codeThatTheGroupHadBefore_letsItOut_andThatOfNobodyIsUnknown() {
    Order order = Gala.order(1, "adult");
    Instant later = order.updatedAt().plusSeconds(1);
    gala.put(order);
    gala.put(OrderBuilder.like(order).code("anew").updated(later).build());
    assertEquals(1, out(exit(DOOR, "o1")).size());

    gala.put(OrderBuilder.order(2).tickets(order.tickets()).updated(later.plusSeconds(1)).build());

    assertInstanceOf(CheckinOutcome.UnknownQrCode.class, exit(DOOR, "anew"));
  }

  /** An answer was lost, and some of the group have come back meanwhile. */
  @Test
  void groupsScan_thatIsRepeated_isAnsweredAsBefore() {
    gala.put(Gala.order(1, "adult", "adult", "adult"));
    groupIn(Map.of("adult", 3));
    Scan leave = scan(true, null);
    Scan back = scan(true, null);

    CheckinOutcome left = doors.exit(DOOR, "o1", leave);
    CheckinOutcome returned = doors.enterOrder(DOOR, "o1", Map.of("adult", 2), back);

    assertEquals(2, assertInstanceOf(OrderCheckedIn.class, returned).tickets().size());
    assertEquals(left, doors.exit(DOOR, "o1", leave));
    assertEquals(returned, doors.enterOrder(DOOR, "o1", Map.of("adult", 2), back));
    assertEquals(2, area("site").inside());
  }

  @Test
  void ofATicketsCode_theTicketLeaves_whateverIsCounted() {
    gala.put(Gala.order(1, "adult", "adult"));
    groupIn(Map.of("adult", 2));

    CheckinOutcome left = doors.exit(DOOR, "t10001", Map.of("adult", 2), scan(true, null));

    assertEquals(10_001, assertInstanceOf(CheckedOut.class, left).passage().ticketId());
    assertEquals(1, area("site").inside());
  }

  private OrderCheckedIn groupIn(Map<String, Integer> wanted) {
    CheckinOutcome in = doors.enterOrder(DOOR, "o1", wanted, scan(true, null));
    return assertInstanceOf(OrderCheckedIn.class, in);
  }

  private TicketLook.SeenOrder group(long list) {
    return (TicketLook.SeenOrder) doors.look(list, "o1", scan(true, null));
  }

  private static List<CheckedOut> out(CheckinOutcome outcome) {
    return assertInstanceOf(OrderCheckedOut.class, outcome).tickets();
  }
}
