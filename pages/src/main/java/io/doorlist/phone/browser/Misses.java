package io.doorlist.phone.browser;

import io.doorlist.door.rules.Miss;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes what rules want as text for the page: one after the other, separated by U+001E; of each
 * the members kind, counted, number, time (epoch seconds), names and days, separated by U+001F,
 * several names or days by U+001D.
 */
final class Misses {
  private static final String NEXT = "\u001e";
  private static final String MEMBER = "\u001f";
  private static final String PART = "\u001d";

  private Misses() {}

  static String text(List<Miss> misses) {
    List<String> texts = new ArrayList<>();
    for (Miss miss : misses) {
      texts.add(
          String.join(
              MEMBER,
              miss.kind().word(),
              miss.counted() == null ? "" : miss.counted().word(),
              miss.number() == null ? "" : miss.number().toString(),
              miss.at() == null ? "" : miss.at().toString(),
              String.join(PART, miss.names()),
              String.join(PART, miss.days().stream().map(String::valueOf).toList())));
    }
    return String.join(NEXT, texts);
  }
}
