package io.doorlist.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.AlreadyCheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.OrderCheckedIn;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.TicketTerms;
import io.doorlist.door.Reason;
import io.doorlist.testing.Call;
import io.doorlist.testing.Gala;
import io.doorlist.testing.Meanwhile;
import io.doorlist.testing.Stores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An import changes a ticket between a check-in's read and its write, and vice versa. */
class SettlementRaceTest extends ImportFixture {
  private final Meanwhile meanwhile = new Meanwhile(table.engine());
  private final Stores racing = stores(meanwhile);

  @ParameterizedTest
  @ValueSource(ints = {1, LARGE})
  void checkIn_isRefused_whenItsCodeIsReplacedMeanwhile(int tickets) {
    Order order = put(tickets);

    CheckinOutcome outcome = checkIn("t10000", () -> gala.put(recoded(order, 10_000, "new", 1)));

    assertOnlyRefused(Reason.REVOKED, outcome);
    assertInstanceOf(CheckedIn.class, checkIn("new"));
  }

  /** The second code's item is not the door, so the door must show that the code was replaced. */
  @ParameterizedTest
  @ValueSource(ints = {1, LARGE})
  void checkIn_isRefused_whenItsCodeIsReplacedOnceMore(int tickets) {
    Order order = put(tickets);
    gala.put(recoded(order, 10_000, "second", 1));

    CheckinOutcome outcome = checkIn("second", () -> gala.put(recoded(order, 10_000, "third", 2)));

    assertOnlyRefused(Reason.REVOKED, outcome);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, LARGE})
  void checkIn_isRefused_whenItsTicketIsBlockedMeanwhile(int tickets) {
    Order order = put(tickets);
    TicketTerms blocked = new TicketTerms(null, null, "admin", null, null);

    CheckinOutcome outcome =
        checkIn(
            "t10000",
            () ->
                gala.put(
                    later(
                        order,
                        1,
                        order.tickets().stream().map(each -> each.with(blocked)).toList())));

    assertOnlyRefused(Reason.BLOCKED, outcome);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, LARGE})
  void checkIn_isDoneOnce_whenItsTicketMovesMeanwhile(int tickets) {
    Order order = put(tickets);
    Order split = later(Gala.order(2), 1, order.tickets().subList(0, 1));

    assertInstanceOf(CheckedIn.class, checkIn("t10000", () -> gala.put(split)));

    assertInstanceOf(AlreadyCheckedIn.class, checkIn("t10000"));
    assertEquals(1, gala.count(Gala.EVERYONE));
  }

  /** The order of before no longer lets the ticket in, even to whom its code was read for. */
  @ParameterizedTest
  @ValueSource(ints = {2, LARGE})
  void order_letsNobodyIn_whoMovedMeanwhile(int tickets) {
    Order order = put(tickets);
    Order split = later(Gala.order(2), 1, order.tickets().subList(0, 1));
    meanwhile.after(Call.GetMany.class::isInstance, () -> gala.put(split));

    CheckinOutcome outcome = checkInOrder(racing, "o1", 1);

    Checkin in = assertInstanceOf(OrderCheckedIn.class, outcome).checkins().getFirst();
    assertEquals(10_001, in.ticketId());
    assertInstanceOf(CheckedIn.class, checkIn("t10000"));
  }

  /** A mark written between an import's read and its write is not lost. */
  @ParameterizedTest
  @ValueSource(ints = {1, LARGE})
  void replacedCode_keepsAMark_thatComesMeanwhile(int tickets) {
    Order order = put(tickets);
    meanwhile.before(
        Call.Transact.class::isInstance,
        () -> assertInstanceOf(CheckedIn.class, checkIn("t10000")));

    ImportOutcome outcome = put(meanwhile, recoded(order, 10_000, "new", 1));

    assertEquals(ImportOutcome.CHANGED, outcome);
    assertInstanceOf(AlreadyCheckedIn.class, checkIn("new"));
    assertEquals(1, gala.count(Gala.EVERYONE));
  }

  /** Lets a ticket in; something else happens before the check-in is written. */
  private CheckinOutcome checkIn(String code, Runnable change) {
    meanwhile.before(Call.Transact.class::isInstance, change);
    return checkIn(racing, Gala.EVERYONE, code);
  }

  private Order put(int tickets) {
    Order order = order(1, tickets);
    gala.put(order);
    return order;
  }

  private void assertOnlyRefused(Reason reason, CheckinOutcome outcome) {
    assertRefused(reason, outcome);
    assertEquals(0, gala.count(Gala.EVERYONE));
  }
}
