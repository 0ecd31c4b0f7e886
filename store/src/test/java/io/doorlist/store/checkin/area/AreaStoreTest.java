package io.doorlist.store.checkin.area;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.doorlist.domain.checkin.AreaCounts;
import io.doorlist.domain.checkin.Evening;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.store.checkin.PassageFixture;
import io.doorlist.store.checkin.sum.SumStore;
import io.doorlist.testing.CountingEngine;
import io.doorlist.testing.Gala;
import io.doorlist.testing.Stores;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AreaStoreTest extends PassageFixture {
  /** Sums are proven by {@code LogCheck} of the simulator; these are the minutes that are shown. */
  @Test
  void curve_isOfTheLastMinutes_orOfAnEveningsQuarters() {
    gala.put(Gala.order(1, "adult", "adult"));
    clock.moveTo(Instant.parse("2027-07-04T20:10:30Z"));
    Instant now = clock.instant();
    upload(DOOR, "t10000", false, now.minusSeconds(60 * 20));
    upload(SMOKERS, "t10000", true, now.minusSeconds(60 * 3));
    upload(SMOKERS, "t10001", false, now.minusSeconds(60 * 2));
    upload(DOOR, "t10001", false, now.minusSeconds(60));

    List<Long> curve = area("site").curve();
    assertEquals(List.of(0L, 1L, 1L), curve.subList(158, 161));
    assertEquals(List.of(1L, 0L, 1L, 1L, 1L), curve.subList(175, 180));
    Evening evening = new Evening(Evening.quarter(now) - 2, 3);
    AreaCounts tracked = stores.areas().readTracked(gala.definition(), mode, 0, evening).getFirst();
    assertEquals(List.of(0L, 1L, 1L), tracked.curve());
    assertEquals(1, area("site").unexplainedEntries());
  }

  /** From 24 new rows on, of check-ins and passages, their sum is kept; the next starts from it. */
  @Test
  void sum_isKept_onceItIsWorthAWrite() {
    gala.put(Gala.order(1, Gala.adults(12)));
    CountingEngine counting = new CountingEngine(table.engine());
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
    CountingEngine.Cost cost = counting.spent();
    assertEquals(0, cost.writes());
    assertEquals(1, cost.reads());
    assertEquals(start, after.peakAt());
    assertNull(area("bar").peakAt());
  }

  /** An undo is counted from the sum too: of the one ticket of an order, whatever row it is in. */
  @Test
  void undoneCheckin_isCounted_onceItsRowIsInTheSum() {
    gala.put(Gala.order(1, "adult", "adult"));
    doors.enterOrder(DOOR, "o1", Map.of("adult", 2), scan(true, null));
    assertEquals(2, area("site").inside());
    SumStore keeping = new SumStore(table.access(table.engine(), clock), 0, 1);
    keeping.keepUp(Gala.ACCOUNT, Gala.EVENT, DOOR, mode);

    assertEquals(UndoOutcome.UNDONE, undoCheckin(list(DOOR).getFirst()));

    assertEquals(List.of(1L, 1L), List.of(area("site").inside(), area("site").entries()));
  }

  @Test
  void trackedAreas_areThoseThatPeopleLeave() {
    EventDefinition definition = gala.definition();
    List<AreaCounts> tracked = stores.areas().readTracked(definition, mode, 1, null);

    assertEquals(
        List.of("site", "bar"), tracked.stream().map(each -> each.doors().area().slug()).toList());
    CheckinList main = definition.list(Gala.MAIN).orElseThrow();
    EventDefinition untracked = new EventDefinition(definition.event(), List.of(main));
    assertEquals(List.of(), stores.areas().readTracked(untracked, mode, 1, null));
  }

  private AreaCounts first(Stores reader) {
    EventDefinition definition = gala.definition();
    return reader.areas().read(definition, mode, 0).getFirst();
  }
}
