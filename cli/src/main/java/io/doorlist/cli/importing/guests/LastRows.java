package io.doorlist.cli.importing.guests;

import io.doorlist.domain.order.Ticket;
import io.doorlist.ingest.ListedGuestStore.Row;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * For each guest list of an event, the rows in which guests stood in the last import that had them.
 * A companion stands where the guest does.
 *
 * @param lists the rows by the number of the list, and then by ticket id
 */
public record LastRows(Map<Long, Map<Long, Row>> lists) {
  static final LastRows NONE = new LastRows(Map.of());

  /** Returns the row of a ticket's guest; {@code null} if it is not known. */
  Place of(Ticket ticket) {
    Map<Long, Row> rows = lists.getOrDefault(GuestIds.list(ticket.id()), Map.of());
    Row row = rows.getOrDefault(ticket.id(), rows.get(guest(ticket.id())));
    return row == null ? null : new Place(row.sheet(), row.number());
  }

  /** Returns the rows of a list's tickets, updated by the guests who are in the list now. */
  Map<Long, Row> with(long list, Map<Place, List<Long>> tickets) {
    Map<Long, Row> rows = new HashMap<>(lists.getOrDefault(list, Map.of()));
    tickets.forEach(
        (place, ids) -> {
          Row row = new Row(place.sheet(), place.row());
          long first = ids.getFirst();
          rows.put(first, row);
          ids.stream()
              .skip(1)
              .forEach(
                  id -> {
                    if (guest(id) == first) {
                      rows.remove(id);
                    } else {
                      rows.put(id, row);
                    }
                  });
        });
    return rows;
  }

  /**
   * Returns the id of the guest's ticket in the row of any of its tickets. The guest has the first
   * place.
   */
  private static long guest(long id) {
    return GuestIds.hasRow(id) ? id - GuestIds.place(id) : id;
  }
}
