package io.doorlist.cli.importing.pretix;

import io.doorlist.cli.lines.RefusedLine;
import io.doorlist.domain.Digests;
import io.doorlist.domain.Ids;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/** Converts pretix's values into values of import lines. */
final class PretixValues {
  private static final Pattern CODE = Pattern.compile("[0-9A-Za-z]{1,16}");

  /** The longest code that fits into an id. */
  private static final int MAX_EXACT_CODE = 10;

  /**
   * The first id for longer codes. No code of up to ten letters and digits has an id this large.
   */
  private static final long HASHED_FROM = 2 * 36L * 36 * 36 * 36 * 36 * 36 * 36 * 36 * 36 * 36;

  private PretixValues() {}

  /** Returns the objects of an array; none if the value is no array. */
  static List<Map<?, ?>> objects(Object value) {
    List<?> elements = value instanceof List<?> list ? list : List.of();
    return elements.stream()
        .filter(Map.class::isInstance)
        .<Map<?, ?>>map(each -> (Map<?, ?>) each)
        .toList();
  }

  /**
   * Returns a text, or {@code null} if there is none. If the value has the text in several
   * languages, this returns the first one that is not blank.
   */
  static String text(Object value) {
    if (value instanceof Map<?, ?> languages) {
      return languages.values().stream()
          .map(PretixValues::textOrNull)
          .filter(Objects::nonNull)
          .findFirst()
          .orElse(null);
    }
    return textOrNull(value);
  }

  /**
   * Reads an amount such as {@code 23.00}. Returns it in the smallest unit of the currency, such as
   * cents.
   */
  static long amount(String field, Object value, String currency) throws RefusedLine {
    try {
      int digits = Math.max(0, Currency.getInstance(currency).getDefaultFractionDigits());
      return new BigDecimal(String.valueOf(value).strip()).movePointRight(digits).longValueExact();
    } catch (NumberFormatException | ArithmeticException e) {
      throw new RefusedLine(field, "must be an amount such as 23.00");
    } catch (IllegalArgumentException e) {
      throw new RefusedLine("currency", "must be the code of a currency, such as EUR");
    }
  }

  /**
   * Returns the id for an order's code. It is always the same for that code. A code of up to ten
   * characters is read as a number in base 36, with a 1 before it so that leading zeros count. For
   * a longer code, the id comes from the code's SHA-256.
   *
   * @throws RefusedLine if the text is no code
   */
  static long id(String field, String code) throws RefusedLine {
    if (code == null || !CODE.matcher(code).matches()) {
      throw new RefusedLine(field, "must be a code of 1 to 16 letters and digits");
    }
    String digits = code.toLowerCase(Locale.ROOT);
    if (digits.length() <= MAX_EXACT_CODE) {
      return Long.parseLong("1" + digits, 36);
    }
    long number = ByteBuffer.wrap(Digests.sha256(digits)).getLong();
    return HASHED_FROM + Math.floorMod(number, Ids.MAX - HASHED_FROM);
  }

  /** Returns a text without spaces around it; {@code null} if nothing is left. */
  static String textOrNull(Object value) {
    if (value == null) {
      return null;
    }
    String text = value.toString().strip();
    return text.isEmpty() ? null : text;
  }
}
