package io.doorlist.cli.importing.pretix;

import io.doorlist.cli.importing.pretix.PretixFile.TypeWords;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The products read so far. A ticket type is a product, or a variation of one. Ids of products are
 * unique in an installation of pretix, so they are kept without their event. Not thread-safe.
 */
final class PretixProducts {
  private final Map<String, TypeWords> words = new HashMap<>();
  private final Map<Object, List<String>> types = new HashMap<>();

  static String slug(Object item, Object variation) {
    return "item-" + item + (variation == null ? "" : "-" + variation);
  }

  /** Reads products. Returns their ticket types by slug. */
  Map<String, TypeWords> read(List<Map<?, ?>> items) {
    Map<String, TypeWords> read = new LinkedHashMap<>();
    for (Map<?, ?> item : items) {
      Object id = item.get("id");
      String name = PretixValues.text(item.get("name"));
      List<String> slugs = new ArrayList<>();
      List<Map<?, ?>> variations = PretixValues.objects(item.get("variations"));
      words.put(slug(id, null), words(null, name, item, Map.of()));
      if (variations.isEmpty()) {
        slugs.add(slug(id, null));
      }
      for (Map<?, ?> variation : variations) {
        String slug = slug(id, variation.get("id"));
        String named = name + " – " + PretixValues.text(variation.get("value"));
        words.put(slug, words(variation.get("id"), named, item, variation));
        slugs.add(slug);
      }
      types.put(id, slugs);
      slugs.forEach(slug -> read.put(slug, words.get(slug)));
    }
    return read;
  }

  private static TypeWords words(Object variation, String name, Map<?, ?> item, Map<?, ?> more) {
    String note = PretixValues.text(more.get("checkin_text"));
    boolean attention =
        Boolean.TRUE.equals(item.get("checkin_attention"))
            || Boolean.TRUE.equals(more.get("checkin_attention"));
    return new TypeWords(
        name,
        note == null ? PretixValues.text(item.get("checkin_text")) : note,
        attention,
        slug(item.get("id"), null),
        (Long) item.get("id"),
        (Long) variation);
  }

  List<String> typesOf(Object item) {
    return types.getOrDefault(item, List.of());
  }

  TypeWords words(String slug) {
    String product = slug.replaceFirst("^(item-[0-9]+)-.*$", "$1");
    return words.getOrDefault(slug, new TypeWords(null, null, false, product, null, null));
  }
}
