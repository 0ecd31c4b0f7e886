package io.doorlist.domain;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * An event with its check-in lists, ordered by id. It decides who is let in where.
 *
 * @param unreadable ids of lists whose stored items cannot be read
 */
public record EventDefinition(Event event, List<CheckinList> lists, Set<Long> unreadable) {
  public EventDefinition {
    Objects.requireNonNull(event, "event");
    lists = List.copyOf(lists);
    unreadable = Set.copyOf(unreadable);
  }

  /** Creates a definition without unreadable lists. */
  public EventDefinition(Event event, List<CheckinList> lists) {
    this(event, lists, Set.of());
  }

  /**
   * Finds the list with this id.
   *
   * @throws IllegalStateException if it exists but cannot be read
   */
  public Optional<CheckinList> list(long id) {
    if (unreadable.contains(id)) {
      throw new IllegalStateException("check-in list " + id + " cannot be read");
    }
    for (CheckinList list : lists) {
      if (list.id() == id) {
        return Optional.of(list);
      }
    }
    return Optional.empty();
  }

  /** Returns the lists that admit tickets of this type, ordered by id. */
  public List<CheckinList> admitting(String ticketType) {
    return lists.stream().filter(list -> list.admits(ticketType)).toList();
  }

  /**
   * Returns the lists that admit tickets of this type and date, ordered by id.
   *
   * @param seriesDate {@code null} for a ticket that has none
   */
  public List<CheckinList> admitting(String ticketType, String seriesDate) {
    return lists.stream().filter(list -> list.admits(ticketType, seriesDate)).toList();
  }
}
