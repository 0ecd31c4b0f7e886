package io.doorlist.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.doorlist.domain.checkin.AreaCounts;
import java.io.IOException;
import java.util.List;

/** Writes who is inside the areas of an event. */
public final class AreaJson {
  private AreaJson() {}

  /** Writes the answer of {@code listAreas}. */
  public static JsonValue of(List<AreaCounts> areas) {
    return JsonValue.objectOf(json -> write(json, areas));
  }

  /** Writes the member {@code areas}. */
  static void write(JsonGenerator json, List<AreaCounts> areas) throws IOException {
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
      OrderJson.writeNumber(
          json, "capacity", capacity == null ? null : (Long) capacity.longValue());
      if (!area.curve().isEmpty()) {
        json.writeArrayFieldStart("inside_per_minute");
        for (long inside : area.curve()) {
          json.writeNumber(inside);
        }
        json.writeEndArray();
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
