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

  String name(String attribute) {
    boolean allowed = attribute.chars().allMatch(each -> each == '_' || each >= 'a' && each <= 'z');
    String placeholder = allowed ? "#" + attribute : numbered(attribute);
    names.put(placeholder, attribute);
    return placeholder;
  }

  private String numbered(String attribute) {
    return names.entrySet().stream()
        .filter(each -> each.getValue().equals(attribute))
        .map(Map.Entry::getKey)
        .findAny()
        .orElseGet(() -> "#" + names.size());
  }

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
