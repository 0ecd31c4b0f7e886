package io.doorlist.store.table;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The names and values of one request's expressions. Every name gets a placeholder, as many names
 * are reserved words: the name itself where that is allowed, otherwise a short number, since an
 * expression has 4 KB at most. Not thread-safe.
 */
final class Terms {
  private static final Pattern READABLE = Pattern.compile("[a-z_]+");

  private final Map<String, String> placeholders = new HashMap<>();
  private final Map<String, AttributeValue> values = new HashMap<>();

  /** Returns the placeholder of an attribute's name. */
  String name(String attribute) {
    return placeholders.computeIfAbsent(
        attribute, name -> "#" + (READABLE.matcher(name).matches() ? name : placeholders.size()));
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
    Map<String, String> names = new HashMap<>();
    placeholders.forEach((name, placeholder) -> names.put(placeholder, name));
    return names.isEmpty() ? null : names;
  }

  /** Returns the values by placeholder, or {@code null} if there are none, as the SDK wants it. */
  Map<String, AttributeValue> values() {
    return values.isEmpty() ? null : values;
  }
}
