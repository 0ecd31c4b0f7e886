package io.doorlist.local.template;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A node of a template. It has a value, which is evaluated on demand, and a path, with which every
 * error message begins. A node without a value is absent.
 */
record TemplateNode(Object written, String path, Evaluator evaluator) {
  /** Returns the node that these members lead to. It may be absent. */
  TemplateNode at(String... names) {
    TemplateNode node = this;
    for (String name : names) {
      Object member = node.value() instanceof Map<?, ?> map ? map.get(name) : null;
      node = new TemplateNode(member, node.path + "." + name, evaluator);
    }
    return node;
  }

  boolean isAbsent() {
    return value() == null;
  }

  /** Returns the scalar value as a string. Refuses anything else. */
  String text() {
    Object value = value();
    if (value == null || value instanceof Map || value instanceof List) {
      throw wrong(value == null ? "is missing" : "must be a string");
    }
    return value.toString();
  }

  String textOr(String fallback) {
    return isAbsent() ? fallback : text();
  }

  int integerOr(int fallback) {
    try {
      return isAbsent() ? fallback : Integer.parseInt(text());
    } catch (NumberFormatException e) {
      throw wrong("must be a whole number");
    }
  }

  Map<String, TemplateNode> members() {
    Map<String, TemplateNode> members = new LinkedHashMap<>();
    if (value() instanceof Map<?, ?> map) {
      for (Object name : map.keySet()) {
        TemplateNode member = at((String) name);
        if (!member.isAbsent()) {
          members.put((String) name, member);
        }
      }
    }
    return members;
  }

  /** Returns the elements, without absent ones. There are none if this node is absent. */
  List<TemplateNode> elements() {
    List<TemplateNode> elements = new ArrayList<>();
    if (value() instanceof List<?> list) {
      for (Object each : list) {
        TemplateNode element = new TemplateNode(each, path + "[]", evaluator);
        if (!element.isAbsent()) {
          elements.add(element);
        }
      }
    }
    return elements;
  }

  /** Returns the value with everything in it evaluated, as maps, lists and scalars. */
  Object plain() {
    return switch (value()) {
      case Map<?, ?> map -> {
        Map<String, Object> plain = new LinkedHashMap<>();
        members().forEach((name, member) -> plain.put(name, member.plain()));
        yield plain;
      }
      case List<?> list -> elements().stream().map(TemplateNode::plain).toList();
      default -> value();
    };
  }

  TemplateException wrong(String problem) {
    return new TemplateException(path + " " + problem);
  }

  private Object value() {
    try {
      return evaluator.evaluate(written);
    } catch (TemplateException e) {
      throw new TemplateException(path + ": " + e.getMessage(), e);
    }
  }
}
