package io.doorlist.store.checkin.area;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.AreaCounts;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedOut;
import io.doorlist.domain.checkin.CheckinOutcome.Reentered;
import io.doorlist.domain.checkin.Evening;
import io.doorlist.domain.checkin.TicketPassage;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.door.Emptying;
import io.doorlist.door.Passage;
import io.doorlist.door.PassageFold;
import io.doorlist.door.Reentry;
import io.doorlist.door.Tally;
import io.doorlist.store.Stores;
import io.doorlist.store.checkin.PassageFixture;
import io.doorlist.store.checkin.sum.SumStore;
import io.doorlist.store.table.TableSchema;
import io.doorlist.testing.CountingClient;
import io.doorlist.testing.Gala;
import io.doorlist.testing.TestTable;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class AreaStoreTest extends PassageFixture {
  /** Rows add up to a walk of all passages, in whatever order these arrive, undone ones too. */
  @Test
  void areas_areAWalkOfAllPassages_whateverTheirOrder() {
    Random random = new Random(31);
    gala.put(Gala.order(1, Gala.adults(5)));
    Instant start = clock.instant().minus(Duration.ofHours(20));
    clock.moveTo(start.plus(Duration.ofHours(20)));
    Map<String, List<Passage>> happened = new TreeMap<>();
    Map<TicketPassage, Map.Entry<String, Passage>> undoable = new HashMap<>();
    for (int i = 0; i < 120; i++) {
      String code = "t1000" + random.nextInt(5);
      long list = random.nextBoolean() ? DOOR : SMOKERS;
      boolean exit = random.nextInt(3) == 0;
      Instant at = start.plusSeconds(random.nextInt(20 * 3600));

      CheckinOutcome outcome = upload(list, code, exit, at);

      Passage passage = new Passage(at.toEpochMilli(), 0, exit, Reentry.AFTER_EXIT);
      happened.computeIfAbsent(code, any -> new ArrayList<>()).add(passage);
      TicketPassage made =
          outcome instanceof CheckedOut out
              ? out.passage()
              : outcome instanceof Reentered again ? again.passage() : null;
      if (made != null) {
        undoable.put(made, Map.entry(code, passage));
      }
      if (i % 10 == 9 && !undoable.isEmpty()) {
        Map.Entry<TicketPassage, Map.Entry<String, Passage>> undone =
            undoable.entrySet().iterator().next();
        assertEquals(UndoOutcome.UNDONE, undoAnywhere(undone.getKey().id()));
        happened.get(undone.getValue().getKey()).remove(undone.getValue().getValue());
        undoable.remove(undone.getKey());
      }
      if (i % 20 == 0) {
        assertWalk(happened, start);
      }
    }
    assertWalk(happened, start);
  }

  private void assertWalk(Map<String, List<Passage>> happened, Instant start) {
    List<Long> moments = new ArrayList<>();
    for (int day = -2; day < 3; day++) {
      moments.add(
          start
              .atZone(ZoneId.of("Europe/Berlin"))
              .toLocalDate()
              .plusDays(day)
              .atTime(4, 0)
              .atZone(ZoneId.of("Europe/Berlin"))
              .toEpochSecond());
    }
    Emptying emptying = new Emptying(moments);
    Tally walk = Tally.NONE;
    for (List<Passage> passages : happened.values()) {
      walk = walk.plus(PassageFold.of(passages, emptying).tally());
    }
    AreaCounts site = area("site");
    long now = Tally.minute(clock.millis());
    assertEquals(
        List.of(
            walk.entries(),
            walk.exits(),
            walk.unexplainedEntries(),
            walk.unexplainedExits(),
            walk.inside(now, emptying),
            walk.peak(now, emptying).inside()),
        List.of(
            site.entries(),
            site.exits(),
            site.unexplainedEntries(),
            site.unexplainedExits(),
            site.inside(),
            site.peak()));
    List<Long> curve = new ArrayList<>();
    for (long minute = now - 179; minute <= now; minute++) {
      curve.add(walk.inside(minute, emptying));
    }
    assertEquals(curve, site.curve());
    List<Long> quarters = new ArrayList<>();
    Evening evening = new Evening(now / 15 - 7, 8);
    for (long minute : evening.lastMinutes().toArray()) {
      quarters.add(walk.inside(Math.min(minute, now), emptying));
    }
    AreaCounts tracked = stores.areas().readTracked(gala.definition(), mode, evening).getFirst();
    assertEquals(quarters, tracked.curve());
  }

  /** Whoever comes behind more places than one read covers, dead ones too, is counted at once. */
  @Test
  void areas_countWhoeverComes_behindManyDeadPlaces() {
    gala.put(Gala.order(1, "adult"));
    String checkins = TableSchema.checkins(Gala.ACCOUNT, Gala.EVENT, DOOR, Mode.LIVE);
    Instant deadline = Instant.now().plusSeconds(60);
    table
        .sequence()
        .giveUp(checkins, table.sequence().reserve(checkins, 1650, deadline), 1650, deadline);
    table.sequence().reserve(checkins, 99, deadline);

    enter(DOOR, "t10000");

    assertEquals(1, area("site").inside());
  }

  /** From 24 new rows on, of check-ins and passages, their sum is kept; the next starts from it. */
  @Test
  void sum_isKept_onceItIsWorthAWrite() {
    gala.put(Gala.order(1, Gala.adults(12)));
    CountingClient counting = new CountingClient(TestTable.client());
    Stores reader = table.stores(counting, clock);
    Instant start = clock.instant();
    for (int i = 0; i < 23; i++) {
      String code = "t" + (10_000 + i / 2);
      if (i % 2 == 0) {
        enter(DOOR, code);
      } else {
        exit(DOOR, code);
      }
      clock.pass(Duration.ofMinutes(1));
    }
    AreaCounts before = first(reader);
    assertEquals(0, counting.spent().writes());
    exit(DOOR, "t10011");
    AreaCounts after = first(reader);
    assertEquals(1, counting.spent().writes());

    assertEquals(List.of(12L, 11L), List.of(before.entries(), before.exits()));
    assertEquals(List.of(12L, 12L, 0L), List.of(after.entries(), after.exits(), after.inside()));
    assertEquals(after, first(reader));
    CountingClient.Cost cost = counting.spent();
    assertEquals(0, cost.writes());
    assertEquals(1, cost.reads());
    assertEquals(start, after.peakAt());
    assertNull(area("bar").peakAt());
  }

  /** An undo is counted from the sum too: of the one ticket of an order, whatever row it is in. */
  @Test
  void undoneCheckin_isCounted_onceItsRowIsInTheSum() {
    gala.put(Gala.order(1, "adult", "adult"));
    doors.enterOrder(DOOR, "o1", Map.of("adult", 2), command(true, null));
    assertEquals(2, area("site").inside());
    SumStore keeping = new SumStore(table.dynamo(TestTable.client(), clock), 0, 1);
    keeping.keepUp(Gala.ACCOUNT, Gala.EVENT, DOOR, mode);

    assertEquals(UndoOutcome.UNDONE, undoCheckin(list(DOOR).getFirst()));

    assertEquals(List.of(1L, 1L), List.of(area("site").inside(), area("site").entries()));
  }

  @Test
  void trackedAreas_areThoseThatPeopleLeave() {
    EventDefinition definition = gala.definition();
    List<AreaCounts> tracked = stores.areas().readTracked(definition, mode, 1);

    assertEquals(
        List.of("site", "bar"), tracked.stream().map(each -> each.doors().area().slug()).toList());
    CheckinList main = definition.list(Gala.MAIN).orElseThrow();
    EventDefinition untracked = new EventDefinition(definition.event(), List.of(main));
    assertEquals(List.of(), stores.areas().readTracked(untracked, mode, 1));
  }

  private AreaCounts first(Stores reader) {
    EventDefinition definition = gala.definition();
    return reader.areas().read(definition, mode, 0).getFirst();
  }
}
