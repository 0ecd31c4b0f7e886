package io.doorlist.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.AlreadyCheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.NotAdmissible;
import io.doorlist.domain.checkin.CheckinOutcome.OrderCheckedIn;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketTerms;
import io.doorlist.door.Reason;
import io.doorlist.store.Stores;
import io.doorlist.testing.Gala;
import io.doorlist.testing.Imports;
import io.doorlist.testing.RelayingClient;
import io.doorlist.testing.TestTable;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/** An import changes a ticket between a check-in's read and its write, and vice versa. */
class SettlementRaceTest {
  /** Tickets of a large order share doors. */
  private static final int LARGE = 70;

  private final TestTable table = new TestTable();
  private final AtomicReference<Runnable> beforeWrite = new AtomicReference<>();
  private final AtomicReference<Runnable> afterRead = new AtomicReference<>();
  private final Gala gala = new Gala(table.stores(Clock.systemUTC()));
  private final Stores racing = table.stores(racing(TestTable.client()), Clock.systemUTC());

  @ParameterizedTest
  @ValueSource(ints = {1, LARGE})
  void checkIn_isRefused_whenItsCodeIsReplacedMeanwhile(int tickets) {
    Order order = put(tickets);

    CheckinOutcome outcome = checkIn("t10000", () -> gala.put(recoded(order, "new", 1)));

    assertRefused(Reason.REVOKED, outcome);
    assertInstanceOf(CheckedIn.class, checkIn("new", () -> {}));
  }

  /** The second code's item is not the door, so the door must show that the code was replaced. */
  @ParameterizedTest
  @ValueSource(ints = {1, LARGE})
  void checkIn_isRefused_whenItsCodeIsReplacedOnceMore(int tickets) {
    Order order = put(tickets);
    gala.put(recoded(order, "second", 1));

    CheckinOutcome outcome = checkIn("second", () -> gala.put(recoded(order, "third", 2)));

    assertRefused(Reason.REVOKED, outcome);
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

    assertRefused(Reason.BLOCKED, outcome);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, LARGE})
  void checkIn_isDoneOnce_whenItsTicketMovesMeanwhile(int tickets) {
    Order order = put(tickets);
    Order split = later(Gala.order(2), 1, order.tickets().subList(0, 1));

    assertInstanceOf(CheckedIn.class, checkIn("t10000", () -> gala.put(split)));

    assertInstanceOf(AlreadyCheckedIn.class, checkIn("t10000", () -> {}));
    assertEquals(1, gala.count(Gala.EVERYONE));
  }

  /** The order of before no longer lets the ticket in, even to whom its code was read for. */
  @ParameterizedTest
  @ValueSource(ints = {2, LARGE})
  void order_letsNobodyIn_whoMovedMeanwhile(int tickets) {
    Order order = put(tickets);
    Order split = later(Gala.order(2), 1, order.tickets().subList(0, 1));
    afterRead.set(() -> gala.put(split));

    CheckinOutcome outcome =
        racing
            .checkins()
            .checkInOrder(
                gala.definition(),
                gala.list(Gala.EVERYONE),
                "o1",
                new TreeMap<>(Map.of("adult", 1)),
                Gala.command("phone", null));

    CheckedIn in = assertInstanceOf(OrderCheckedIn.class, outcome).tickets().getFirst();
    assertEquals(10_001, in.checkin().ticketId());
    assertInstanceOf(CheckedIn.class, checkIn("t10000", () -> {}));
  }

  /** A mark written between an import's read and its write is not lost. */
  @ParameterizedTest
  @ValueSource(ints = {1, LARGE})
  void replacedCode_keepsAMark_thatComesMeanwhile(int tickets) {
    Order order = put(tickets);
    ImportStore importer = Imports.into(racing);
    beforeWrite.set(() -> assertInstanceOf(CheckedIn.class, checkIn("t10000", () -> {})));

    ImportOutcome outcome = importer.putOrder(Gala.ACCOUNT, Gala.EVENT, recoded(order, "new", 1));

    assertEquals(ImportOutcome.CHANGED, outcome);
    assertInstanceOf(AlreadyCheckedIn.class, checkIn("new", () -> {}));
    assertEquals(1, gala.count(Gala.EVERYONE));
  }

  private CheckinOutcome checkIn(String code, Runnable meanwhile) {
    beforeWrite.set(meanwhile);
    return racing
        .checkins()
        .checkInTicket(
            gala.definition(), gala.list(Gala.EVERYONE), code, Gala.command("phone", null));
  }

  /**
   * Wraps a client so that something else happens before the next write, or after the next read.
   */
  private DynamoDbClient racing(DynamoDbClient client) {
    return new RelayingClient(client) {
      @Override
      public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
        BatchGetItemResponse response = super.batchGetItem(request);
        Runnable meanwhile = afterRead.getAndSet(null);
        if (meanwhile != null) {
          meanwhile.run();
        }
        return response;
      }

      @Override
      public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
        Runnable meanwhile = beforeWrite.getAndSet(null);
        if (meanwhile != null) {
          meanwhile.run();
        }
        return super.transactWriteItems(request);
      }
    };
  }

  private Order put(int tickets) {
    String[] types = new String[tickets];
    Arrays.fill(types, "adult");
    Order order = Gala.order(1, types);
    gala.put(order);
    return order;
  }

  private static Order recoded(Order order, String code, int seconds) {
    return later(
        order,
        seconds,
        order.tickets().stream()
            .map(each -> each.id() == 10_000 ? each.withQrCodeIdentifier(code) : each)
            .toList());
  }

  private static Order later(Order order, int seconds, List<Ticket> tickets) {
    return order.cancelled(false, tickets, order.updatedAt().plusSeconds(seconds));
  }

  private void assertRefused(Reason reason, CheckinOutcome outcome) {
    assertEquals(reason, assertInstanceOf(NotAdmissible.class, outcome).reason());
    assertEquals(0, gala.count(Gala.EVERYONE));
  }
}
