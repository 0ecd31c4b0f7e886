package io.doorlist.cli.evening;

import io.doorlist.domain.Mode;
import io.doorlist.domain.Worded;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Translates the attributes of an item into the members of a line, and back. Each attribute needs a
 * word, which is the name of its member. An attribute without a word ends the export with an error,
 * so nothing is lost unnoticed. A member that is no word is refused. Not thread-safe until all
 * words are added.
 */
final class Words {
  static final String KIND = "kind";
  static final String EVENT = "event";
  static final String LIST = "list";
  static final String MODE = "mode";
  static final String ORDER = "order";

  private final Map<String, Word> byAttribute = new LinkedHashMap<>();
  private final Map<String, Word> byMember = new HashMap<>();
  private final Set<String> unsaid =
      new HashSet<>(Set.of(TableSchema.PK, TableSchema.SK, TableSchema.EXPIRE_AT));

  private record Word(
      String attribute, String member, UnaryOperator<Object> say, UnaryOperator<Object> hear) {}

  Words same(String... names) {
    for (String name : names) {
      word(name, name);
    }
    return this;
  }

  Words word(String attribute, String member) {
    return word(attribute, member, UnaryOperator.identity(), UnaryOperator.identity());
  }

  Words word(
      String attribute, String member, UnaryOperator<Object> say, UnaryOperator<Object> hear) {
    Word word = new Word(attribute, member, say, hear);
    byAttribute.put(attribute, word);
    byMember.put(member, word);
    return this;
  }

  Words time(String attribute, String member) {
    return word(
        attribute,
        member,
        millis -> Instant.ofEpochMilli((Long) millis).toString(),
        text -> Instant.parse((String) text).toEpochMilli());
  }

  /**
   * Adds a word for an attribute that holds an item, or a list of items, with words of their own.
   */
  Words inside(String attribute, String member, Words words) {
    return word(attribute, member, each(words::say), each(words::hear));
  }

  private static UnaryOperator<Object> each(UnaryOperator<Map<String, Object>> one) {
    return value ->
        value instanceof List<?> list
            ? list.stream().map(item -> one.apply(members(item))).toList()
            : one.apply(members(value));
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> members(Object object) {
    return (Map<String, Object>) object;
  }

  Words all(Words others) {
    byAttribute.putAll(others.byAttribute);
    byMember.putAll(others.byMember);
    return this;
  }

  Words unsaid(String... attributes) {
    unsaid.addAll(List.of(attributes));
    return this;
  }

  Map<String, Object> say(Map<String, Object> attributes) {
    for (String name : attributes.keySet()) {
      if (!byAttribute.containsKey(name) && !unsaid.contains(name)) {
        throw new IllegalStateException("there is no word for the attribute " + name);
      }
    }
    Map<String, Object> members = new LinkedHashMap<>();
    byAttribute.forEach(
        (name, word) -> {
          if (attributes.containsKey(name)) {
            members.put(word.member(), word.say().apply(attributes.get(name)));
          }
        });
    return members;
  }

  Item hear(Item item, Map<String, Object> members) {
    hear(members).forEach(item::put);
    return item;
  }

  private Map<String, Object> hear(Map<String, Object> members) {
    Map<String, Object> attributes = new LinkedHashMap<>();
    members.forEach(
        (name, value) -> {
          Word word = byMember.get(name);
          if (word == null) {
            throw new IllegalArgumentException("has a member that is not known here");
          }
          attributes.put(word.attribute(), word.hear().apply(value));
        });
    return attributes;
  }

  /**
   * Returns the line of an item. The {@code names}, each followed by its value, come before the
   * item's members.
   */
  Map<String, Object> line(String kind, Item item, Object... names) {
    return line(kind, say(item.values()), names);
  }

  /** Returns a line. The {@code names}, each followed by its value, come before the members. */
  static Map<String, Object> line(String kind, Map<String, Object> members, Object... names) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put(KIND, kind);
    for (int i = 0; i < names.length; i += 2) {
      line.put((String) names[i], names[i + 1]);
    }
    line.putAll(members);
    return line;
  }

  /** Removes the mode from the members of a line, and returns it. */
  static Mode mode(Map<String, Object> members) {
    return Worded.read(Mode.class, (String) members.remove(MODE));
  }
}
