package io.doorlist.acceptance;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A ticket as it is imported. Its texts are made of its numbers, so that a test can predict them.
 */
record Ticket(long id, String reference, String type, String state) {
  String qr() {
    return "t-" + reference;
  }

  String name() {
    return "Guest " + id;
  }

  boolean valid() {
    return state.equals("valid");
  }

  Map<String, Object> line(String timestamp) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("id", id);
    line.put("reference", reference);
    line.put("state", state);
    line.put("name", name());
    line.put("email", "guest" + id + "@example.org");
    line.put("phone_number", null);
    line.put("ticket_type", type);
    line.put("responses", Map.of());
    line.put("qr_code_identifier", qr());
    line.put("created_at", timestamp);
    line.put("updated_at", timestamp);
    return line;
  }
}
