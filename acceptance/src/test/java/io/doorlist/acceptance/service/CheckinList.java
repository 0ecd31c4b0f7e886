package io.doorlist.acceptance.service;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A check-in list as it is imported.
 *
 * @param types slugs of the ticket types that are let in; {@code null} for all
 */
public record CheckinList(long id, String name, List<String> types) {
  public boolean admits(String type) {
    return types == null || types.contains(type);
  }

  /** Returns the line of an import file. */
  public Map<String, Object> line(String account, String event) {
    Map<String, Object> line = line("checkin_list", account, event);
    line.put("id", id);
    line.put("name", name);
    line.put("ticket_types", types);
    return line;
  }

  /** Returns the first members of the line of something that belongs to an event. */
  public static Map<String, Object> line(String kind, String account, String event) {
    return new LinkedHashMap<>(Map.of("kind", kind, "account", account, "event", event));
  }
}
