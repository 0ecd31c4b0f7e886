package io.doorlist.json;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.event.Event;
import io.doorlist.json.JsonValue.ObjectWriter;
import java.util.List;
import java.util.Map;

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
