package io.doorlist.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.doorlist.domain.checkin.AreaCounts;
import io.doorlist.domain.event.Area;
import io.doorlist.domain.event.Event;
import java.io.IOException;
import java.time.LocalTime;
import java.util.List;

/** Writes who is inside the areas of an event. */
public final class AreaJson {
  private AreaJson() {}

  /** Writes the answer of {@code listAreas}. */
  public static JsonValue of(Event event, List<AreaCounts> areas) {
    return JsonValue.objectOf(
        json -> {
          json.writeStringField(
              "time_zone", event.timeZone() == null ? "UTC" : event.timeZone().getId());
          write(json, areas, true, null);
        });
  }

  static void writeName(JsonGenerator json, Area area) throws IOException {
    json.writeObjectFieldStart("area");
    json.writeStringField("slug", area.slug());
    json.writeStringField("name", area.name());
    json.writeEndObject();
  }

  /**
   * Writes the member {@code areas}.
   *
   * @param clocks whether to say when they empty
   * @param curve what the member with their curves is called, {@code null} to leave it out
   */
  static void write(JsonGenerator json, List<AreaCounts> areas, boolean clocks, String curve)
      throws IOException {
    json.writeArrayFieldStart("areas");
    for (AreaCounts area : areas) {
      json.writeStartObject();
      json.writeStringField("slug", area.doors().area().slug());
      json.writeStringField("name", area.doors().area().name());
      json.writeFieldName("checkin_lists");
      CheckinListJson.names(area.doors().lists()).write(json);
      json.writeNumberField("inside", area.inside());
      json.writeNumberField("peak", area.peak());
      json.writeStringField("peak_at", Times.exactOrNull(area.peakAt()));
      json.writeNumberField("entries", area.entries());
      json.writeNumberField("exits", area.exits());
      json.writeNumberField("unexplained_entries", area.unexplainedEntries());
      json.writeNumberField("unexplained_exits", area.unexplainedExits());
      Integer capacity = area.doors().area().capacity();
      Fields.number(json, "capacity", capacity == null ? null : (Long) capacity.longValue());
      if (clocks) {
        LocalTime empties = area.doors().area().emptiesAt();
        json.writeStringField("empties_at", empties == null ? null : empties.toString());
      }
      if (curve != null) {
        Fields.numbers(json, curve, area.curve());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
