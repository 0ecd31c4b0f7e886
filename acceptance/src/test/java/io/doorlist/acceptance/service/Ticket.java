package io.doorlist.acceptance.service;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A ticket as it is imported. Its texts are made of its numbers, so that a test can predict them.
 */
public record Ticket(long id, String reference, String type, String state) {
  public String qr() {
    return "t-" + reference;
  }

  String name() {
    return "Guest " + id;
  }

  public boolean valid() {
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
