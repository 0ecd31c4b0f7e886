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
    return JsonValue.array(
        explanation.misses().stream()
            .map(miss -> JsonValue.objectOf(json -> write(json, miss)))
            .toList());
  }

  private static void write(JsonGenerator json, Miss miss) throws IOException {
    json.writeStringField("kind", miss.kind().word());
    json.writeStringField("counted", miss.counted() == null ? null : miss.counted().word());
    Fields.number(json, "number", miss.number());
    json.writeStringField(
        "at", miss.at() == null ? null : Times.exact(Instant.ofEpochSecond(miss.at())));
    Fields.texts(json, "names", miss.names());
    Fields.numbers(json, "days", miss.days());
  }
}
