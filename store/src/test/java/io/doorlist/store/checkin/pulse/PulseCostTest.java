package io.doorlist.store.checkin.pulse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.ListPulse;
import io.doorlist.domain.checkin.PulseWindow;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.store.checkin.sum.ListSum;
import io.doorlist.store.sequence.SequenceMark;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Table;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import io.doorlist.testing.CountingEngine;
import io.doorlist.testing.Doors;
import io.doorlist.testing.Gala;
import io.doorlist.testing.OrderBuilder;
import io.doorlist.testing.Stores;
import io.doorlist.testing.TestTable;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A pulse of 1,000,000 check-ins costs at most 150 read units, and one that has not changed 4. */
class PulseCostTest {
  private static final long ADDED_UP = 1_000_000;
  private static final int NEW = 3_000;
  private static final int PHONES = 60;
  private static final int MINUTES = 180;
  private static final PulseWindow WINDOW = new PulseWindow(MINUTES, false);
  private static final double MAX_UNITS = 150;
  private static final int MINUTES_OF_A_DAY = 24 * 60;
  private static final double MAX_UNITS_OF_AN_EVENING = 40;

  private final TestTable table = new TestTable();
  private final CountingEngine client = new CountingEngine(table.engine());
  private final Stores stores = table.stores(client, Clock.systemUTC());
  private final Gala gala = new Gala(stores);
  private final Doors doors = new Doors(stores);
  private final Table access = table.access();
  private final String checkins =
      TableSchema.checkins(Gala.ACCOUNT, Gala.EVENT, Gala.MAIN, Mode.LIVE);

  @Test
  void pulse_takesAtMost150ReadUnits_andFourIfItIsUnchanged_ofAMillionCheckins() {
    Item row = firstRow();
    addUp(row);
    append(row);

    double most = 0;
    ListPulse pulse = null;
    for (int reads = 0; reads < 3; reads++) {
      client.spent();
      pulse = read();
      most = Math.max(most, client.spent().readUnits());
    }

    assertEquals(ADDED_UP + NEW, pulse.checkedIn());
    assertEquals(ADDED_UP + NEW, pulse.byType().get("adult"));
    double units = most;
    assertTrue(units <= MAX_UNITS, () -> units + " read units");
    assertTrue(units > NEW / 100, () -> units + " read units are too few to be true");
    assertUnchangedTakesFour();
    assertEveningTakesItsRefusalsMore();
  }

  /** It reads three HEADs and the refusals, however large the sum and the check-ins are. */
  private void assertUnchangedTakesFour() {
    stores.sums().keepUp(Gala.ACCOUNT, Gala.EVENT, Gala.MAIN, Mode.LIVE);
    List<CheckinList> lists = List.of(gala.list(Gala.MAIN));

    Pulse pulse = doors.pulse(WINDOW, Gala.MAIN);
    client.spent();
    List<String> versions =
        stores.pulses().versions(Gala.ACCOUNT, Gala.EVENT, lists, Mode.LIVE, WINDOW);
    CountingEngine.Cost cost = client.spent();

    assertTrue(versions.contains(pulse.version()), versions::toString);
    assertTrue(cost.readUnits() <= 4, cost::toString);
    assertEquals(2, cost.reads());
  }

  /** A day in which each minute has refusals is read whole, whatever came before. */
  private void assertEveningTakesItsRefusalsMore() {
    Instant now = Instant.now();
    table.put(
        LongStream.range(0, 2L * MINUTES_OF_A_DAY)
            .mapToObj(
                minute ->
                    new Item(
                            TableSchema.refusals(
                                Gala.ACCOUNT,
                                Gala.EVENT,
                                Mode.LIVE,
                                now.getEpochSecond() / 60 - minute,
                                Gala.MAIN))
                        .put("already_checked_in", 1L))
            .toList());
    client.spent();

    ListPulse pulse = doors.pulse(new PulseWindow(1, true), Gala.MAIN).lists().getFirst();
    CountingEngine.Cost cost = client.spent();

    long refused = pulse.refused().get("already_checked_in");
    assertTrue(refused >= 4 * 60 && refused <= MINUTES_OF_A_DAY, () -> refused + " refusals");
    assertEquals(pulse.checkedIn(), sum(pulse.perQuarter()));
    assertTrue(cost.readUnits() <= MAX_UNITS_OF_AN_EVENING, cost::toString);
  }

  private static long sum(List<Long> counts) {
    return counts.stream().mapToLong(each -> each).sum();
  }

  /** Returns the row of a check-in. */
  private Item firstRow() {
    gala.put(OrderBuilder.order(1, "adult").build());
    CheckinOutcome first = doors.enter(Gala.MAIN, "t10000", Gala.scan("phone", null));
    assertInstanceOf(CheckinOutcome.CheckedIn.class, first);
    return access.get(TableSchema.row(checkins, 1), deadline()).orElseThrow();
  }

  private ListPulse read() {
    return doors.pulse(WINDOW, Gala.MAIN).lists().getFirst();
  }

  /** Stores the sum of a million check-ins of many phones in all minutes, without their rows. */
  private void addUp(Item row) {
    Key key = TableSchema.sum(Gala.ACCOUNT, Gala.EVENT, Gala.MAIN, Mode.LIVE);
    ListSum state = ListSum.of(new Item());
    List<Item> different = LongStream.range(0, MINUTES).mapToObj(i -> arrival(row, i)).toList();
    for (int i = 0; i < ADDED_UP; i++) {
      state.add(new SequenceRow(1, 1, different.get(i % MINUTES)));
    }
    state.seen(new SequenceMark(ADDED_UP, new TreeSet<>()));
    access.write(Write.put(state.item(key)), deadline());
  }

  /** Appends check-ins that are not in the sum yet. */
  private void append(Item row) {
    table.put(
        LongStream.rangeClosed(1, NEW)
            .mapToObj(
                i ->
                    new Item(TableSchema.row(checkins, ADDED_UP + i))
                        .putAll(arrival(row, i).without(TableSchema.PK, TableSchema.SK)))
            .toList());
    access.update(
        Update.of(TableSchema.head(checkins))
            .set("next", ADDED_UP + NEW)
            .set("settled", ADDED_UP + NEW),
        deadline());
  }

  private static Item arrival(Item row, long number) {
    long minute = number % MINUTES;
    return new Item(new LinkedHashMap<>(row.attributes()))
        .put("by", "token-" + number % PHONES)
        .put("by_name", "Gate " + number % PHONES + ", phone")
        .put("at", Instant.now().minus(Duration.ofMinutes(minute)).toEpochMilli());
  }

  private static Instant deadline() {
    return Instant.now().plusSeconds(60);
  }
}
