package io.doorlist.exactness.fake;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Reads and writes what a document path names. Items are never changed, only replaced. */
final class Paths {
  private Paths() {}

  /** Returns what is there, or {@code null}. */
  static AttributeValue get(
      Map<String, AttributeValue> item, List<String> path, Bindings bindings) {
    Map<String, AttributeValue> map = item;
    AttributeValue value = null;
    for (int i = 0; i < path.size(); i++) {
      value = map == null ? null : map.get(bindings.name(path.get(i)));
      map = value != null && value.hasM() ? value.m() : null;
    }
    return value;
  }

  /** Returns the item with this value there; {@code null} takes it away. */
  static Map<String, AttributeValue> with(
      Map<String, AttributeValue> item,
      List<String> path,
      AttributeValue value,
      Bindings bindings) {
    Map<String, AttributeValue> changed = new HashMap<>(item);
    String name = bindings.name(path.getFirst());
    if (path.size() > 1) {
      AttributeValue inner = item.get(name);
      if (inner == null || !inner.hasM()) {
        throw Faults.validation(
            "The document path provided in the update expression is invalid for update");
      }
      changed.put(
          name,
          AttributeValue.fromM(with(inner.m(), path.subList(1, path.size()), value, bindings)));
    } else if (value == null) {
      changed.remove(name);
    } else {
      changed.put(name, value);
    }
    return Collections.unmodifiableMap(changed);
  }
}
