package io.doorlist.local.template;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A node of a template: its value, evaluated on demand, and its path, with which every error
 * message begins. A node without a value is absent.
 */
record TemplateNode(Object written, String path, Evaluator evaluator) {
  /** Returns the member of this name, which may be absent. */
  TemplateNode at(String name) {
    Object member = value() instanceof Map<?, ?> map ? map.get(name) : null;
    return new TemplateNode(member, path + "." + name, evaluator);
  }

  boolean isAbsent() {
    return value() == null;
  }

  boolean isList() {
    return value() instanceof List<?>;
  }

  /**
   * Returns the scalar here as a string.
   *
   * @throws TemplateException if there is none
   */
  String text() {
    Object value = value();
    if (value instanceof String || value instanceof Number || value instanceof Boolean) {
      return value.toString();
    }
    throw wrong(value == null ? "is missing" : "must be a string");
  }

  String textOr(String fallback) {
    return isAbsent() ? fallback : text();
  }

  /**
   * Returns the whole number here.
   *
   * @throws TemplateException if there is none from {@code least} to {@code most}
   */
  int integer(int least, int most) {
    String text = text();
    if (text.matches("-?[0-9]{1,9}")) {
      int number = Integer.parseInt(text);
      if (number >= least && number <= most) {
        return number;
      }
    }
    throw wrong("must be a whole number from %d to %d".formatted(least, most));
  }

  int integerOr(int fallback, int least, int most) {
    return isAbsent() ? fallback : integer(least, most);
  }

  boolean flag() {
    return text().equalsIgnoreCase("true");
  }

  /** Returns the members in order, without absent ones; none if this node is absent. */
  Map<String, TemplateNode> members() {
    Object value = value();
    if (value == null) {
      return Map.of();
    }
    if (!(value instanceof Map<?, ?> map)) {
      throw wrong("must be a mapping");
    }
    LinkedHashMap<String, TemplateNode> members = new LinkedHashMap<>();
    map.forEach(
        (name, member) -> {
          TemplateNode place = new TemplateNode(member, path + "." + name, evaluator);
          if (!place.isAbsent()) {
            members.put(String.valueOf(name), place);
          }
        });
    return members;
  }

  /** Returns the elements, without absent ones; none if this node is absent. */
  List<TemplateNode> elements() {
    Object value = value();
    if (value == null) {
      return List.of();
    }
    if (!(value instanceof List<?> list)) {
      throw wrong("must be a list");
    }
    ArrayList<TemplateNode> elements = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      TemplateNode place = new TemplateNode(list.get(i), path + "[" + i + "]", evaluator);
      if (!place.isAbsent()) {
        elements.add(place);
      }
    }
    return elements;
  }

  /** Returns the value with everything in it evaluated, as maps, lists and scalars. */
  Object plain() {
    Object value = value();
    if (value instanceof Map<?, ?>) {
      LinkedHashMap<String, Object> plain = new LinkedHashMap<>();
      members().forEach((name, member) -> plain.put(name, member.plain()));
      return plain;
    }
    return value instanceof List<?> ? elements().stream().map(TemplateNode::plain).toList() : value;
  }

  TemplateException wrong(String problem) {
    return new TemplateException(path + " " + problem);
  }

  private Object value() {
    return evaluator.evaluate(written, path);
  }
}
