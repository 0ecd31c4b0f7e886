package io.doorlist.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.event.Event;
import io.doorlist.paging.Page;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Writes what happened at doors. */
public final class HappeningJson {
  private HappeningJson() {}

  /**
   * Writes the answer of {@code listHappenings}.
   *
   * @param names of attendees by ticket, or {@code null} if they are not shown
   * @param next a link to what follows, or {@code null}
   */
  public static JsonValue log(
      List<Happening> happenings, Map<Long, String> names, String next, Mode mode, Event event) {
    return PageJson.part(
        "log",
        happenings,
        next,
        mode,
        (json, each) -> {
          writeMembers(json, each, event);
          if (names != null) {
            json.writeStringField("name", names.get(each.ticketId()));
          }
        });
  }

  /** Writes the answer of {@code getTicketHistory}. */
  public static JsonValue history(Page<Happening> page, Mode mode, Event event) {
    return PageJson.of(
        "history",
        page,
        mode,
        (json, happening) -> {
          writeMembers(json, happening, event);
          Fields.checkinList(json, happening.list());
          json.writeStringField("request_id", happening.requestId());
        });
  }

  static void writeMembers(JsonGenerator json, Happening happening, Event event)
      throws IOException {
    json.writeStringField("type", happening.type().word());
    Fields.number(json, "id", happening.id());
    if (happening.ticketId() == null) {
      json.writeNullField("ticket");
    } else {
      Fields.ticket(json, happening.ticketId(), happening.reference());
    }
    Fields.ticketType(json, event, happening.ticketType());
    Fields.milliseconds(json, "door_time", happening.at());
    Fields.milliseconds(json, "created_at", happening.createdAt());
    Fields.milliseconds(json, "scanned_at", happening.scannedAt());
    json.writeStringField("scanned_by", happening.scannedBy());
    json.writeFieldName("online");
    if (happening.online() == null) {
      json.writeNull();
    } else {
      json.writeBoolean(happening.online());
    }
    json.writeBooleanField("explained", happening.explained());
    json.writeBooleanField("undone", happening.undone());
    json.writeStringField("reason", happening.reason());
    if (happening.undoes() == null) {
      json.writeNullField("undoes");
    } else {
      json.writeObjectFieldStart("undoes");
      json.writeStringField("type", happening.undoes().type().word());
      json.writeNumberField("id", happening.undoes().id());
      json.writeEndObject();
    }
  }
}
