package io.doorlist.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.doorlist.domain.Mode;
import io.doorlist.domain.event.Event;
import io.doorlist.paging.Page;
import java.io.IOException;

/** Writes events. */
public final class EventJson {
  private EventJson() {}

  /** Writes the answer of listEvents. */
  public static JsonValue page(Page<Event> page, Mode mode) {
    return PageJson.of("events", page, mode, EventJson::writeItem);
  }

  /** Writes the answer of getEvent, which has no slug. */
  public static JsonValue of(Event event) {
    return JsonValue.objectOf(
        json -> {
          json.writeNumberField("id", event.id());
          json.writeStringField("title", event.title());
        });
  }

  private static void writeItem(JsonGenerator json, Event event) throws IOException {
    json.writeNumberField("id", event.id());
    json.writeStringField("title", event.title());
    json.writeStringField("slug", event.slug());
  }
}
