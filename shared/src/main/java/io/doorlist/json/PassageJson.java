package io.doorlist.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.TicketPassage;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.webhook.Change;
import io.doorlist.paging.Page;
import java.io.IOException;
import java.time.Instant;

/** Writes passages that are no check-ins. */
public final class PassageJson {
  private PassageJson() {}

  /** Writes the answer of {@code listPassages}. */
  public static JsonValue page(Page<TicketPassage.Shown> page, Mode mode) {
    return PageJson.of(
        "passages",
        page,
        mode,
        (json, shown) -> {
          TicketPassage passage = shown.passage();
          writeMembers(json, passage);
          Fields.ticket(json, passage.ticketId(), passage.ticketReference());
          json.writeBooleanField("online", passage.online());
          json.writeStringField("door_time", Times.milliseconds(passage.at()));
          json.writeBooleanField("unexplained", shown.unexplained());
          json.writeBooleanField("undone", passage.undone());
        });
  }

  /** Writes the answer of {@code createExit}. */
  public static JsonValue of(CheckinOutcome.CheckedOut out, Event event) {
    return JsonValue.objectOf(
        json -> {
          json.writeObjectFieldStart("passage");
          writeMembers(json, out.passage());
          json.writeEndObject();
          json.writeBooleanField("was_inside", out.wasInside());
          Fields.number(json, "minutes_inside", out.minutesInside());
          json.writeStringField("reference", out.passage().ticketReference());
          json.writeStringField("name", out.ticketName());
          Fields.ticketType(json, event, out.ticketType());
        });
  }

  static void writeMembers(JsonGenerator json, TicketPassage passage) throws IOException {
    writeMembers(
        json,
        passage.id(),
        passage.type(),
        passage.createdAt(),
        passage.scannedAt(),
        passage.scannedBy());
  }

  static void writeMembers(JsonGenerator json, long id, Change.PassageMade passage)
      throws IOException {
    writeMembers(
        json,
        id,
        passage.exit() ? "exit" : "entry",
        passage.createdAt(),
        passage.scannedAt(),
        passage.scannedBy());
  }

  private static void writeMembers(
      JsonGenerator json,
      long id,
      String type,
      Instant createdAt,
      Instant scannedAt,
      String scannedBy)
      throws IOException {
    json.writeNumberField("id", id);
    json.writeStringField("type", type);
    json.writeStringField("created_at", Times.milliseconds(createdAt));
    Fields.milliseconds(json, "scanned_at", scannedAt);
    json.writeStringField("scanned_by", scannedBy);
  }
}
