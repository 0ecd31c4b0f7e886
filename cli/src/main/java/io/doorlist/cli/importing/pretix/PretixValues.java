package io.doorlist.cli.importing.pretix;

import io.doorlist.cli.importing.foreign.ForeignValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads values that all of pretix's answers have in common. */
final class PretixValues {
  private PretixValues() {}

  /** Returns the objects of an array; none if it is not an array. */
  static List<Map<?, ?>> objects(Object value) {
    List<Map<?, ?>> objects = new ArrayList<>();
    if (value instanceof List<?> elements) {
      for (Object element : elements) {
        if (element instanceof Map<?, ?> object) {
          objects.add(object);
        }
      }
    }
    return objects;
  }

  /** Returns a text, in the first language if there are several; or {@code null}. */
  static String text(Object value) {
    if (value instanceof Map<?, ?> languages) {
      return languages.values().stream()
          .map(ForeignValues::textOrNull)
          .filter(text -> text != null)
          .findFirst()
          .orElse(null);
    }
    return ForeignValues.textOrNull(value);
  }
}
