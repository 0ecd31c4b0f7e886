package io.doorlist.domain.search;

import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Folds texts so that a search ignores case, accents and apostrophes, in any script. Its results
 * are stored. If you change it, everything searchable must be written again.
 */
final class Folding {
  private static final Pattern APOSTROPHES = Pattern.compile("['’‘ʼʻ`´]");
  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{Nd}\\p{M}]+");
  private static final String UMLAUTS = "äöüøå";
  private static final List<String> SPELLED = List.of("ae", "oe", "ue", "oe", "aa");

  private Folding() {}

  /** Folds a text. Each run of blanks and control characters becomes one space. */
  static String fold(String text) {
    StringBuilder folded = new StringBuilder(text.length());
    // Upper case comes first, because it maps ß to SS and the final sigma to the ordinary one.
    Normalizer.normalize(APOSTROPHES.matcher(text).replaceAll(""), Normalizer.Form.NFKD)
        .toUpperCase(Locale.ROOT)
        .codePoints()
        .map(Character::toLowerCase)
        .forEach(letter -> append(folded, letter));
    return folded.toString().replaceAll(" +", " ").strip();
  }

  /**
   * Returns a text in lower case with umlauts and similar letters spelled out, such as {@code
   * mueller}.
   */
  static String spelledOut(String text) {
    StringBuilder spelled = new StringBuilder(text.length());
    String plain = Normalizer.normalize(text, Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
    for (int i = 0; i < plain.length(); i++) {
      char letter = plain.charAt(i);
      boolean last = i + 1 == plain.length() || !Character.isLetter(plain.charAt(i + 1));
      int umlaut = last ? -1 : UMLAUTS.indexOf(letter);
      spelled.append(umlaut < 0 ? Character.toString(letter) : SPELLED.get(umlaut));
    }
    return spelled.toString();
  }

  static String phone(String number) {
    return Normalizer.normalize(number, Normalizer.Form.NFKD)
        .replace("(0)", "")
        .replaceAll("[^0-9]", "")
        .replaceFirst("^0+", "");
  }

  static List<String> words(String text) {
    return WORD.matcher(fold(text)).results().map(MatchResult::group).toList();
  }

  /**
   * Returns the words of a name. A word with an apostrophe counts as one word without it, and also
   * as the parts on both sides of it.
   */
  static Set<String> wordsOfName(String name) {
    Set<String> words = new LinkedHashSet<>(words(name));
    words.addAll(words(APOSTROPHES.matcher(name).replaceAll(" ")));
    return words;
  }

  private static void append(StringBuilder folded, int letter) {
    switch (letter) {
      // Letters that many keyboards do not have.
      case 'ø' -> folded.append('o');
      case 'ł' -> folded.append('l');
      case 'đ', 'ð' -> folded.append('d');
      case 'ħ' -> folded.append('h');
      case 'ŧ' -> folded.append('t');
      case 'æ' -> folded.append("ae");
      case 'œ' -> folded.append("oe");
      case 'þ' -> folded.append("th");
      default -> {
        if (Character.isWhitespace(letter) || Character.isISOControl(letter)) {
          folded.append(' ');
        } else if (!isAccent(letter)) {
          folded.appendCodePoint(letter);
        }
      }
    }
  }

  /**
   * Returns whether people may leave a mark out when they write. Vowel signs of Indic scripts stay.
   */
  private static boolean isAccent(int letter) {
    UnicodeScript script = UnicodeScript.of(letter);
    int type = Character.getType(letter);
    return (type == Character.NON_SPACING_MARK
            || type == Character.ENCLOSING_MARK
            || type == Character.COMBINING_SPACING_MARK)
        && (script == UnicodeScript.INHERITED
            || script == UnicodeScript.HEBREW
            || script == UnicodeScript.ARABIC);
  }
}
