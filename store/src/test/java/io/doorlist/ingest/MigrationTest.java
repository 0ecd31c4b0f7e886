package io.doorlist.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.TicketLook;
import io.doorlist.domain.checkin.UndoCommand;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.event.ListTerms;
import io.doorlist.domain.search.SearchCommand;
import io.doorlist.domain.search.SearchOutcome;
import io.doorlist.domain.search.TicketSearch;
import io.doorlist.domain.token.Role;
import io.doorlist.door.Reason;
import io.doorlist.door.Reentry;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.Stores;
import io.doorlist.store.table.TableFormat;
import io.doorlist.testing.DyingClient;
import io.doorlist.testing.Effort;
import io.doorlist.testing.Imports;
import io.doorlist.testing.Meanwhile;
import io.doorlist.testing.StoredTable;
import io.doorlist.testing.TestTable;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;

/**
 * Tables that earlier versions filled, as they were read from their disks: an event with five
 * orders, one of them of 66 tickets and one pending, and check-ins of four requests.
 */
class MigrationTest {
  private static final PageRequest ALL = new PageRequest(1, 250);
  private static final String TOKEN_OF_FORMAT_1 =
      "3e8d4cf94ee5f0d296a31fed653ff306e9ab2122ccb9a1240b59e5c1d5fbc262";

  private final TestTable table = TestTable.withoutFormat();
  private final Stores stores = table.stores(Clock.systemUTC());

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void everyFormat_letsGuestsInOnce_beforeItIsMigrated(int format) {
    StoredTable.load(table, format);

    assertInstanceOf(CheckinOutcome.CheckedIn.class, scan("t-K7QX1-2"));
    assertInstanceOf(CheckinOutcome.AlreadyCheckedIn.class, scan("t-K7QX1-2"));
    assertInstanceOf(CheckinOutcome.AlreadyCheckedIn.class, scan("t-K7QX1-1"));
    assertInstanceOf(CheckinOutcome.AlreadyCheckedIn.class, scan("t-K7QX5-1"));
    assertInstanceOf(CheckinOutcome.CheckedIn.class, scan("t-K7QX5-66"));
    assertEquals(Reason.ORDER_NOT_CONFIRMED, refused(scan("t-K7QX3-1")));
    assertInstanceOf(CheckinOutcome.UnknownQrCode.class, scan("t-K7QX9-1"));
    assertEquals(
        Map.of("adult", 1), assertInstanceOf(TicketLook.SeenOrder.class, look()).remaining());
    assertInstanceOf(CheckinOutcome.OrderCheckedIn.class, group(1));
    assertInstanceOf(CheckinOutcome.NotEnoughTickets.class, group(1));
    assertEquals(71, walk());
  }

  /** Whoever moves an order's codes moves those that others are looking for. */
  @Test
  void code_isFound_whenAnotherRequestMovesItMeanwhile() {
    StoredTable.load(table, 1);
    Meanwhile raced = new Meanwhile(TestTable.client());
    Stores late = table.stores(raced, Clock.systemUTC());
    late.format().isCurrent();
    raced.after(BatchGetItemRequest.class::isInstance, () -> scan("t-K7QX1-1"));

    assertInstanceOf(CheckinOutcome.CheckedIn.class, StoredTable.scan(late, "t-K7QX1-2"));
    assertTrue(raced.happened());
  }

  @Test
  void pendingOrder_isLetIn_whereTheListIncludesIt() {
    StoredTable.load(table, 1);
    Imports.into(stores)
        .putCheckinList(
            "acme",
            "spring-gala",
            Imports.list(
                3,
                "Main door",
                new ListTerms(true, List.of(), null, null, null, Reentry.NEVER, null, false)));

    assertInstanceOf(CheckinOutcome.CheckedIn.class, scan("t-K7QX3-1"));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void undo_findsACheckinOfAnEarlierVersion(int format) {
    StoredTable.load(table, format);
    long id =
        assertInstanceOf(CheckinOutcome.AlreadyCheckedIn.class, scan("t-K7QX2-1")).first().id();

    assertEquals(UndoOutcome.UNDONE, stores.undos().undo(definition(), list(), id, undo()));

    assertInstanceOf(CheckinOutcome.CheckedIn.class, scan("t-K7QX2-1"));
  }

  /** No scan has moved their codes before. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void undo_findsEveryCheckinOfAnEarlierVersion_byItsRow(int format) {
    StoredTable.load(table, format);
    Page<Checkin> before = stores.checkins().list("acme", "spring-gala", list(), Mode.LIVE, ALL);
    assertTrue(before.count() > 1);

    for (Checkin each : before.items()) {
      assertEquals(
          UndoOutcome.UNDONE, stores.undos().undo(definition(), list(), each.id(), undo()));
    }

    assertEquals(0, stores.checkins().list("acme", "spring-gala", list(), Mode.LIVE, ALL).count());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void migrate_keepsWhoIsIn_andCanBeRepeated(int format) {
    StoredTable.load(table, format);
    scan("t-K7QX1-2");

    Migration.Outcome outcome = new Migration(stores).run(orders -> {});

    assertEquals(new Migration.Outcome(5, format == 1 ? 4 : 0), outcome);
    assertTrue(stores.format().isCurrent());
    assertEquals(new Migration.Outcome(5, 0), new Migration(stores).run(orders -> {}));
    assertInstanceOf(CheckinOutcome.AlreadyCheckedIn.class, scan("t-K7QX1-1"));
    assertInstanceOf(CheckinOutcome.AlreadyCheckedIn.class, scan("t-K7QX1-2"));
    assertInstanceOf(CheckinOutcome.CheckedIn.class, scan("t-K7QX2-3"));
    SearchOutcome found = stores.searches().find(definition(), search());
    assertEquals(3, assertInstanceOf(SearchOutcome.Found.class, found).tickets().size());
    ImportStore again = Imports.into(stores);
    assertEquals(
        ImportOutcome.UNCHANGED,
        Imports.put(
            again,
            "acme",
            "spring-gala",
            stores.orders().find("acme", "spring-gala", 1001L).orElseThrow()));
  }

  static IntStream writesBeforeTheEnd() {
    return Effort.first(4, 0, 3, 21, 60, 1, 2, 5, 77);
  }

  /** Issue 36. The door is open in between, and a token of before still opens it. */
  @ParameterizedTest
  @MethodSource("writesBeforeTheEnd")
  void cutOffMigration_isFinishedByTheNext_whereverItWasCutOff(int writes) {
    StoredTable.load(table, 1);
    Stores dying = table.stores(new DyingClient(TestTable.client(), writes), Clock.systemUTC());

    assertThrows(DyingClient.Killed.class, () -> new Migration(dying).run(orders -> {}));

    assertFalse(stores.format().isCurrent());
    assertInstanceOf(CheckinOutcome.CheckedIn.class, scan("t-K7QX1-2"));
    assertInstanceOf(CheckinOutcome.AlreadyCheckedIn.class, scan("t-K7QX1-1"));
    assertInstanceOf(CheckinOutcome.AlreadyCheckedIn.class, scan("t-K7QX5-65"));
    Migration.Outcome outcome = new Migration(stores).run(orders -> {});
    assertEquals(5, outcome.orders());
    assertTrue(stores.format().isCurrent());
    assertInstanceOf(CheckinOutcome.AlreadyCheckedIn.class, scan("t-K7QX1-2"));
    assertInstanceOf(CheckinOutcome.AlreadyCheckedIn.class, scan("t-K7QX5-65"));
    assertInstanceOf(CheckinOutcome.CheckedIn.class, scan("t-K7QX5-66"));
    SearchOutcome found = stores.searches().find(definition(), search());
    assertEquals(3, assertInstanceOf(SearchOutcome.Found.class, found).tickets().size());
    assertEquals("Gate 1", stores.tokens().find(TOKEN_OF_FORMAT_1).orElseThrow().name());
  }

  @Test
  void aLaterFormat_isRefused() {
    StoredTable.setFormat(table, TableFormat.CURRENT + 1);

    assertThrows(
        TableFormat.LaterFormatException.class, () -> stores.tokens().find("any hash at all"));
  }

  @Test
  void anEmptyTable_hasNoFormat() {
    assertTrue(stores.format().find().isEmpty());
    assertTrue(stores.format().isEmptyTable());
    assertFalse(stores.format().isCurrent());
  }

  private static Reason refused(CheckinOutcome outcome) {
    return assertInstanceOf(CheckinOutcome.NotAdmissible.class, outcome).reason();
  }

  private EventDefinition definition() {
    return stores.events().readDefinition("acme", "spring-gala").orElseThrow();
  }

  private CheckinList list() {
    return definition().list(3).orElseThrow();
  }

  private CheckinOutcome scan(String code) {
    return StoredTable.scan(stores, code);
  }

  private CheckinOutcome group(int tickets) {
    return stores
        .checkins()
        .checkInOrder(
            definition(), list(), "o-K7QX2", new TreeMap<>(Map.of("adult", tickets)), command());
  }

  private TicketLook look() {
    return stores.checkins().look(definition(), list(), "o-K7QX2", command());
  }

  private long walk() {
    return stores.checkins().list("acme", "spring-gala", list(), Mode.LIVE, ALL).items().stream()
        .map(checkin -> checkin.ticketId())
        .distinct()
        .count();
  }

  private static CheckinCommand command() {
    return new CheckinCommand(
        Mode.LIVE, "token", "Gate", true, true, null, null, Instant.now().plusSeconds(60));
  }

  private static UndoCommand undo() {
    return new UndoCommand(Mode.LIVE, "token", "Desk", Role.DESK, Instant.now().plusSeconds(60));
  }

  private static SearchCommand search() {
    return new SearchCommand(
        TicketSearch.of("K7QX2").orElseThrow(), Mode.LIVE, "token", Instant.now().plusSeconds(60));
  }
}
