package io.doorlist.domain.event;

import java.time.LocalTime;
import java.util.List;
import java.util.Objects;

/**
 * A part of an event's site that people enter and leave at its lists.
 *
 * @param slug unique in the event; {@code null} for the area of a list that has one to itself
 * @param capacity how many people may be inside, or {@code null} for any number
 * @param emptiesAt the time of day in the event's time zone at which everybody inside is counted
 *     out; {@code null} for never
 */
public record Area(String slug, String name, Integer capacity, LocalTime emptiesAt) {
  public Area {
    Objects.requireNonNull(name, "name");
    if (capacity != null && capacity < 1) {
      throw new IllegalArgumentException("a capacity of " + capacity);
    }
  }

  /** An area of an event, with the lists that lead into it, ordered by id. */
  public record Doors(Area area, List<CheckinList> lists) {
    public Doors {
      lists = List.copyOf(lists);
    }
  }
}
