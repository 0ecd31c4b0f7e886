package io.doorlist.table;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * The size of items in bytes, as DynamoDB counts it. Names and texts count as UTF-8, and numbers by
 * their digits. A list or map adds a few bytes, and one more for each value in it.
 */
public final class Sizes {
  /** The bytes of an empty list or map. {@link #MAX_NUMBER} has those of the longest number. */
  private static final int NESTED = 3;

  private static final int MAX_NUMBER = 21;

  private Sizes() {}

  /** Returns the size of an item. */
  public static int of(Item item) {
    return ofAll(item.attributes());
  }

  private static int ofAll(Map<?, ?> attributes) {
    int bytes = 0;
    for (Map.Entry<?, ?> attribute : attributes.entrySet()) {
      bytes += utf8((String) attribute.getKey()) + of(attribute.getValue());
    }
    return bytes;
  }

  private static int of(Object value) {
    return switch (value) {
      case String text -> utf8(text);
      case Long number -> number(number.toString());
      case Bytes bytes -> bytes.array().length;
      case Map<?, ?> map -> NESTED + map.size() + ofAll(map);
      case List<?> list -> NESTED + list.size() + ofAll(list);
      case Opaque opaque -> of(opaque);
      default -> 1;
    };
  }

  private static int of(Opaque opaque) {
    return switch (opaque.type()) {
      case "N" -> number((String) opaque.value());
      case "NS" -> opaque.elements().stream().mapToInt(each -> number((String) each)).sum();
      case "SS", "BS" -> ofAll(opaque.elements());
      default -> 1;
    };
  }

  private static int ofAll(Collection<?> values) {
    return values.stream().mapToInt(Sizes::of).sum();
  }

  private static int number(String digits) {
    return Math.min(digits.length() / 2 + 2, MAX_NUMBER);
  }

  static int utf8(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) > 0x7f) {
        return text.getBytes(StandardCharsets.UTF_8).length;
      }
    }
    return text.length();
  }
}
