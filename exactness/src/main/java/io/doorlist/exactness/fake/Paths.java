package io.doorlist.exactness.fake;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Reads and writes the value at a document path. Items are never changed, only replaced. */
final class Paths {
  private Paths() {}

  private static final String ELEMENT = "[";

  /** Returns the step of a path that leads to an element of a list. */
  static String element(String index) {
    return ELEMENT + index;
  }

  /** Returns the value at a path, or {@code null}. */
  static AttributeValue get(
      Map<String, AttributeValue> item, List<String> path, Bindings bindings) {
    AttributeValue value = AttributeValue.fromM(item);
    for (String step : path) {
      if (value == null) {
        return null;
      }
      if (step.startsWith(ELEMENT)) {
        int index = index(step);
        value = value.hasL() && index < value.l().size() ? value.l().get(index) : null;
      } else {
        value = value.hasM() ? value.m().get(bindings.name(step)) : null;
      }
    }
    return value;
  }

  private static int index(String element) {
    return Integer.parseInt(element.substring(ELEMENT.length()));
  }

  /** Returns the item with this value at a path; {@code null} removes it. */
  static Map<String, AttributeValue> with(
      Map<String, AttributeValue> item,
      List<String> path,
      AttributeValue value,
      Bindings bindings) {
    return with(AttributeValue.fromM(item), path, value, bindings).m();
  }

  private static AttributeValue with(
      AttributeValue outer, List<String> path, AttributeValue value, Bindings bindings) {
    if (path.isEmpty()) {
      return value;
    }
    String step = path.getFirst();
    List<String> rest = path.subList(1, path.size());
    if (step.startsWith(ELEMENT)) {
      int index = index(step);
      if (outer == null
          || !outer.hasL()
          || index >= outer.l().size()
          || value == null && rest.isEmpty()) {
        throw invalid();
      }
      List<AttributeValue> changed = new ArrayList<>(outer.l());
      changed.set(index, with(changed.get(index), rest, value, bindings));
      return AttributeValue.fromL(changed);
    }
    if (outer == null || !outer.hasM()) {
      throw invalid();
    }
    Map<String, AttributeValue> changed = new HashMap<>(outer.m());
    String name = bindings.name(step);
    AttributeValue inner = with(changed.get(name), rest, value, bindings);
    if (inner == null) {
      changed.remove(name);
    } else {
      changed.put(name, inner);
    }
    return AttributeValue.fromM(Collections.unmodifiableMap(changed));
  }

  private static RuntimeException invalid() {
    return DynamoExceptions.validation(
        "The document path provided in the update expression is invalid for update");
  }
}
