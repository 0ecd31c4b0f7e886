package io.doorlist.domain.search;

import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A search for a ticket: the beginning of a reference or an e-mail address, beginnings of a name's
 * words in any order, or a phone number. Names in Chinese, Japanese and Korean are found by any
 * part, with blanks or without.
 *
 * @param hint a text that is in the words of every ticket that {@link #rank} matches
 */
public record TicketSearch(
    String text,
    List<Pattern> words,
    boolean namesOnly,
    String phone,
    String hint,
    boolean wholeReference) {
  /**
   * The least number of letters and digits in a search. Two are enough if they are a whole word.
   */
  public static final int MIN_LETTERS = 3;

  /** Scripts in which one letter is a syllable or a word. */
  private static final Set<UnicodeScript> LONG_LETTERS =
      Set.of(
          UnicodeScript.HAN, UnicodeScript.HIRAGANA, UnicodeScript.KATAKANA, UnicodeScript.HANGUL);

  /** Katakana and Hiragana share this letter, so Unicode gives it neither script. */
  private static final int LONG_SOUND = 'ー';

  /**
   * The second of two letters that stand for one with an accent, as in "mueller". At the end of a
   * word it is a letter of its own.
   */
  private static final Pattern SECOND = Pattern.compile("(?<=[aou])e(?=.)|(?<=a)a(?=.)");

  private static final Pattern NUMBER = Pattern.compile("[+0-9 ()./-]+");

  /** The least number of digits with which a phone number says whose it is. */
  private static final int MIN_DIGITS = 7;

  /**
   * Returns the search for exactly this reference, ignoring case. It is empty if no ticket can have
   * the reference.
   */
  public static Optional<TicketSearch> ofReference(String reference) {
    String text = Folding.fold(reference);
    return text.isEmpty()
        ? Optional.empty()
        : Optional.of(new TicketSearch(text, List.of(), false, "", text, true));
  }

  public static Optional<TicketSearch> of(String typed) {
    List<String> words = Folding.words(typed);
    String letters = Normalizer.normalize(String.join("", words), Normalizer.Form.NFC);
    int length = letters.codePointCount(0, letters.length());
    boolean few = length < MIN_LETTERS && letters.codePoints().noneMatch(TicketSearch::isLong);
    return length < 2 || few && words.size() > 1
        ? Optional.empty()
        : Optional.of(typed(typed, words, few));
  }

  private static TicketSearch typed(String typed, List<String> plain, boolean wholeWord) {
    List<String> spelled = Folding.words(Folding.spelledOut(typed));
    List<Pattern> patterns = new ArrayList<>();
    String longest = "";
    for (int i = 0; i < plain.size(); i++) {
      String composed = Normalizer.normalize(plain.get(i), Normalizer.Form.NFC);
      if (composed.codePoints().allMatch(TicketSearch::isLong)) {
        patterns.add(Pattern.compile(spaced(plain.get(i))));
        // The stored name may have a blank after any letter, so only the first letter is sure to
        // match.
        String first = plain.get(i).substring(0, plain.get(i).offsetByCodePoints(0, 1));
        longest = longest.isEmpty() ? first : longest;
        continue;
      }
      String other = SECOND.matcher(spelled.get(i)).replaceAll("$0?");
      String begins = "(?:^| )(?:" + plain.get(i) + "|" + other + ")";
      patterns.add(Pattern.compile(wholeWord ? begins + "(?= |$)" : begins));
      for (String part : SECOND.split(spelled.get(i))) {
        longest = part.length() > longest.length() ? part : longest;
      }
    }
    String folded = Folding.fold(typed);
    String digits = NUMBER.matcher(folded).matches() ? Folding.phone(typed) : "";
    String phone = digits.length() < MIN_DIGITS ? "" : digits;
    String hint = phone.isEmpty() ? longest : phone.substring(phone.length() - MIN_DIGITS);
    return new TicketSearch(bare(folded), patterns, wholeWord, phone, hint, false);
  }

  private static boolean isLong(int letter) {
    return letter == LONG_SOUND || LONG_LETTERS.contains(UnicodeScript.of(letter));
  }

  /**
   * Returns a pattern that matches a word with or without blanks between its letters, as Chinese,
   * Japanese and Korean names are written either way.
   */
  private static String spaced(String word) {
    return word.codePoints().mapToObj(Character::toString).collect(Collectors.joining(" ?"));
  }

  /**
   * Returns how well a ticket matches, from 0 for the best. It is empty if the ticket does not
   * match.
   */
  public OptionalInt rank(TicketWords ticket) {
    if (wholeReference) {
      return ticket.reference().equals(text) ? OptionalInt.of(0) : OptionalInt.empty();
    }
    String reference = bare(ticket.reference());
    String order = bare(ticket.orderReference());
    if (!namesOnly && (reference.equals(text) || order.equals(text))) {
      return OptionalInt.of(0);
    }
    if (!namesOnly && (reference.startsWith(text) || order.startsWith(text))) {
      return OptionalInt.of(1);
    }
    if (names(ticket.name())) {
      return OptionalInt.of(2);
    }
    if (names(ticket.buyer())) {
      return OptionalInt.of(3);
    }
    return !namesOnly
            && (reaches(ticket.email(), ticket.phone())
                || reaches(ticket.buyerEmail(), ticket.buyerPhone()))
        ? OptionalInt.of(4)
        : OptionalInt.empty();
  }

  private boolean names(String name) {
    return words.stream().allMatch(word -> word.matcher(name).find());
  }

  /**
   * Returns whether an e-mail address or a phone number matches. A number with the prefix of its
   * country is the same as without it.
   */
  private boolean reaches(String email, String number) {
    boolean same =
        !phone.isEmpty()
            && number.length() >= MIN_DIGITS
            && (number.endsWith(phone) || phone.endsWith(number));
    return same || email.startsWith(text);
  }

  /** Returns a reference without a number sign, because people write it with or without one. */
  private static String bare(String reference) {
    return reference.startsWith("#") ? reference.substring(1).strip() : reference;
  }
}
