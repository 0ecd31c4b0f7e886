package io.doorlist.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.doorlist.domain.checkin.CheckinOutcome.Explanation;
import io.doorlist.door.rules.Miss;
import java.io.IOException;
import java.time.Instant;

/** Writes why rules do not let somebody in. */
public final class ExplanationJson {
  private ExplanationJson() {}

  /** Writes the member {@code missing}: what the rules want, as data. */
  public static JsonValue missing(Explanation explanation) {
    return new JsonValue(
        json -> {
          json.writeStartArray();
          for (Miss miss : explanation.misses()) {
            write(json, miss);
          }
          json.writeEndArray();
        });
  }

  private static void write(JsonGenerator json, Miss miss) throws IOException {
    json.writeStartObject();
    json.writeStringField("kind", miss.kind().word());
    json.writeStringField("counted", miss.counted() == null ? null : miss.counted().word());
    json.writeFieldName("number");
    if (miss.number() == null) {
      json.writeNull();
    } else {
      json.writeNumber(miss.number());
    }
    json.writeStringField(
        "at", miss.at() == null ? null : Times.exact(Instant.ofEpochSecond(miss.at())));
    json.writeArrayFieldStart("names");
    for (String name : miss.names()) {
      json.writeString(name);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("days");
    for (int day : miss.days()) {
      json.writeNumber(day);
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
