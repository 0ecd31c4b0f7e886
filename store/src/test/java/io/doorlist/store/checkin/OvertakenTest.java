package io.doorlist.store.checkin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.AlreadyCheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.OrderCheckedIn;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.domain.checkin.UploadedScan;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.store.Stores;
import io.doorlist.testing.CountingClient;
import io.doorlist.testing.Gala;
import io.doorlist.testing.Meanwhile;
import io.doorlist.testing.RelayingClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Something else happens between the reads of a request and its transaction. */
class OvertakenTest extends CheckinFixture {
  private static final int LARGE = 70;

  private final Meanwhile raced = new Meanwhile(client);
  private final Stores racedStores = table.stores(raced, clock);
  private final CheckinStore late = racedStores.checkins();

  private void beforeWriting(Runnable meanwhile) {
    raced.before(TransactWriteItemsRequest.class::isInstance, meanwhile);
  }

  @Test
  void ticket_thatCameInMeanwhile_isAlreadyIn_andLeavesNoOpenPlace() {
    gala.put(Gala.order(1, "adult"));
    List<Checkin> rival = new ArrayList<>();
    beforeWriting(() -> rival.add(in(scan(Gala.MAIN, "t10000"))));

    CheckinOutcome outcome = scan(late, Gala.MAIN, "t10000", Gala.command("late", "k"));

    assertEquals(new AlreadyCheckedIn(rival.getFirst(), 0, false), outcome);
    assertEquals(rival, in(Gala.MAIN));
    assertNoOpenPlace(Gala.MAIN);
  }

  @Test
  void order_takesOtherTickets_andLeavesNoOpenPlace() {
    gala.put(Gala.order(1, Gala.adults(LARGE)));
    List<Checkin> rival = new ArrayList<>();
    beforeWriting(() -> rival.add(in(scan(Gala.EVERYONE, "t10000"))));

    CheckinOutcome outcome =
        group(late, "o1", Map.of("adult", LARGE - 1), Gala.command("late", "k"));

    List<Checkin> others = assertInstanceOf(OrderCheckedIn.class, outcome).checkins();
    assertEquals(LARGE - 1, others.size());
    List<Checkin> all = new ArrayList<>(rival);
    all.addAll(others);
    assertEquals(all.reversed(), in(Gala.EVERYONE));
    assertNoOpenPlace(Gala.EVERYONE);
  }

  @Test
  void twin_isAnsweredAlike() {
    gala.put(Gala.order(1, "adult"));
    gala.put(Gala.order(2, "adult", "adult"));
    List<CheckinOutcome> first = new ArrayList<>();

    beforeWriting(() -> first.add(scan(Gala.MAIN, "t10000", Gala.command("phone", "k"))));
    CheckinOutcome ticket = scan(late, Gala.MAIN, "t10000", Gala.command("phone", "k"));
    beforeWriting(() -> first.add(group("o2", Map.of("adult", 1), Gala.command("phone", "k2"))));
    CheckinOutcome order = group(late, "o2", Map.of("adult", 1), Gala.command("phone", "k2"));

    assertEquals(first, List.of(ticket, order));
    assertEquals(1, in(Gala.MAIN).size());
    assertEquals(1, in(Gala.EVERYONE).size());
  }

  @Test
  void key_thatLetsAnotherTicketInMeanwhile_letsNobodyElseIn() {
    gala.put(Gala.order(1, "adult", "adult"));
    List<CheckinOutcome> first = new ArrayList<>();
    beforeWriting(() -> first.add(scan(Gala.MAIN, "t10001", Gala.command("phone", "k"))));

    CheckinOutcome outcome = scan(late, Gala.MAIN, "t10000", Gala.command("phone", "k"));

    assertEquals(first, List.of(outcome));
    assertEquals(List.of(in(outcome)), in(Gala.MAIN));
    assertNoOpenPlace(Gala.MAIN);
  }

  /** The marks of a large order are read after its codes and keys. */
  @Test
  void twin_thatIsWrittenBetweenTwoReads_isAnsweredAlike() {
    gala.put(Gala.order(1, Gala.adults(LARGE)));
    List<CheckinOutcome> first = new ArrayList<>();

    raced.after(
        BatchGetItemRequest.class::isInstance,
        () -> first.add(scan(Gala.MAIN, "t10066", Gala.command("phone", "k"))));
    CheckinOutcome ticket = scan(late, Gala.MAIN, "t10066", Gala.command("phone", "k"));

    assertTrue(raced.happened());
    assertEquals(first, List.of(ticket));
    assertInstanceOf(CheckedIn.class, ticket);
  }

  /** The table knows a transaction again by its token for ten minutes only. */
  @Test
  void attempt_thatWasWrittenLongBefore_isKnownByItsPlace() {
    gala.put(Gala.order(1, Gala.adults(2)));
    CheckinStore twice = table.stores(new Twice(client), clock).checkins();

    CheckinOutcome ticket = scan(twice, Gala.MAIN, "t10000", Gala.command("phone", null));
    CheckinOutcome order = group(twice, "o1", Map.of("adult", 2), Gala.command("phone", null));

    assertEquals(List.of(in(ticket)), in(Gala.MAIN));
    assertEquals(
        assertInstanceOf(OrderCheckedIn.class, order).checkins().reversed(), in(Gala.EVERYONE));
  }

  /** Sends every transaction once more, as another one. */
  private static final class Twice extends RelayingClient {
    Twice(DynamoDbClient next) {
      super(next);
    }

    @Override
    public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
      super.transactWriteItems(request);
      String other = "again " + request.clientRequestToken().substring(8);
      return super.transactWriteItems(request.toBuilder().clientRequestToken(other).build());
    }
  }

  @Test
  void uploadedScans_comeInTogether_exceptWhatIsInTheWay() {
    gala.put(Gala.order(1, "adult"));
    gala.put(Gala.order(2, "adult"));
    gala.put(Gala.order(3, "adult"));
    gala.put(Gala.order(4, "adult"));
    gala.put(Gala.order(5, "adult"));
    List<UploadedScan> scans =
        IntStream.rangeClosed(1, 4)
            .mapToObj(i -> new UploadedScan("t" + i * 10_000, Gala.command("phone", "k" + i)))
            .toList();
    beforeWriting(
        () -> {
          scan(Gala.MAIN, "t20000");
          scan(Gala.VIP, "t30000");
          scan(Gala.MAIN, "t50000", Gala.command("phone", "k4"));
        });

    Map<Integer, CheckinOutcome> in =
        late.checkInTickets(gala.definition(), gala.list(Gala.MAIN), scans);

    assertEquals(Set.of(0, 2), in.keySet());
    assertEquals(4, in(Gala.MAIN).size());
    assertNoOpenPlace(Gala.MAIN);
  }

  @Test
  void uploadedScan_thatIsLeftAlone_comesAlone() {
    gala.put(Gala.order(1, "adult"));
    gala.put(Gala.order(2, "adult"));
    List<UploadedScan> scans =
        List.of(
            new UploadedScan("t10000", Gala.command("phone", "k1")),
            new UploadedScan("t20000", Gala.command("phone", "k2")));
    beforeWriting(() -> scan(Gala.MAIN, "t20000"));

    assertEquals(Map.of(), late.checkInTickets(gala.definition(), gala.list(Gala.MAIN), scans));
    assertEquals(1, in(Gala.MAIN).size());
  }

  @Test
  void undo_thatWasOvertakenTwice_isDone_andLeavesNoOpenPlace() {
    gala.put(Gala.order(1, "adult", "adult", "adult"));
    Checkin first = in(scan(Gala.MAIN, "t10000"));
    Checkin second = in(scan(Gala.MAIN, "t10001"));
    Checkin third = in(scan(Gala.MAIN, "t10002"));
    client.spent();
    beforeWriting(
        () -> {
          undo(Gala.MAIN, second.id(), desk());
          beforeWriting(() -> undo(Gala.MAIN, third.id(), desk()));
        });

    assertEquals(UndoOutcome.UNDONE, undoLate(first));

    // Two undos, three attempts, two places that were reserved before, and one that was given up.
    assertEquals(8, client.spent().writes());
    assertEquals(List.of(), in(Gala.MAIN));
    assertEquals(3, doors.undone(Gala.MAIN).size());
    assertNoOpenPlace(Gala.MAIN);
  }

  private UndoOutcome undoLate(Checkin checkin) {
    return racedStores.undos().undo(gala.definition(), gala.list(Gala.MAIN), checkin.id(), desk());
  }

  /** The cost of an undo that nobody overtakes: no place is reserved before. */
  @Test
  void undo_isOneWrite_andARepeatedCheckinNone() {
    gala.put(Gala.order(1, "adult", "adult"));
    CheckinOutcome ticket = scan(Gala.MAIN, "t10000", Gala.command("phone", "k"));
    CheckinOutcome order = group("o1", Map.of("adult", 1), Gala.command("phone", "k2"));

    EventDefinition definition = gala.definition();
    CheckinCommand repeated = Gala.command("phone", "k");
    client.spent();
    assertEquals(
        ticket,
        checkins.checkInTicket(
            definition, definition.list(Gala.MAIN).orElseThrow(), "t10000", repeated));
    assertEquals(new CountingClient.Cost(3, 2, 0, 0), client.spent());
    assertEquals(order, group("o1", Map.of("adult", 1), Gala.command("phone", "k2")));
    assertEquals(0, client.spent().writes());
    undo(Gala.MAIN, in(ticket).id(), desk());
    assertEquals(1, client.spent().writes());
  }

  /** Somebody else writes the same items whenever a request does, until its time is over. */
  @Test
  void request_givesUp_whenItsTimeIsOver() {
    gala.put(Gala.order(1, "adult", "adult"));
    Checkin first = in(scan(Gala.MAIN, "t10000"));
    Stores stores = table.stores(new Losing("ConditionalCheckFailed", true), clock);

    assertUnavailable(() -> scan(stores.checkins(), Gala.EVERYONE, "t10000", soon(null)));
    assertUnavailable(() -> group(stores.checkins(), "o1", Map.of("adult", 1), soon(null)));
    assertUnavailable(
        () -> stores.undos().undo(gala.definition(), gala.list(Gala.MAIN), first.id(), desk()));
    assertEquals(List.of(first), in(Gala.MAIN));
    assertEquals(List.of(), in(Gala.EVERYONE));
  }

  @Test
  void key_isInUse_whileItsTwinWrites() {
    gala.put(Gala.order(1, "adult", "adult"));
    CheckinStore busy = table.stores(new Losing("TransactionConflict", true), clock).checkins();

    assertEquals(new CheckinOutcome.KeyInUse(), scan(busy, Gala.MAIN, "t10000", soon("k")));
    assertEquals(new CheckinOutcome.KeyInUse(), group(busy, "o1", Map.of("adult", 1), soon("k2")));
    assertUnavailable(() -> scan(busy, Gala.MAIN, "t10000", soon(null)));
    CheckinStore others = table.stores(new Losing("TransactionConflict", false), clock).checkins();
    assertUnavailable(() -> scan(others, Gala.MAIN, "t10000", soon("k3")));
  }

  private static void assertUnavailable(Executable request) {
    assertThrows(UnavailableException.class, request);
  }

  private CheckinCommand soon(String key) {
    return new CheckinCommand(
        Mode.LIVE,
        "phone",
        true,
        true,
        null,
        Gala.command("phone", key).key(),
        clock.instant().plusSeconds(10));
  }

  /** Answers every transaction, three seconds later each time, that its items are in the way. */
  private final class Losing extends RelayingClient {
    private final String code;
    private final boolean newItems;

    /**
     * Lets every transaction fail.
     *
     * @param newItems whether those are in the way too that it creates
     */
    Losing(String code, boolean newItems) {
      super(client);
      this.code = code;
      this.newItems = newItems;
    }

    @Override
    public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
      clock.pass(Duration.ofSeconds(3));
      throw TransactionCanceledException.builder()
          .cancellationReasons(request.transactItems().stream().map(this::reason).toList())
          .build();
    }

    private CancellationReason reason(TransactWriteItem write) {
      boolean there = write.update() != null;
      CancellationReason.Builder reason =
          CancellationReason.builder().code(there || newItems ? code : "None");
      if (there) {
        GetItemRequest old =
            GetItemRequest.builder().tableName(table.name()).key(write.update().key()).build();
        reason.item(super.getItem(old).item());
      }
      return reason.build();
    }
  }

  private void assertNoOpenPlace(long list) {
    // An undo or an import would hide it for a while.
    clock.pass(Duration.ofHours(1));
    assertNotNull(
        checkins.list(Gala.ACCOUNT, Gala.EVENT, gala.list(list), Mode.LIVE, Gala.ALL).version());
  }

  private static Checkin in(CheckinOutcome outcome) {
    return assertInstanceOf(CheckedIn.class, outcome).checkin();
  }
}
