package io.doorlist.acceptance;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A check-in list as it is imported.
 *
 * @param types slugs of the ticket types that are let in; {@code null} for all
 */
record CheckinList(long id, String name, List<String> types) {
  boolean admits(String type) {
    return types == null || types.contains(type);
  }

  Map<String, Object> line(String account, String event) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("kind", "checkin_list");
    line.put("account", account);
    line.put("event", event);
    line.put("id", id);
    line.put("name", name);
    line.put("ticket_types", types);
    return line;
  }
}
