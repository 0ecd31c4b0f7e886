package io.doorlist.exactness.fake;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** An item, and the values of the placeholders in one request's expressions. */
record Bindings(
    Map<String, AttributeValue> item,
    Map<String, String> names,
    Map<String, AttributeValue> values) {
  /** Begins the step of a path that leads to an element of a list. */
  static final String ELEMENT = "[";

  String name(String raw) {
    String name = raw.startsWith("#") ? names.get(raw) : raw;
    if (name == null) {
      throw DynamoExceptions.validation("an expression attribute name is not defined: " + raw);
    }
    return name;
  }

  AttributeValue value(String raw) {
    AttributeValue value = values.get(raw);
    if (value == null) {
      throw DynamoExceptions.validation("an expression attribute value is not defined: " + raw);
    }
    return value;
  }

  /** Returns the value at a path, or {@code null}. */
  AttributeValue get(List<String> path) {
    AttributeValue value = AttributeValue.fromM(item);
    for (String step : path) {
      if (value == null) {
        return null;
      }
      if (step.startsWith(ELEMENT)) {
        int index = index(step);
        value = value.hasL() && index < value.l().size() ? value.l().get(index) : null;
      } else {
        value = value.hasM() ? value.m().get(name(step)) : null;
      }
    }
    return value;
  }

  private static int index(String element) {
    return Integer.parseInt(element.substring(ELEMENT.length()));
  }

  /** Returns a value with another at a path in it; {@code null} removes it. */
  AttributeValue with(AttributeValue outer, List<String> path, AttributeValue value) {
    if (path.isEmpty()) {
      return value;
    }
    String step = path.getFirst();
    List<String> rest = path.subList(1, path.size());
    boolean element = step.startsWith(ELEMENT);
    if (outer == null
        || (element ? !outer.hasL() || index(step) >= outer.l().size() : !outer.hasM())
        || element && value == null && rest.isEmpty()) {
      throw DynamoExceptions.validation(
          "The document path provided in the update expression is invalid for update");
    }
    if (element) {
      List<AttributeValue> changed = new ArrayList<>(outer.l());
      changed.set(index(step), with(changed.get(index(step)), rest, value));
      return AttributeValue.fromL(changed);
    }
    Map<String, AttributeValue> changed = new HashMap<>(outer.m());
    AttributeValue inner = with(changed.get(name(step)), rest, value);
    if (inner == null) {
      changed.remove(name(step));
    } else {
      changed.put(name(step), inner);
    }
    return AttributeValue.fromM(Collections.unmodifiableMap(changed));
  }
}
