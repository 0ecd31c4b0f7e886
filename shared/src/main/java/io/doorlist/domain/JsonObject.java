package io.doorlist.domain;

/**
 * One JSON object kept as its own text, where the contract leaves the members open: the answers to
 * custom questions and the payload of a webhook event. Keeping the text keeps the order of members
 * and every digit of a number, and costs nothing to write out again.
 *
 * @param text the object as compact JSON, from '{' to '}'
 */
public record JsonObject(String text) {
  /** The object without members. */
  public static final JsonObject EMPTY = new JsonObject("{}");

  public JsonObject {
    if (text == null || !text.startsWith("{") || !text.endsWith("}")) {
      throw new IllegalArgumentException("not a JSON object");
    }
  }
}
