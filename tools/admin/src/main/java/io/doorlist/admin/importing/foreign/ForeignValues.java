package io.doorlist.admin.importing.foreign;

import io.doorlist.admin.importing.lines.RefusedLine;
import io.doorlist.domain.Slug;
import java.math.BigDecimal;
import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Pattern;

/** Turns what other systems write into what import lines have. */
public final class ForeignValues {
  /** Longer codes do not fit an id. */
  private static final Pattern CODE = Pattern.compile("[0-9A-Za-z]{1,10}");

  private static final Pattern MARKS = Pattern.compile("\\p{M}+");
  private static final Pattern NO_SLUG = Pattern.compile("[^a-z0-9]+");
  private static final int LONGEST_SLUG = 60;

  private ForeignValues() {}

  /**
   * Reads an amount such as {@code 23.00} as cents.
   *
   * @throws RefusedLine if it is none
   */
  public static long cents(String field, Object value) throws RefusedLine {
    try {
      return new BigDecimal(String.valueOf(value).strip()).movePointRight(2).longValueExact();
    } catch (NumberFormatException | ArithmeticException e) {
      throw new RefusedLine(field, "must be an amount such as 23.00");
    }
  }

  /**
   * Makes an id of an order's code, the same whenever it is read: the code as a number of 36
   * digits' base, after a one that keeps leading zeros.
   *
   * @throws RefusedLine if it is not a code
   */
  public static long id(String field, String code) throws RefusedLine {
    if (code == null || !CODE.matcher(code).matches()) {
      throw new RefusedLine(field, "must be a code of 1 to 10 letters and digits");
    }
    return Long.parseLong("1" + code.toLowerCase(Locale.ROOT), 36);
  }

  /** Makes a slug of a name; names that have no Latin letters get a number made of the name. */
  public static String slug(String name) {
    String plain = MARKS.matcher(Normalizer.normalize(name, Normalizer.Form.NFKD)).replaceAll("");
    String slug = NO_SLUG.matcher(plain.toLowerCase(Locale.ROOT)).replaceAll("-");
    slug = slug.substring(slug.startsWith("-") ? 1 : 0, Math.min(slug.length(), LONGEST_SLUG));
    slug = slug.endsWith("-") ? slug.substring(0, slug.length() - 1) : slug;
    return Slug.valid(slug) ? slug : "type-" + Integer.toUnsignedString(name.hashCode(), 36);
  }

  /** Returns the text without spaces around it, or {@code null} if nothing is left. */
  public static String textOrNull(Object value) {
    if (value == null) {
      return null;
    }
    String text = value.toString().strip();
    return text.isEmpty() ? null : text;
  }
}
