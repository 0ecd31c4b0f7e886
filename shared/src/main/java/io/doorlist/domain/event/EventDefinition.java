package io.doorlist.domain.event;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * An event with its check-in lists, ordered by id. Together they say who is let in where.
 *
 * @param unreadable ids of lists whose stored items cannot be read
 */
public record EventDefinition(Event event, List<CheckinList> lists, Set<Long> unreadable) {
  public EventDefinition {
    lists = List.copyOf(lists);
    unreadable = Set.copyOf(unreadable);
  }

  public EventDefinition(Event event, List<CheckinList> lists) {
    this(event, lists, Set.of());
  }

  /**
   * Finds a list. Throws an {@link IllegalStateException} for a list that exists but cannot be
   * read.
   */
  public Optional<CheckinList> list(long id) {
    if (unreadable.contains(id)) {
      throw new IllegalStateException("check-in list " + id + " cannot be read");
    }
    return lists.stream().filter(list -> list.id() == id).findFirst();
  }

  /** Returns the lists that admit tickets of this type, ordered by id. */
  public List<CheckinList> admitting(String ticketType) {
    return lists.stream().filter(list -> list.admits(ticketType)).toList();
  }

  /** Returns the lists that admit tickets of this type and date. The date may be {@code null}. */
  public List<CheckinList> admitting(String ticketType, String seriesDate) {
    return lists.stream().filter(list -> list.admits(ticketType, seriesDate)).toList();
  }

  /**
   * Returns the area that people enter at a list. A list that names no area of the event has one of
   * its own.
   */
  public Area.Doors area(CheckinList list) {
    return named(list)
        .map(this::doors)
        .orElseGet(() -> new Area.Doors(new Area(null, list.name(), null, null), List.of(list)));
  }

  /**
   * Returns the event's areas in their order, then the areas of lists that have one to themselves.
   */
  public List<Area.Doors> areas() {
    return Stream.concat(
            event.areas().stream().map(this::doors),
            lists.stream().filter(list -> named(list).isEmpty()).map(this::area))
        .toList();
  }

  private Area.Doors doors(Area area) {
    return new Area.Doors(
        area, lists.stream().filter(list -> named(list).filter(area::equals).isPresent()).toList());
  }

  private Optional<Area> named(CheckinList list) {
    return list.terms().area() == null ? Optional.empty() : event.area(list.terms().area());
  }
}
