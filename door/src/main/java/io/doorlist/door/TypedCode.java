package io.doorlist.door;

import io.doorlist.door.text.PlainText;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The codes that a typed text may mean. They count only if the text itself is no ticket's code. All
 * that are found must belong to one ticket, because a door does not choose between two.
 */
public final class TypedCode {
  /**
   * Hyphens, dashes and minus signs. The last one is the Japanese sign for a long sound, which
   * people type for a hyphen.
   */
  private static final String DASHES =
      "\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u2E3A\u2E3B\u30FC";

  private static final String QUOTES =
      "\"'`\u00AB\u00BB\u00B4\u2018\u2019\u201A\u201B\u201C\u201D\u201E\u201F\u2032\u2033\u2039"
          + "\u203A\u300C\u300D";

  private TypedCode() {}

  /**
   * How letters are normalized. Page and service each bring their own functions for this.
   *
   * @param compatible makes letters equal that differ only in width and such (NFKC)
   * @param upperCase writes capitals, by the rules of no particular language
   * @param lowerCase writes small letters, by the rules of no particular language
   */
  public record Letters(
      UnaryOperator<String> compatible,
      UnaryOperator<String> upperCase,
      UnaryOperator<String> lowerCase) {}

  /** Returns the other codes that a typed text may mean, without the text itself. */
  public static List<String> all(String text, Letters letters) {
    String plain = plain(text, letters);
    String joined = joined(plain);
    Set<String> codes = new LinkedHashSet<>();
    for (String each : List.of(plain, joined)) {
      codes.add(each);
      codes.add(letters.upperCase().apply(each));
      codes.add(letters.lowerCase().apply(each));
    }
    codes.add(SpokenCode.typed(joined));
    codes.remove("");
    codes.remove(text);
    return List.copyOf(codes);
  }

  /** Returns a typed text with every dash replaced by a hyphen, and without quotes. */
  public static String plain(String text, Letters letters) {
    String compatible = letters.compatible().apply(text);
    StringBuilder plain = new StringBuilder(compatible.length());
    for (int i = 0; i < compatible.length(); i++) {
      char each = compatible.charAt(i);
      if (DASHES.indexOf(each) >= 0) {
        plain.append('-');
      } else if (QUOTES.indexOf(each) < 0) {
        plain.append(each);
      }
    }
    return PlainText.stripped(plain.toString());
  }

  private static String joined(String text) {
    StringBuilder joined = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      if (!PlainText.isBlank(text.charAt(i))) {
        joined.append(text.charAt(i));
      }
    }
    return joined.toString();
  }
}
