package io.doorlist.acceptance.client;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Closes the schemas of openapi.yaml. In that file, answers are open, so that clients keep working
 * when members and words are added. Here, everything that is not described is a mistake:
 *
 * <ul>
 *   <li>an object with described members has no others;
 *   <li>a map, which has no described members, stays free;
 *   <li>where words may be added, those in backticks in the description are the only ones;
 *   <li>timestamps end with {@code Z}, those of check-ins have milliseconds;
 *   <li>a flag that is there only when true is never false.
 * </ul>
 */
final class ClosedSchemas {
  private static final String UTC = "Z$";
  private static final String MILLISECONDS = "\\.[0-9]{3}Z$";
  private static final Pattern WORD = Pattern.compile("`([a-z_.]+)`");

  private ClosedSchemas() {}

  /** Returns the components of openapi.yaml with all their schemas closed. */
  static Map<String, Object> components(Map<String, Object> components) {
    Map<String, Object> closed = new LinkedHashMap<>(components);
    Map<String, Object> schemas = close(Json.object(components.get("schemas")));
    Json.object(schemas.get("PreciseTimestamp")).put("pattern", MILLISECONDS);
    Json.object(Json.at(schemas, "Problem", "properties", "recorded")).put("const", true);
    for (String checkin : List.of("Checkin", "CreatedCheckin")) {
      Json.object(Json.at(schemas, checkin, "properties", "clock_skew")).put("const", true);
    }
    closed.put("schemas", schemas);
    return closed;
  }

  /** Returns a schema, or a map of schemas, closed. */
  static Map<String, Object> close(Map<String, Object> schema) {
    Map<String, Object> closed = new LinkedHashMap<>();
    schema.forEach((keyword, value) -> closed.put(keyword, closeValue(value)));
    if (schema.get("properties") instanceof Map && schema.get("type") instanceof String) {
      closed.put("additionalProperties", false);
    }
    if (schema.get("description") instanceof String text && text.contains("Words may be added")) {
      closed.put("pattern", words(text));
    }
    if ("date-time".equals(schema.get("format"))) {
      closed.put("pattern", UTC);
    }
    return closed;
  }

  private static String words(String text) {
    return WORD.matcher(text)
        .results()
        .map(word -> word.group(1))
        .collect(Collectors.joining("|", "^(", ")$"));
  }

  private static Object closeValue(Object value) {
    if (value instanceof List<?> list) {
      return list.stream().map(ClosedSchemas::closeValue).toList();
    }
    return value instanceof Map<?, ?> map ? close(Json.object(map)) : value;
  }
}
