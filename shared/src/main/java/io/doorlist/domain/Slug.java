package io.doorlist.domain;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * The rule for the words that address accounts, events and ticket types. A slug has 1 to 100
 * letters, digits, '.', '_' or '-', and begins with a letter or digit. At least one character is no
 * digit, because an event is addressed by its slug or its number.
 */
public final class Slug {
  private static final Pattern FORM =
      Pattern.compile("(?=[A-Za-z0-9])[0-9]*[A-Za-z._-][A-Za-z0-9._-]*");

  private static final int MAX_LENGTH = 100;

  /**
   * Words that stand in other paths where an event's slug would be, so no event may be called that.
   */
  private static final Set<String> TAKEN = Set.of("events", "webhooks");

  private Slug() {}

  public static boolean valid(String slug) {
    return slug != null && slug.length() <= MAX_LENGTH && FORM.matcher(slug).matches();
  }

  public static boolean validForEvent(String slug) {
    return valid(slug) && !TAKEN.contains(slug);
  }

  public static void check(String slug) {
    if (!valid(slug)) {
      throw new IllegalArgumentException("not a slug: " + slug);
    }
  }
}
