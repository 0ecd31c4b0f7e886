package io.doorlist.store.table;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The size of an item as DynamoDB counts it: names and texts as UTF-8, numbers by digits, a little
 * for each nested value.
 */
public final class ItemSize {
  private static final int NESTED = 3;
  private static final int ELEMENT = 1;
  private static final int MAX_NUMBER = 21;

  private ItemSize() {}

  /** Returns the approximate size of an item in bytes. */
  public static int bytes(Item item) {
    return bytes(item.attributes());
  }

  private static int bytes(Map<String, AttributeValue> attributes) {
    int bytes = 0;
    for (Map.Entry<String, AttributeValue> attribute : attributes.entrySet()) {
      bytes += utf8(attribute.getKey()) + bytes(attribute.getValue());
    }
    return bytes;
  }

  private static int bytes(AttributeValue value) {
    return switch (value.type()) {
      case S -> utf8(value.s());
      case B -> value.b().asByteArrayUnsafe().length;
      case N -> Math.min(value.n().length() / 2 + 2, MAX_NUMBER);
      case M -> NESTED + value.m().size() * ELEMENT + bytes(value.m());
      case L -> NESTED + value.l().stream().mapToInt(element -> ELEMENT + bytes(element)).sum();
      default -> 1;
    };
  }

  private static int utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
