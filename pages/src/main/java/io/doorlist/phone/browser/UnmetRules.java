package io.doorlist.phone.browser;

import io.doorlist.door.rules.UnmetRule;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the rules that a ticket fails as one text for the page, with U+001E between them. A rule
 * has the members kind, counted, number, time (epoch seconds), names and days, with U+001F between
 * them. U+001D is between several names or days.
 */
final class UnmetRules {
  private static final String NEXT = "\u001e";
  private static final String MEMBER = "\u001f";
  private static final String PART = "\u001d";

  private UnmetRules() {}

  static String text(List<UnmetRule> unmetRules) {
    List<String> texts = new ArrayList<>();
    for (UnmetRule unmetRule : unmetRules) {
      texts.add(
          String.join(
              MEMBER,
              unmetRule.kind().word(),
              unmetRule.counted() == null ? "" : unmetRule.counted().word(),
              unmetRule.number() == null ? "" : unmetRule.number().toString(),
              unmetRule.at() == null ? "" : unmetRule.at().toString(),
              String.join(PART, unmetRule.names()),
              String.join(PART, unmetRule.days().stream().map(String::valueOf).toList())));
    }
    return String.join(NEXT, texts);
  }
}
