package io.doorlist.domain;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * The rule for the words that address accounts, events and ticket types: 1 to 100 letters, digits,
 * '.', '_' or '-', the first a letter or digit, and not digits only, as an event is addressed by
 * its slug or its number.
 */
public final class Slug {
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
  private static final Pattern DIGITS = Pattern.compile("[0-9]+");

  /** Words that paths have in place of an event's slug, so no event may be named so. */
  private static final Set<String> TAKEN = Set.of("events", "webhooks");

  private Slug() {}

  /** Returns whether the word can address an account or a ticket type. */
  public static boolean valid(String slug) {
    return slug != null && FORM.matcher(slug).matches() && !DIGITS.matcher(slug).matches();
  }

  /** Returns whether the word can address an event. */
  public static boolean validForEvent(String slug) {
    return valid(slug) && !TAKEN.contains(slug);
  }

  static void check(String slug) {
    if (!valid(slug)) {
      throw new IllegalArgumentException("not a slug: " + slug);
    }
  }
}
