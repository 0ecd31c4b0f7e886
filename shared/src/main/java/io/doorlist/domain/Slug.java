package io.doorlist.domain;

import java.util.Set;

/**
 * The rule for the words that address accounts, events and ticket types: 1 to 100 letters, digits,
 * '.', '_' or '-', the first a letter or digit, and not digits only, as an event is addressed by
 * its slug or its number.
 */
public final class Slug {
  private static final int MAX_LENGTH = 100;

  /** Words that other paths have where an event's slug would be, so no event may have them. */
  private static final Set<String> TAKEN = Set.of("events", "webhooks");

  private Slug() {}

  /** Returns whether the word can address an account or a ticket type. */
  public static boolean valid(String slug) {
    if (slug == null || slug.isEmpty() || slug.length() > MAX_LENGTH) {
      return false;
    }
    boolean digits = true;
    for (int i = 0; i < slug.length(); i++) {
      char each = slug.charAt(i);
      boolean digit = each >= '0' && each <= '9';
      if (!digit && !isLetter(each) && (i == 0 || "._-".indexOf(each) < 0)) {
        return false;
      }
      digits &= digit;
    }
    return !digits;
  }

  private static boolean isLetter(char character) {
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
  }

  /** Returns whether the word can address an event. */
  public static boolean validForEvent(String slug) {
    return valid(slug) && !TAKEN.contains(slug);
  }

  /**
   * Checks a word that addresses an account or a ticket type.
   *
   * @throws IllegalArgumentException if it cannot
   */
  public static void check(String slug) {
    if (!valid(slug)) {
      throw new IllegalArgumentException("not a slug: " + slug);
    }
  }
}
