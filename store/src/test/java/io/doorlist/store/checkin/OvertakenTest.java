package io.doorlist.store.checkin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.AlreadyCheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.OrderCheckedIn;
import io.doorlist.domain.checkin.ListPulse;
import io.doorlist.domain.checkin.PulseWindow;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.Scan.UploadedScan;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.store.checkin.pulse.Pulse;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Update;
import io.doorlist.testing.Call;
import io.doorlist.testing.Gala;
import io.doorlist.testing.LosingEngine;
import io.doorlist.testing.Meanwhile;
import io.doorlist.testing.Stores;
import io.doorlist.testing.TwiceEngine;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Something else happens between the reads of a request and its transaction. */
class OvertakenTest extends CheckinFixture {
  private static final int LARGE = 70;

  private final Meanwhile raced = new Meanwhile(client);
  private final Stores racedStores = table.stores(raced, clock);
  private final CheckinStore late = racedStores.checkins();

  private void beforeWriting(Runnable meanwhile) {
    raced.before(Call.Transact.class::isInstance, meanwhile);
  }

  /** The marks of a large order's tickets are in an item that they share. */
  @ParameterizedTest
  @ValueSource(ints = {1, LARGE})
  void ticket_thatCameInMeanwhile_isAlreadyIn_andLeavesNoOpenPlace(int tickets) {
    gala.put(Gala.order(1, Gala.adults(tickets)));
    List<Checkin> rival = new ArrayList<>();
    beforeWriting(() -> rival.add(in(scan(Gala.MAIN, "t10000"))));

    CheckinOutcome outcome = scan(late, Gala.MAIN, "t10000", Gala.scan("late", "k"));

    assertEquals(new AlreadyCheckedIn(rival.getFirst(), 0, false, null), outcome);
    assertEquals(rival, in(Gala.MAIN));
    assertNoOpenPlace(Gala.MAIN);
  }

  @Test
  void ticket_isLetIn_whenItsPlaceWasTaken() {
    gala.put(Gala.order(1, "adult"));
    String rows = TableSchema.checkins(Gala.ACCOUNT, Gala.EVENT, Gala.MAIN, Mode.LIVE);
    beforeWriting(() -> table.sequence().giveUp(rows, 1, 1, Instant.now().plusSeconds(60)));

    in(scan(late, Gala.MAIN, "t10000", Gala.scan("late", "k")));

    assertNoOpenPlace(Gala.MAIN);
  }

  /** A pulse counts people once, whatever lists they are on. */
  @Test
  void ticket_thatCameInOnAnotherListMeanwhile_isCountedOnce() {
    gala.put(Gala.order(1, "adult"));
    beforeWriting(() -> scan(Gala.EVERYONE, "t10000"));

    in(scan(late, Gala.MAIN, "t10000", Gala.scan("late", "k")));

    Pulse pulse = doors.pulse(new PulseWindow(10, false), Gala.MAIN, Gala.EVERYONE);
    assertEquals(List.of(0L, 1L), pulse.lists().stream().map(ListPulse::people).toList());
  }

  @Test
  void order_takesOtherTickets_andLeavesNoOpenPlace() {
    gala.put(Gala.order(1, Gala.adults(LARGE)));
    List<Checkin> rival = new ArrayList<>();
    beforeWriting(() -> rival.add(in(scan(Gala.EVERYONE, "t10000"))));

    CheckinOutcome outcome = group(late, "o1", Map.of("adult", LARGE - 1), Gala.scan("late", "k"));

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

    beforeWriting(() -> first.add(scan(Gala.MAIN, "t10000", Gala.scan("phone", "k"))));
    CheckinOutcome ticket = scan(late, Gala.MAIN, "t10000", Gala.scan("phone", "k"));
    beforeWriting(() -> first.add(group("o2", Map.of("adult", 1), Gala.scan("phone", "k2"))));
    CheckinOutcome order = group(late, "o2", Map.of("adult", 1), Gala.scan("phone", "k2"));

    assertEquals(first, List.of(ticket, order));
    assertEquals(1, in(Gala.MAIN).size());
    assertEquals(1, in(Gala.EVERYONE).size());
  }

  @Test
  void key_thatLetsAnotherTicketInMeanwhile_letsNobodyElseIn() {
    gala.put(Gala.order(1, "adult", "adult"));
    List<CheckinOutcome> first = new ArrayList<>();
    beforeWriting(() -> first.add(scan(Gala.MAIN, "t10001", Gala.scan("phone", "k"))));

    CheckinOutcome outcome = scan(late, Gala.MAIN, "t10000", Gala.scan("phone", "k"));

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
        Call.GetMany.class::isInstance,
        () -> first.add(scan(Gala.MAIN, "t10066", Gala.scan("phone", "k"))));
    CheckinOutcome ticket = scan(late, Gala.MAIN, "t10066", Gala.scan("phone", "k"));

    assertTrue(raced.happened());
    assertEquals(first, List.of(ticket));
    assertInstanceOf(CheckedIn.class, ticket);
  }

  /** The table knows a transaction again by its token for ten minutes only. */
  @Test
  void attempt_thatWasWrittenLongBefore_isKnownByItsPlace() {
    gala.put(Gala.order(1, Gala.adults(2)));
    CheckinStore twice = table.stores(new TwiceEngine(client), clock).checkins();

    CheckinOutcome ticket = scan(twice, Gala.MAIN, "t10000", Gala.scan("phone", null));
    CheckinOutcome order = group(twice, "o1", Map.of("adult", 2), Gala.scan("phone", null));

    assertEquals(List.of(in(ticket)), in(Gala.MAIN));
    assertEquals(
        assertInstanceOf(OrderCheckedIn.class, order).checkins().reversed(), in(Gala.EVERYONE));
  }

  @Test
  void uploadedScans_comeInTogether_exceptWhatIsInTheWay() {
    for (int order = 1; order <= 5; order++) {
      gala.put(Gala.order(order, "adult"));
    }
    List<UploadedScan> scans =
        IntStream.rangeClosed(1, 4)
            .mapToObj(i -> new UploadedScan("t" + i * 10_000, Gala.scan("phone", "k" + i)))
            .toList();
    beforeWriting(
        () -> {
          scan(Gala.MAIN, "t20000");
          scan(Gala.VIP, "t30000");
          scan(Gala.MAIN, "t50000", Gala.scan("phone", "k4"));
        });

    Map<Integer, CheckinOutcome> in =
        late.checkInTickets(gala.definition(), gala.list(Gala.MAIN), scans);

    assertEquals(Set.of(0, 2), in.keySet());
    assertEquals(4, in(Gala.MAIN).size());
    assertNoOpenPlace(Gala.MAIN);
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

  /** Somebody else writes the same items whenever a request does, until its time is over. */
  @Test
  void request_givesUp_whenItsTimeIsOver() {
    gala.put(Gala.order(1, "adult", "adult"));
    Checkin first = in(scan(Gala.MAIN, "t10000"));
    Stores stores = losing(false, true);

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
    CheckinStore busy = losing(true, true).checkins();

    assertEquals(new CheckinOutcome.KeyInUse(), scan(busy, Gala.MAIN, "t10000", soon("k")));
    assertEquals(new CheckinOutcome.KeyInUse(), group(busy, "o1", Map.of("adult", 1), soon("k2")));
    assertUnavailable(() -> scan(busy, Gala.MAIN, "t10000", soon(null)));
    Scan named = scan("phone", null, false, null);
    assertUnavailable(() -> scan(busy, Gala.MAIN, "nobody", named));
    CheckinStore others = losing(true, false).checkins();
    assertUnavailable(() -> scan(others, Gala.MAIN, "t10000", soon("k3")));
  }

  private Stores losing(boolean conflict, boolean newItems) {
    return table.stores(
        new LosingEngine(client, clock, conflict, each -> newItems || each instanceof Update),
        clock);
  }

  private static void assertUnavailable(Executable request) {
    assertThrows(UnavailableException.class, request);
  }

  private Scan soon(String key) {
    return scan("phone", key, true, null);
  }

  private void assertNoOpenPlace(long list) {
    // An undo or an import would hide it for a while.
    clock.pass(Duration.ofHours(1));
    assertNotNull(doors.checkins(list, Gala.ALL).version());
  }
}
