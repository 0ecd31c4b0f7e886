package io.doorlist.domain.checkin;

import io.doorlist.domain.event.Area;
import java.time.Instant;
import java.util.List;

/**
 * How many people are in an area, and how many have come and gone.
 *
 * @param peakAt the end of the minute in which the most people were inside, or {@code null} if
 *     nobody ever was
 * @param curve how many were inside at the end of each minute asked for, oldest first
 */
public record AreaCounts(
    Area.Doors doors,
    long inside,
    long peak,
    Instant peakAt,
    long entries,
    long exits,
    long unexplainedEntries,
    long unexplainedExits,
    List<Long> curve) {
  public AreaCounts {
    curve = List.copyOf(curve);
  }
}
