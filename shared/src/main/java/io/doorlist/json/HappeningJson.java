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
import java.util.Map;
import java.util.SortedMap;

/** Writes what happened at doors. */
public final class HappeningJson {
  private HappeningJson() {}

  /** Writes the answer of {@code listHappenings}, without names if they are {@code null}. */
  public static JsonValue log(
      List<Happening> happenings, Map<Long, String> names, String next, Mode mode, Event event) {
    return PageJson.part(
        "log",
        happenings,
        next,
        mode,
        (json, each) -> {
          write(json, each, event);
          if (names != null) {
            json.put("name", names.get(each.ticketId()));
          }
        });
  }

  /**
   * Writes the answer of {@code getTicketHistory}; every page has all changes.
   *
   * @param notes what staff should know of the guests, by the ids of their tickets
   */
  public static JsonValue history(
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
          write(json, happening, event);
          json.put("checkin_list", CheckinListJson.name(happening.list()))
              .put("request_id", happening.requestId());
        },
        more ->
            more.putArray(
                    "tickets",
                    notes.entrySet(),
                    (json, ticket) ->
                        NoteJson.write(json.put("id", ticket.getKey()), ticket.getValue()))
                .putArray("changes", changes, HappeningJson::write));
  }

  private static void write(ObjectWriter json, GuestChange change) {
    json.putObject(
            "ticket",
            ticket -> ticket.put("id", change.ticketId()).put("reference", change.reference()))
        .putMilliseconds("created_at", change.at())
        .put("by", change.by())
        .putTexts("fields", change.fields().stream().map(GuestField::word).toList());
  }

  static void write(ObjectWriter json, Happening happening, Event event) {
    json.put("type", happening.type())
        .put("id", happening.id())
        .putObject(
            "ticket",
            happening.ticketId(),
            (ticket, id) -> ticket.put("id", id).put("reference", happening.reference()))
        .put("ticket_type", event.nameOfType(happening.ticketType()))
        .putMilliseconds("door_time", happening.at())
        .putMilliseconds("created_at", happening.createdAt())
        .putMilliseconds("scanned_at", happening.scannedAt())
        .put("scanned_by", happening.scannedBy())
        .put("online", happening.online())
        .put("explained", happening.explained())
        .put("undone", happening.undone())
        .put("reason", happening.reason())
        .putObject(
            "undoes",
            happening.undoes(),
            (undoes, its) -> undoes.put("type", its.type()).put("id", its.id()));
  }
}
