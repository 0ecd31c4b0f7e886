package io.doorlist.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.event.ListRules;
import io.doorlist.domain.event.TicketType;
import io.doorlist.door.Emptying;
import io.doorlist.door.rules.EventDates;
import io.doorlist.door.rules.ListRule;
import java.io.IOException;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;

/** Writes door copies. */
public final class DoorCopyJson {
  private DoorCopyJson() {}

  /**
   * Returns the texts of the list, without tickets: copies with other texts have another version.
   *
   * @param emptying when the list's area empties
   */
  public static JsonValue words(
      EventDefinition definition, CheckinList list, Emptying emptying, String qrBaseUrl) {
    return JsonValue.objectOf(json -> writeWords(json, definition, list, emptying, qrBaseUrl));
  }

  /**
   * Writes the answer of {@code getDoorCopy}.
   *
   * @param emptying when the list's area empties
   * @param have the version that the columns add to, or {@code null}
   */
  public static JsonValue of(
      EventDefinition definition,
      CheckinList list,
      Emptying emptying,
      String qrBaseUrl,
      String version,
      String have,
      boolean more,
      Instant at,
      byte[] salt,
      byte[] columns) {
    return JsonValue.objectOf(
        json -> {
          json.writeStringField("version", version);
          json.writeStringField("have", have);
          json.writeBooleanField("more", more);
          json.writeStringField("at", Times.exact(at));
          writeWords(json, definition, list, emptying, qrBaseUrl);
          json.writeStringField("salt", Base64.getEncoder().encodeToString(salt));
          json.writeFieldName("columns");
          json.writeBinary(columns);
        });
  }

  private static void writeWords(
      JsonGenerator json,
      EventDefinition definition,
      CheckinList list,
      Emptying emptying,
      String qrBaseUrl)
      throws IOException {
    json.writeObjectFieldStart("list");
    json.writeNumberField("id", list.id());
    json.writeStringField("name", list.name());
    json.writeStringField("opens_at", Times.exactOrNull(list.terms().opensAt()));
    json.writeStringField("closes_at", Times.exactOrNull(list.terms().closesAt()));
    json.writeStringField("area", list.terms().area());
    json.writeStringField("reentry", list.terms().reentry().word());
    Fields.numbers(json, "empties", emptying.moments());
    json.writeFieldName("rules");
    if (list.terms().rules() == null) {
      json.writeNull();
    } else {
      writeRules(json, list.terms().rules(), definition.rule(list, null));
    }
    json.writeEndObject();
    json.writeArrayFieldStart("ticket_types");
    for (TicketType type : definition.event().ticketTypes()) {
      json.writeStartObject();
      json.writeStringField("slug", type.slug());
      json.writeStringField("name", type.name());
      json.writeStringField("note", type.note());
      json.writeBooleanField("attention", type.attention());
      json.writeFieldName("admitted_on");
      CheckinListJson.names(definition.admitting(type.slug())).write(json);
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeStringField("qr_base_url", qrBaseUrl);
  }

  private static void writeRules(JsonGenerator json, ListRules rules, ListRule rule)
      throws IOException {
    json.writeStartObject();
    json.writeFieldName("logic");
    json.writeRawValue(rules.text().text());
    json.writeStringField("clock", rule.zone().text());
    json.writeArrayFieldStart("dates");
    for (Map.Entry<String, EventDates> each : rules.dates().entrySet()) {
      EventDates dates = each.getValue();
      json.writeStartObject();
      json.writeStringField(
          "series_date", each.getKey().equals(ListRules.THE_EVENT) ? null : each.getKey());
      json.writeNumberField("date_from", dates.from());
      Fields.number(json, "date_to", dates.to());
      Fields.number(json, "date_admission", dates.opening());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayFieldStart("products");
    for (Map.Entry<String, ListRule.Product> each : new TreeMap<>(rule.products()).entrySet()) {
      json.writeStartObject();
      json.writeStringField("ticket_type", each.getKey());
      json.writeNumberField("product", each.getValue().number());
      Fields.number(json, "variation", each.getValue().variation());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
