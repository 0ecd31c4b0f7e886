package io.doorlist.store.table;

import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The names and values of one request's expressions. Every name gets a placeholder, as many names
 * are reserved words: the name itself where that is allowed, otherwise a short number, since an
 * expression has 4 KB at most. Not thread-safe.
 */
final class Terms {
  private final Map<String, String> names = new HashMap<>();
  private final Map<String, AttributeValue> values = new HashMap<>();

  /** Returns the placeholder of an attribute's name. */
  String name(String attribute) {
    String placeholder = isReadable(attribute) ? "#" + attribute : numbered(attribute);
    names.put(placeholder, attribute);
    return placeholder;
  }

  private String numbered(String attribute) {
    for (Map.Entry<String, String> each : names.entrySet()) {
      if (each.getValue().equals(attribute)) {
        return each.getKey();
      }
    }
    return "#" + names.size();
  }

  private static boolean isReadable(String attribute) {
    for (int i = 0; i < attribute.length(); i++) {
      char letter = attribute.charAt(i);
      if (letter != '_' && (letter < 'a' || letter > 'z')) {
        return false;
      }
    }
    return true;
  }

  /** Returns the path with placeholders. */
  String path(Path path) {
    StringBuilder text = new StringBuilder();
    for (Object step : path.steps()) {
      if (step instanceof Integer index) {
        text.append('[').append(index).append(']');
      } else {
        text.append(text.isEmpty() ? "" : ".").append(name((String) step));
      }
    }
    return text.toString();
  }

  /** Returns the placeholder of a value. */
  String value(Object value) {
    String placeholder = ":" + values.size();
    values.put(placeholder, Item.value(value));
    return placeholder;
  }

  /** Returns the names by placeholder, or {@code null} if there are none, as the SDK wants it. */
  Map<String, String> names() {
    return names.isEmpty() ? null : names;
  }

  /** Returns the values by placeholder, or {@code null} if there are none, as the SDK wants it. */
  Map<String, AttributeValue> values() {
    return values.isEmpty() ? null : values;
  }
}
