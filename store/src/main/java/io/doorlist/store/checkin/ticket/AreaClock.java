package io.doorlist.store.checkin.ticket;

import io.doorlist.domain.event.Area;
import io.doorlist.domain.event.Event;
import io.doorlist.door.Emptying;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/** Computes when areas empty. */
public final class AreaClock {
  private static final Duration COPIED_BEFORE = Duration.ofDays(2);
  private static final Duration COPIED_AFTER = Duration.ofDays(12);

  /** Longer ago than any passage of an event that is still going on. */
  private static final Duration MAX_SPAN = Duration.ofDays(4_000);

  private AreaClock() {}

  /** Returns when an area empties, for a door copy. The result is the same at any time of a day. */
  public static Emptying ofCopy(Event event, Area area, Instant now) {
    return between(event, area, now.minus(COPIED_BEFORE), now.plus(COPIED_AFTER));
  }

  /** Returns when an area empties, from a day before {@code from} to a day after {@code until}. */
  public static Emptying between(Event event, Area area, Instant from, Instant until) {
    if (area.emptiesAt() == null) {
      return Emptying.NEVER;
    }
    ZoneId zone = event.zone();
    Instant first = from.isBefore(until.minus(MAX_SPAN)) ? until.minus(MAX_SPAN) : from;
    LocalDate last = until.atZone(zone).toLocalDate().plusDays(1);
    List<Long> moments = new ArrayList<>();
    for (LocalDate day = first.atZone(zone).toLocalDate().minusDays(1);
        !day.isAfter(last);
        day = day.plusDays(1)) {
      moments.add(day.atTime(area.emptiesAt()).atZone(zone).toEpochSecond());
    }
    return new Emptying(moments);
  }
}
