package io.doorlist.acceptance.access;

import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.service.Event;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Words that identify their owner: wherever else they appear, data has leaked. */
final class Canaries {
  private static final Pattern CANARY = Pattern.compile("canary-([a-z0-9]+)-");

  private Canaries() {}

  /**
   * Returns an event's import file with a canary of its owner in every text of the event, the
   * lists, the customers, the guests and the invoices. Slugs, ids and codes stay.
   *
   * @param owner letters and digits
   */
  static List<Map<String, Object>> lines(Event event, String owner) {
    List<Map<String, Object>> lines = new ArrayList<>();
    for (Map<String, Object> line : event.lines()) {
      Map<String, Object> marked = new LinkedHashMap<>(line);
      switch ((String) line.get("kind")) {
        case "event" -> marked.put("title", word(owner, "title"));
        case "checkin_list" -> marked.put("name", word(owner, "list"));
        default -> markOrder(marked, owner);
      }
      lines.add(marked);
    }
    return lines;
  }

  /** Returns the owners of the canaries in a text. */
  static Set<String> owners(String text) {
    return CANARY
        .matcher(text)
        .results()
        .map((MatchResult match) -> match.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static void markOrder(Map<String, Object> order, String owner) {
    order.put("customer", marked(Json.object(order.get("customer")), owner));
    order.put("responses", Map.of("question", word(owner, "answer")));
    order.put(
        "invoice",
        Map.of(
            "number",
            word(owner, "invoice"),
            "due_at",
            "2026-08-16T00:00:00Z",
            "paid",
            true,
            "line_items",
            List.of(Map.of("description", word(owner, "item"), "quantity", 1, "amount", 1000)),
            "subtotal",
            1000,
            "taxes",
            List.of(Map.of("name", word(owner, "tax"), "amount", 0)),
            "discount",
            0,
            "total",
            1000));
    List<Object> tickets = new ArrayList<>();
    for (Map<String, Object> ticket : Json.objects(order.get("tickets"))) {
      Map<String, Object> marked = new LinkedHashMap<>(ticket);
      for (String member : List.of("name", "email", "phone_number")) {
        marked.put(member, word(owner, member));
      }
      marked.put("responses", Map.of("question", word(owner, "answer")));
      tickets.add(marked);
    }
    order.put("tickets", tickets);
  }

  private static Map<String, Object> marked(Map<String, Object> object, String owner) {
    Map<String, Object> marked = new LinkedHashMap<>();
    object.forEach(
        (member, value) ->
            marked.put(
                member,
                value instanceof Map ? marked(Json.object(value), owner) : word(owner, member)));
    return marked;
  }

  private static String word(String owner, String member) {
    return "canary-" + owner + "-" + member;
  }
}
