package io.doorlist.cli.importing.foreign;

import io.doorlist.cli.importing.lines.RefusedLine;
import io.doorlist.domain.Ids;
import io.doorlist.domain.Slug;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.Normalizer;
import java.util.Currency;
import java.util.Locale;
import java.util.regex.Pattern;

/** Converts values of other systems into those of import lines. */
public final class ForeignValues {
  private static final Pattern CODE = Pattern.compile("[0-9A-Za-z]{1,16}");

  /** Longer codes do not fit into an id. */
  private static final int MAX_EXACT_CODE = 10;

  /** Where ids begin that no code of up to ten letters and digits has. */
  private static final long HASHED_FROM = 2 * 36L * 36 * 36 * 36 * 36 * 36 * 36 * 36 * 36 * 36;

  private static final Pattern MARKS = Pattern.compile("\\p{M}+");
  private static final Pattern NO_SLUG = Pattern.compile("[^a-z0-9]+");
  private static final int MAX_SLUG = 60;

  private ForeignValues() {}

  /**
   * Reads an amount such as {@code 23.00} as cents, or in whatever a currency is counted.
   *
   * @param currency of three letters
   * @throws RefusedLine if it is none
   */
  public static long amount(String field, Object value, String currency) throws RefusedLine {
    try {
      int digits = Math.max(0, Currency.getInstance(currency).getDefaultFractionDigits());
      return new BigDecimal(String.valueOf(value).strip()).movePointRight(digits).longValueExact();
    } catch (NumberFormatException | ArithmeticException e) {
      throw new RefusedLine(field, "must be an amount such as 23.00");
    } catch (IllegalArgumentException e) {
      throw new RefusedLine("currency", "must be one that there is, such as EUR");
    }
  }

  /**
   * Derives an id from an order's code, always the same: the code as a number in base 36, after a 1
   * that preserves leading zeros; for a code of more than ten characters, a number derived from its
   * SHA-256.
   *
   * @throws RefusedLine if it is not a code
   */
  public static long id(String field, String code) throws RefusedLine {
    if (code == null || !CODE.matcher(code).matches()) {
      throw new RefusedLine(field, "must be a code of 1 to 16 letters and digits");
    }
    String digits = code.toLowerCase(Locale.ROOT);
    if (digits.length() <= MAX_EXACT_CODE) {
      return Long.parseLong("1" + digits, 36);
    }
    long number = ByteBuffer.wrap(sha256(digits)).getLong();
    return HASHED_FROM + Math.floorMod(number, Ids.MAX - HASHED_FROM);
  }

  /** Derives a slug from a name; a name without Latin letters becomes a number. */
  public static String slug(String name) {
    String plain = MARKS.matcher(Normalizer.normalize(name, Normalizer.Form.NFKD)).replaceAll("");
    String slug = NO_SLUG.matcher(plain.toLowerCase(Locale.ROOT)).replaceAll("-");
    slug = slug.substring(slug.startsWith("-") ? 1 : 0, Math.min(slug.length(), MAX_SLUG));
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

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
