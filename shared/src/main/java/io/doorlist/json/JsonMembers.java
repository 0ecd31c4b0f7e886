package io.doorlist.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Map;

/**
 * Writes the members of one object, each as it is put: nothing is kept, so the caller sees to it
 * that no name comes twice.
 */
public final class JsonMembers {
  private final JsonGenerator json;

  JsonMembers(JsonGenerator json) {
    this.json = json;
  }

  /** Writes a string, or {@code null}'s {@code null}. */
  public JsonMembers put(String name, String value) throws IOException {
    json.writeStringField(name, value);
    return this;
  }

  /** Writes a number. */
  public JsonMembers put(String name, long value) throws IOException {
    json.writeNumberField(name, value);
    return this;
  }

  /** Writes {@code true} or {@code false}. */
  public JsonMembers put(String name, boolean value) throws IOException {
    json.writeBooleanField(name, value);
    return this;
  }

  /** Writes strings. */
  public JsonMembers putAll(Map<String, String> members) throws IOException {
    for (Map.Entry<String, String> member : members.entrySet()) {
      put(member.getKey(), member.getValue());
    }
    return this;
  }

  /** Writes a value of any kind. */
  public JsonMembers put(String name, JsonValue value) throws IOException {
    json.writeFieldName(name);
    value.write(json);
    return this;
  }
}
