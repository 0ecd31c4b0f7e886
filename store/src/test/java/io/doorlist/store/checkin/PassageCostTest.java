package io.doorlist.store.checkin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.door.DoorColumns;
import io.doorlist.testing.CountingEngine;
import io.doorlist.testing.Gala;
import io.doorlist.testing.Stores;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What it costs to read who is inside, and how much a copy grows (docs/performance.md). */
class PassageCostTest extends PassageFixture {
  private static final int MINUTES = 600;
  private static final int PEOPLE = 100;

  private final CountingEngine client = new CountingEngine(table.engine());
  private final Stores counted = table.stores(client, clock);

  /** Ten hours of somebody who comes or goes in each minute, as sums that are kept up have them. */
  @Test
  void listAreas_costsOneRoundTrip_afterALongEvening() {
    putPeople(10);
    Instant start = clock.instant().minusSeconds(60L * MINUTES);
    for (int minute = 0; minute < MINUTES; minute++) {
      String code = "t1000" + minute % 10;
      upload(
          minute % 3 == 0 ? SMOKERS : DOOR,
          code,
          minute / 10 % 2 == 1,
          start.plusSeconds(60L * minute));
    }
    for (long list : List.of(DOOR, SMOKERS)) {
      stores.sums().keepUp(Gala.ACCOUNT, Gala.EVENT, list, Mode.LIVE);
    }

    CountingEngine.Cost kept = areas();
    for (int i = 0; i < 20; i++) {
      upload(DOOR, "t10000", i % 2 == 1, clock.instant());
    }
    CountingEngine.Cost behind = areas();

    assertEquals(1, kept.reads());
    assertTrue(kept.readUnits() <= 15, () -> kept.toString());
    assertTrue(behind.reads() <= 3, behind::toString);
    assertTrue(behind.readUnits() <= 17, () -> behind.toString());
  }

  private CountingEngine.Cost areas() {
    client.spent();
    counted.areas().read(gala.definition(), Mode.LIVE, 0);
    return client.spent();
  }

  @Test
  void copy_growsByPassages_andADeltaByWhatChanged() {
    putPeople(PEOPLE);
    int empty = bytes(null);
    people().forEach(code -> enter(DOOR, code));
    int inside = bytes(null);
    String before = doors.copy(DOOR, true, null).version();
    int unchanged = bytes(before);

    exit(DOOR, "t10000");
    int one = bytes(before);
    people().subList(1, PEOPLE).forEach(code -> exit(DOOR, code));
    int all = bytes(before);
    int outside = bytes(null);
    people().forEach(code -> enter(DOOR, code));
    int again = bytes(null);

    for (int grown : List.of(inside - empty, outside - inside, again - outside, all - unchanged)) {
      assertTrue(grown <= 6 * PEOPLE, grown + " bytes for " + PEOPLE + " passages");
    }
    assertTrue(one - unchanged <= 25, one - unchanged + " bytes for one passage");
  }

  private void putPeople(int people) {
    gala.put(Gala.order(1, Gala.adults(people)));
  }

  private static List<String> people() {
    return IntStream.range(0, PEOPLE).mapToObj(i -> "t" + (10_000 + i)).toList();
  }

  private int bytes(String have) {
    return DoorColumns.write(doors.copy(DOOR, true, have).delta()).length;
  }
}
