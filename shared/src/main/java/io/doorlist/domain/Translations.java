package io.doorlist.domain;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Texts in every language of the pages except English. Immutable. */
public final class Translations {
  /** The languages in the order of a file's columns. */
  public static final List<String> LANGUAGES =
      List.of("de", "fr", "es", "it", "pt", "nl", "pl", "tr", "uk", "ar", "ja");

  private final Map<String, String[]> rows = new HashMap<>();

  public Translations(Class<?> beside, String name) {
    try (InputStream file = beside.getResourceAsStream(name)) {
      new String(file.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(line -> line.split("\t"))
          .forEach(row -> rows.put(row[0], row));
    } catch (IOException e) {
      throw new IllegalStateException("a file of the package cannot be read", e);
    }
  }

  public String of(String word, String language) {
    return rows.get(word)[LANGUAGES.indexOf(language) + 1];
  }
}
