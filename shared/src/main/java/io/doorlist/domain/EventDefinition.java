package io.doorlist.domain;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** An event with its check-in lists, ordered by id: what decides who is let in where. */
public record EventDefinition(Event event, List<CheckinList> lists) {
  public EventDefinition {
    Objects.requireNonNull(event, "event");
    lists = List.copyOf(lists);
  }

  /** Finds the list with this id. */
  public Optional<CheckinList> list(long id) {
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
}
