package io.doorlist.domain;

/**
 * A JSON object whose members are not defined here, so it is stored as text. Answers to custom
 * questions and payloads of webhook events are such objects. The text preserves the order of
 * members and all digits of numbers, and is cheap to write.
 *
 * @param text the object as compact JSON, from '{' to '}'
 */
public record JsonObject(String text) {
  public static final JsonObject EMPTY = new JsonObject("{}");

  public JsonObject {
    if (text == null || !text.startsWith("{") || !text.endsWith("}")) {
      throw new IllegalArgumentException("not a JSON object");
    }
  }
}
