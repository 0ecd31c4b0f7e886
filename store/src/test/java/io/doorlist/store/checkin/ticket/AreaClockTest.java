package io.doorlist.store.checkin.ticket;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.domain.event.Area;
import io.doorlist.domain.event.Event;
import io.doorlist.door.Emptying;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An area that empties at 4:00 in Berlin, where it is 2:00 UTC in summer. */
class AreaClockTest {
  private static final Area AREA = new Area("site", "Site", null, LocalTime.of(4, 0));
  private static final Area NEVER = new Area("bar", "Bar", null, null);
  private static final Event EVENT =
      new Event("acme", 7, "gala", "Gala", List.of(), ZoneId.of("Europe/Berlin"), List.of(AREA));
  private static final Instant EMPTIED = Instant.parse("2026-07-05T02:00:00Z");

  @Test
  void moments_areFromADayBeforeToADayAfter() {
    Instant from = Instant.parse("2026-07-03T12:00:00Z");

    assertEquals(days(-3, 1), AreaClock.between(EVENT, AREA, from, EMPTIED).moments());
    assertEquals(Emptying.NEVER, AreaClock.between(EVENT, NEVER, from, EMPTIED));
    assertEquals(days(-3, 13), AreaClock.ofCopy(EVENT, AREA, EMPTIED).moments());
    Emptying ofAges = AreaClock.between(EVENT, AREA, Instant.EPOCH, EMPTIED);
    assertEquals(4000 + 3, ofAges.moments().size());
  }

  private static List<Long> days(int first, int last) {
    List<Long> moments = new ArrayList<>();
    for (int day = first; day <= last; day++) {
      moments.add(EMPTIED.plus(Duration.ofDays(day)).getEpochSecond());
    }
    return moments;
  }
}
