package io.doorlist.store.checkin.pulse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedIn;
import io.doorlist.domain.checkin.Evening;
import io.doorlist.domain.checkin.ListPulse;
import io.doorlist.domain.checkin.PulseWindow;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.event.Area;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.order.DeskNote;
import io.doorlist.domain.order.Order;
import io.doorlist.door.Reentry;
import io.doorlist.store.checkin.CheckinFixture;
import io.doorlist.store.checkin.sum.ListSum;
import io.doorlist.store.checkin.sum.SumStore;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Table;
import io.doorlist.table.Update;
import io.doorlist.testing.Gala;
import io.doorlist.testing.Imports;
import io.doorlist.testing.ListTermsOf;
import io.doorlist.testing.TicketBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PulseStoreTest extends CheckinFixture {
  private static final PulseWindow TWO_MINUTES = new PulseWindow(2, false);
  private static final PulseWindow EVENING = new PulseWindow(1, true);
  private static final long TRACKED = 11;

  private final Table access = table.access(table.engine(), clock);
  private final SumStore keeping = new SumStore(access, 100, 1);

  @Test
  void pulse_hasWhatCame_whatLeft_andWhatWasRefused() {
    gala.put(Gala.order(1, "adult", "child"));
    checkIn(Gala.MAIN, "t10000");
    Checkin undone = checkIn(Gala.EVERYONE, "t10000");
    checkIn(Gala.EVERYONE, "t10001");
    undo(Gala.EVERYONE, undone.id(), desk());
    scan(Gala.MAIN, "t10000", offline());
    refuse(Gala.MAIN);
    refuse(Gala.MAIN);

    List<ListPulse> pulses = read(Gala.MAIN, Gala.EVERYONE).lists();

    Instant now = clock.instant();
    assertEquals(
        List.of(
            new ListPulse(
                gala.list(Gala.MAIN),
                2,
                1,
                1,
                0,
                1,
                0,
                List.of(),
                List.of(0L, 1L),
                List.of(),
                new TreeMap<>(Map.of("adult", 1L)),
                new TreeMap<>(),
                new TreeMap<>(Map.of("void", 2L)),
                List.of(
                    new ListPulse.Phone("other's name", now, 0, 0),
                    new ListPulse.Phone(null, now, 1, 0))),
            new ListPulse(
                gala.list(Gala.EVERYONE),
                2,
                1,
                0,
                0,
                1,
                0,
                List.of(),
                List.of(0L, 1L),
                List.of(),
                new TreeMap<>(Map.of("child", 1L)),
                new TreeMap<>(),
                new TreeMap<>(),
                List.of(new ListPulse.Phone(null, now, 2, 0)))),
        pulses);
  }

  /** Who came is told for as long as the pulse goes back, whoever keeps the sum. */
  @Test
  void arrivalsOfWhoeverHasAttention_areTold_theLatestFirst_untilTheyAreUndone() {
    DeskNote look = new DeskNote("call Anna", true);
    Order order = Gala.order(1, Gala.adults(14));
    gala.put(
        Gala.with(
            order,
            order.state(),
            ticket ->
                ticket.id() == 10_013 ? ticket : TicketBuilder.like(ticket).note(look).build()));
    Checkin undone = null;
    for (int i = 0; i < 14; i++) {
      Checkin in = checkIn(Gala.MAIN, "t" + (10_000 + i));
      undone = i == 12 ? in : undone;
    }
    undo(Gala.MAIN, undone.id(), desk());

    List<ListPulse.Arrival> told = read(Gala.MAIN).lists().getFirst().attention();

    assertEquals(
        List.of(10_011L, 10_010L, 10_009L, 10_008L, 10_007L, 10_006L, 10_005L, 10_004L, 10_003L),
        told.stream().map(ListPulse.Arrival::ticketId).toList());
    assertEquals("T10011", told.getFirst().reference());
    keeping.keepUp(Gala.ACCOUNT, Gala.EVENT, Gala.MAIN, Mode.LIVE);
    assertEquals(told, read(Gala.MAIN).lists().getFirst().attention());
    clock.pass(Duration.ofMinutes(3));
    assertEquals(List.of(), read(Gala.MAIN).lists().getFirst().attention());
  }

  /** From an hour before the first check-in of a day until now, for all lists alike. */
  @Test
  void evening_hasAllQuarters_andItsRefusals() {
    gala.put(Gala.order(1, "adult", "child"));
    refuse(Gala.MAIN);
    clock.pass(Duration.ofDays(2));
    refuse(Gala.MAIN);
    clock.pass(Duration.ofMinutes(45));
    scan(Gala.MAIN, "t10000", online());
    long opened = Evening.quarter(clock.instant());
    clock.pass(Duration.ofMinutes(30));
    scan(Gala.EVERYONE, "t10001", online());

    Pulse pulse = doors.pulse(EVENING, Gala.MAIN, Gala.EVERYONE);

    assertEquals(new Evening(opened - 4, 7), pulse.evening());
    assertEquals(List.of(0L, 0L, 0L, 0L, 1L, 0L, 0L), pulse.lists().getFirst().perQuarter());
    assertEquals(List.of(0L, 0L, 0L, 0L, 0L, 0L, 1L), pulse.lists().getLast().perQuarter());
    assertEquals(Map.of("void", 1L), pulse.lists().getFirst().refused());
    assertNull(pulse.version());
    List<CheckinList> main = List.of(gala.list(Gala.MAIN));
    assertEquals(
        List.of(), stores.pulses().versions(Gala.ACCOUNT, Gala.EVENT, main, Mode.LIVE, EVENING));
  }

  @Test
  void evening_isADayAtMost() {
    Instant at = Instant.EPOCH.plus(Evening.QUARTER.multipliedBy(200));
    Map<Long, Long> lately = Map.of(100L, 1L, 192L, 1L, 193L, 1L);
    assertEquals(new Evening(105, 96), Evening.of(new TreeMap<>(), at));
    assertEquals(new Evening(188, 13), Evening.of(new TreeMap<>(lately), at));
    assertEquals(new Evening(46, 96), Evening.of(new TreeMap<>(Map.of(50L, 1L)), at));
    assertEquals(new Evening(206, 1), Evening.of(new TreeMap<>(Map.of(210L, 1L)), at));
    assertEquals(Instant.ofEpochSecond(7_199), new Evening(4, 4).end());
    assertEquals(74, new Evening(4, 1).lastMinutes().sum());
  }

  /** One read adds 1,600 rows at most; HEAD counts 2,000, of which all are gone. */
  @Test
  void sumFarBehind_catchesUpInSeveralReads() {
    gala.put(Gala.order(1, "adult"));
    access.update(
        Update.of(TableSchema.head(sequence(Gala.MAIN))).set("next", 2_000).set("settled", 2_000),
        deadline());
    SumStore always = new SumStore(access, 100, 0);

    assertNull(read(Gala.MAIN).version());
    always.keepUp(Gala.ACCOUNT, Gala.EVENT, Gala.MAIN, Mode.LIVE);

    assertEquals(2_000, ListSum.of(sum()).mark().upto());
    assertTrue(versions(Gala.MAIN).contains(read(Gala.MAIN).version()));
  }

  @Test
  void version_isAnother_afterAnyChange_andNoOtherwise() {
    gala.put(Gala.order(1, "adult", "adult"));
    checkIn(Gala.MAIN, "t10000");
    Map<String, Runnable> changes = new LinkedHashMap<>();
    changes.put("a check-in", () -> checkIn(Gala.MAIN, "t10001"));
    changes.put("a double admission", () -> scan(Gala.MAIN, "t10000", offline()));
    changes.put("a ticket that is void", this::voidOne);
    changes.put(
        "a list's name", () -> gala.list(Imports.list(Gala.MAIN, "Another", "adult", "child")));
    changes.put("a minute", () -> clock.pass(Duration.ofMinutes(1)));
    changes.put("a refusal", () -> refuse(Gala.MAIN));
    for (Map.Entry<String, Runnable> change : changes.entrySet()) {
      String before = read(Gala.MAIN).version();
      assertEquals(before, versions(Gala.MAIN).getFirst());
      change.getValue().run();
      assertTrue(!versions(Gala.MAIN).contains(before), change.getKey());
      assertNotEquals(before, read(Gala.MAIN).version(), change.getKey());
    }
    assertNotEquals(
        read(Gala.MAIN).version(), doors.pulse(new PulseWindow(3, false), Gala.MAIN).version());
  }

  @Test
  void version_isTheSameInEveryMinute_ifNothingIsShown() {
    gala.put(Gala.order(1, "adult"));
    String nobody = read(Gala.MAIN).version();
    clock.pass(Duration.ofMinutes(1));
    assertEquals(nobody, read(Gala.MAIN).version());
    assertEquals(nobody, versions(Gala.MAIN).getLast());
    assertEquals(2, versions(Gala.MAIN).size());
    checkIn(Gala.MAIN, "t10000");
    clock.pass(Duration.ofMinutes(2));
    String gone = read(Gala.MAIN).version();
    assertNotEquals(nobody, gone);
    clock.pass(Duration.ofMinutes(1));
    assertEquals(gone, read(Gala.MAIN).version());

    refuse(Gala.MAIN);
    assertEquals(List.of(read(Gala.MAIN).version()), versions(Gala.MAIN));
  }

  /** Who is inside is shown for each of the last minutes. */
  @Test
  void version_changesWithTheMinute_ofAListWithPassages() {
    gala.areas(new Area("site", "Site", null, null));
    gala.list(TRACKED, ListTermsOf.passages("site", Reentry.AFTER_EXIT));
    gala.put(Gala.order(1, "adult"));
    String before = read(TRACKED).version();
    assertEquals(List.of(before), versions(TRACKED));
    clock.pass(Duration.ofMinutes(1));
    assertNotEquals(before, read(TRACKED).version());
    doors.enter(TRACKED, "t10000", Gala.scan("phone", null));
    String entered = read(TRACKED).version();
    doors.exit(TRACKED, "t10000", Gala.scan("phone", null));
    assertNotEquals(entered, read(TRACKED).version());
  }

  /** A reserved place may become a row at any time, and HEAD does not tell. */
  @Test
  void version_isUnknown_whileAPlaceIsOpen() {
    gala.areas(new Area("site", "Site", null, null));
    gala.list(TRACKED, ListTermsOf.passages("site", Reentry.AFTER_EXIT));
    Sequence sequence = new Sequence(access);
    for (String each :
        List.of(
            TableSchema.admittedTickets(Gala.ACCOUNT, Gala.EVENT, TRACKED, Mode.LIVE),
            sequence(TRACKED))) {
      long place = sequence.reserve(each, 1, deadline());
      assertNull(read(TRACKED).version(), each);
      sequence.giveUp(each, place, 1, deadline());
      sequence.settleInTurn(each, place, 1, deadline());
      assertTrue(versions(TRACKED).contains(read(TRACKED).version()), each);
    }
  }

  private Checkin checkIn(long list, String code) {
    return ((CheckedIn) scan(list, code)).checkin();
  }

  private Scan online() {
    return scan("phone", null, true, null);
  }

  private Scan offline() {
    return scan("other", null, false, clock.instant().minusSeconds(1));
  }

  private void voidOne() {
    gala.put(Gala.voided(Gala.order(1, "adult", "adult")));
  }

  private void refuse(long list) {
    stores.refusals().count(Gala.ACCOUNT, Gala.EVENT, list, Mode.LIVE, "void", deadline());
  }

  private Item sum() {
    return access
        .get(TableSchema.sum(Gala.ACCOUNT, Gala.EVENT, Gala.MAIN, Mode.LIVE), deadline())
        .orElse(new Item());
  }

  private Pulse read(Long... lists) {
    return doors.pulse(TWO_MINUTES, lists);
  }

  private List<String> versions(long list) {
    List<CheckinList> one = List.of(gala.list(list));
    return stores.pulses().versions(Gala.ACCOUNT, Gala.EVENT, one, Mode.LIVE, TWO_MINUTES);
  }

  private static String sequence(long list) {
    return TableSchema.checkins(Gala.ACCOUNT, Gala.EVENT, list, Mode.LIVE);
  }

  private Instant deadline() {
    return clock.instant().plusSeconds(60);
  }
}
