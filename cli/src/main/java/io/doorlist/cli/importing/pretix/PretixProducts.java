package io.doorlist.cli.importing.pretix;

import io.doorlist.cli.importing.pretix.PretixFile.TypeWords;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The products and questions read so far. A ticket type is a product, or a variation of one; ids of
 * products are unique in a pretix, so they need no event. Not thread-safe.
 */
final class PretixProducts {
  private static final String UNNAMED = "None";

  private final Map<String, TypeWords> words = new HashMap<>();
  private final Map<Object, List<String>> types = new HashMap<>();
  private final Map<Object, String> questions = new HashMap<>();
  private final Map<String, TypeWords> lastRead = new LinkedHashMap<>();

  /** Returns the slug of a type. */
  static String slug(Object item, Object variation) {
    return "item-" + item + (variation == null ? "" : "-" + variation);
  }

  /** Reads products of the API or of an export. */
  void readItems(List<Map<?, ?>> items) {
    lastRead.clear();
    for (Map<?, ?> item : items) {
      Object id = item.get("id");
      types.put(id, new ArrayList<>());
      String name = PretixValues.text(item.get("name"));
      List<Map<?, ?>> variations = PretixValues.objects(item.get("variations"));
      words.put(slug(id, null), words(id, null, name, item, Map.of()));
      if (variations.isEmpty()) {
        add(id, null, name, item, Map.of());
      }
      for (Map<?, ?> variation : variations) {
        Object named =
            variation.get("value") == null ? variation.get("name") : variation.get("value");
        add(id, variation.get("id"), name + " – " + PretixValues.text(named), item, variation);
      }
    }
  }

  private void add(Object item, Object variation, String name, Map<?, ?> all, Map<?, ?> more) {
    String slug = slug(item, variation);
    words.put(slug, words(item, variation, name, all, more));
    types.get(item).add(slug);
    lastRead.put(slug, words.get(slug));
  }

  private static TypeWords words(
      Object item, Object variation, String name, Map<?, ?> all, Map<?, ?> more) {
    String note = note(more.get("checkin_text"));
    boolean attention =
        Boolean.TRUE.equals(all.get("checkin_attention"))
            || Boolean.TRUE.equals(more.get("checkin_attention"));
    return new TypeWords(
        name,
        note == null ? note(all.get("checkin_text")) : note,
        attention,
        slug(item, null),
        (Long) item,
        (Long) variation);
  }

  private static String note(Object text) {
    String note = PretixValues.text(text);
    return UNNAMED.equals(note) ? null : note;
  }

  /** Reads questions of an export. */
  void readQuestions(List<Map<?, ?>> all) {
    all.forEach(
        question -> questions.put(question.get("id"), String.valueOf(question.get("identifier"))));
  }

  /** Returns the types of the products read last, by slug. */
  Map<String, TypeWords> types() {
    return lastRead;
  }

  /** Returns the types of a product, empty if it was not read. */
  List<String> typesOf(Object item) {
    return types.getOrDefault(item, List.of());
  }

  /** Returns what is known about a type. */
  TypeWords words(String slug) {
    String product = slug.replaceFirst("^(item-[0-9]+)-.*$", "$1");
    return words.getOrDefault(slug, new TypeWords(null, null, false, product));
  }

  /** Returns a question's identifier. */
  String question(Object id) {
    return questions.getOrDefault(id, "question-" + id);
  }
}
