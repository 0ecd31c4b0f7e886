package io.doorlist.json;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.desk.GuestChange;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.order.DeskNote;
import io.doorlist.domain.order.GuestField;
import io.doorlist.json.JsonValue.ObjectWriter;
import io.doorlist.paging.Page;
import java.util.List;
import java.util.SortedMap;

/** Writes the answer of {@code getTicketHistory}. */
public final class TicketHistoryJson {
  private TicketHistoryJson() {}

  /**
   * Returns a page of what happened with a ticket, with all changes that staff made.
   *
   * @param notes what staff should know about the guests, by the ids of their tickets
   */
  public static JsonValue page(
      Page<Happening> page,
      SortedMap<Long, DeskNote> notes,
      List<GuestChange> changes,
      Mode mode,
      Event event) {
    return PageJson.of(
        "history",
        page,
        mode,
        (json, happening) -> {
          HappeningJson.write(json, happening, event);
          json.put("checkin_list", CheckinListJson.name(happening.list()))
              .put("request_id", happening.requestId());
        },
        more ->
            more.putArray(
                    "tickets",
                    notes.entrySet(),
                    (json, ticket) ->
                        NoteJson.write(json.put("id", ticket.getKey()), ticket.getValue()))
                .putArray("changes", changes, TicketHistoryJson::write));
  }

  private static void write(ObjectWriter json, GuestChange change) {
    json.putObject(
            "ticket",
            ticket -> ticket.put("id", change.ticketId()).put("reference", change.reference()))
        .putMilliseconds("created_at", change.at())
        .put("by", change.by())
        .putTexts("fields", change.fields().stream().map(GuestField::word).toList());
  }
}
