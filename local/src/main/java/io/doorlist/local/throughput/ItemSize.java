package io.doorlist.local.throughput;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The approximate size of items as DynamoDB counts it. */
public final class ItemSize {
  private ItemSize() {}

  /** Returns how many bytes an item has, or some of its attributes. */
  public static int of(Map<String, AttributeValue> item) {
    int bytes = 0;
    for (Map.Entry<String, AttributeValue> attribute : item.entrySet()) {
      bytes += utf8(attribute.getKey()) + of(attribute.getValue());
    }
    return bytes;
  }

  private static int of(AttributeValue value) {
    return switch (value.type()) {
      case S -> utf8(value.s());
      case N -> value.n().length() / 2 + 2;
      case M -> 3 + value.m().size() + of(value.m());
      case L -> 3 + value.l().stream().mapToInt(element -> 1 + of(element)).sum();
      default -> 1;
    };
  }

  private static int utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
