package io.doorlist.cli.importing.guests;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.FailureType;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.mozilla.universalchardet.UniversalDetector;

/**
 * Finds the character set of a text. UTF-8 and UTF-16 can be recognised for sure. Any other result
 * is a guess. A library detects the sets of China, Japan and Korea. But it takes names in German
 * for Cyrillic, and knows neither Mac Roman nor the sets for Arabic, Polish and Turkish. So sets
 * with one byte for each letter are compared by the letters that people write with them. If two
 * sets fit equally well, the one that the library finds counts.
 */
final class CharacterSets {
  /**
   * Character sets in which texts are read, by the names that the library finds. Windows uses a
   * larger set under some of these names.
   */
  private static final Map<String, String> LARGER =
      Map.of("SHIFT_JIS", "windows-31j", "EUC-KR", "x-windows-949", "BIG5", "Big5");

  private static final Set<String> OF_MANY_BYTES =
      Set.of("windows-31j", "x-windows-949", "GB18030", "Big5", "EUC-JP");

  /**
   * The letters beyond ASCII that people write with each character set. The likeliest sets come
   * first.
   */
  private static final Map<String, Set<Integer>> LETTERS = new LinkedHashMap<>();

  static {
    letters("windows-1252", "äöüßéèêëàâáãåæçìíîïñòóôõøùúûÿœ");
    letters("windows-1250", "ąćęłńóśźżáčďéěíňřšťúůýžäöüőűăâîşţđ");
    letters("windows-1254", "çğıöşüâîûéİ");
    letters("windows-1251", "абвгґдеєёжзиіїйклмнопрстуфхцчшщъыьэюя");
    letters("windows-1253", "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώ");
    letters("windows-1255", "אבגדהוזחטיךכלםמןנסעףפץצקרשת");
    letters("windows-1256", "ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىي");
    letters("x-MacRoman", "äöüßéèêëàâáãåæçìíîïñòóôõøùúûÿœ");
  }

  private static final Set<Character.UnicodeScript> EASTERN =
      EnumSet.of(
          Character.UnicodeScript.HAN,
          Character.UnicodeScript.HIRAGANA,
          Character.UnicodeScript.KATAKANA,
          Character.UnicodeScript.HANGUL,
          Character.UnicodeScript.COMMON);

  /** Signs that stand within words and between them. */
  private static final String SIGNS = "’‘“”–—…€";

  private static final int ASCII = 128;

  /** How many characters are enough to see which letters a list has. */
  private static final int ENOUGH = 1 << 20;

  private CharacterSets() {}

  /**
   * A text after it was decoded.
   *
   * @param findings what the user should know of how it was read
   */
  record Decoded(String text, Charset charset, List<Finding> findings) {}

  private static void letters(String charset, String small) {
    LETTERS.put(
        charset,
        Stream.of(small, small.toUpperCase(Locale.ROOT))
            .flatMap(all -> all.codePoints().boxed())
            .filter(each -> each >= ASCII)
            .collect(Collectors.toCollection(HashSet::new)));
  }

  /** Returns the names of the character sets that a text may have, the likeliest first. */
  static List<String> names() {
    return Stream.of(
            Stream.of(StandardCharsets.UTF_8.name()),
            LETTERS.keySet().stream(),
            OF_MANY_BYTES.stream().sorted())
        .flatMap(each -> each)
        .toList();
  }

  /**
   * Decodes a text.
   *
   * @param wanted the character set that the user names, or {@code null} if it is to be found out
   * @throws Failure if the bytes are no text in the wanted character set, or in any known one
   */
  static Decoded decode(byte[] bytes, Charset wanted) {
    if (wanted != null) {
      return text(bytes, wanted)
          .map(text -> new Decoded(text, wanted, List.of()))
          .orElseThrow(
              () ->
                  new Failure(
                      FailureType.OTHER_CHARSET,
                      "the file is not text in " + wanted + ", which --charset names"));
    }
    Charset unicode = unicode(bytes);
    Optional<String> sure = text(bytes, unicode);
    if (sure.isPresent()) {
      return new Decoded(sure.get(), unicode, List.of());
    }
    Charset guessed = guess(bytes).orElseThrow(CharacterSets::unknown);
    String text = text(bytes, guessed).orElseThrow(CharacterSets::unknown);
    return new Decoded(
        text, guessed, List.of(Finding.of(FindingType.CHARSET_GUESSED, "charset", guessed.name())));
  }

  private static Failure unknown() {
    return new Failure(
        FailureType.UNKNOWN_CHARSET,
        "the file is not text in a known character set: name it with --charset, or save it as CSV"
            + " UTF-8 or .xlsx");
  }

  private static Optional<String> text(byte[] bytes, Charset charset) {
    try {
      String text = charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      text = text.startsWith("\uFEFF") ? text.substring(1) : text;
      return text.indexOf('\0') < 0 ? Optional.of(text) : Optional.empty();
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  /**
   * Tells UTF-16 from UTF-8. UTF-16 has a zero byte beside each separator, line break and Latin
   * letter, and UTF-8 has none.
   */
  private static Charset unicode(byte[] bytes) {
    int[] zeros = new int[2];
    for (int i = 0; i < bytes.length; i++) {
      zeros[i % 2] += bytes[i] == 0 ? 1 : 0;
    }
    Charset wide = zeros[0] > zeros[1] ? StandardCharsets.UTF_16BE : StandardCharsets.UTF_16LE;
    return zeros[0] == zeros[1] ? StandardCharsets.UTF_8 : wide;
  }

  private static Optional<Charset> guess(byte[] bytes) {
    for (byte each : bytes) {
      if (each >= 0 && each < ' ' && !Character.isWhitespace(each)) {
        return Optional.empty();
      }
    }
    UniversalDetector detector = new UniversalDetector();
    detector.handleData(bytes, 0, bytes.length);
    detector.dataEnd();
    String found = Objects.requireNonNullElse(detector.getDetectedCharset(), "");
    // The detector does not know the letters that Windows adds to the Japanese set, so that set is
    // always tried.
    for (String name : List.of(LARGER.getOrDefault(found, found), "windows-31j")) {
      if (OF_MANY_BYTES.contains(name)) {
        Charset charset = Charset.forName(name);
        if (text(bytes, charset).filter(CharacterSets::eastern).isPresent()) {
          return Optional.of(charset);
        }
      }
    }
    Map<Charset, Long> scores = new LinkedHashMap<>();
    LETTERS.forEach(
        (name, letters) -> {
          Charset charset = Charset.forName(name);
          long favour = name.equalsIgnoreCase(found) ? 1 : 0;
          text(bytes, charset)
              .ifPresent(text -> scores.put(charset, score(text, letters) + favour));
        });
    return scores.entrySet().stream()
        .filter(each -> each.getValue() > 0)
        // If two are equal, the first one counts, as it is likelier.
        .reduce((one, other) -> other.getValue() > one.getValue() ? other : one)
        .map(Map.Entry::getKey);
  }

  /** Returns whether nearly all characters beyond ASCII are those of China, Japan or Korea. */
  private static boolean eastern(String text) {
    int beyond = 0;
    int eastern = 0;
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      if (each >= ASCII) {
        // Right after a Latin letter, such a character is a wrong reading: it takes two letters for
        // one, such as "éa" in "Andréa".
        boolean torn =
            i > 0 && text.charAt(i - 1) < ASCII && Character.isLetter(text.charAt(i - 1));
        beyond++;
        eastern += !torn && EASTERN.contains(Character.UnicodeScript.of(each)) ? 1 : 0;
      }
    }
    return eastern * 10L >= beyond * 9L;
  }

  /**
   * Counts letters that people write, and subtracts what no word contains, such as signs and
   * letters of other scripts.
   */
  private static long score(String text, Set<Integer> letters) {
    long score = 0;
    int length = Math.min(text.length(), ENOUGH);
    for (int i = 0; i < length; i++) {
      char each = text.charAt(i);
      if (each >= ASCII) {
        char before = i == 0 ? ' ' : text.charAt(i - 1);
        char after = i + 1 == text.length() ? ' ' : text.charAt(i + 1);
        boolean alone = before >= ASCII && after >= ASCII && Character.isLetter(before);
        boolean latin = Character.UnicodeScript.of(each) == Character.UnicodeScript.LATIN;
        // No language with Latin letters has three letters beyond ASCII in a row.
        boolean usual =
            letters.contains((int) each)
                && fits(each, before)
                && fits(each, after)
                && !(latin && alone && Character.isLetter(after));
        boolean capitalInside = Character.isUpperCase(each) && Character.isLowerCase(before);
        boolean smallBefore = Character.isLowerCase(each) && Character.isUpperCase(after);
        boolean word = Character.isLetter(before) || Character.isLetter(after);
        boolean sign = SIGNS.indexOf(each) >= 0 || isOrdinal(text, i);
        boolean good = usual && !capitalInside && !smallBefore || sign;
        score += good ? 1 : word ? -1 : 0;
      }
    }
    return score;
  }

  /** Returns whether there is an ordinal sign at a place, as in "Nº", "N.º", "N°" and "2ª". */
  private static boolean isOrdinal(String text, int place) {
    char before = place == 0 ? ' ' : text.charAt(place - 1);
    boolean initial =
        Character.isLetter(before) && (place < 2 || !Character.isLetter(text.charAt(place - 2)));
    boolean last = place + 1 == text.length() || !Character.isLetter(text.charAt(place + 1));
    return "ªº°".indexOf(text.charAt(place)) >= 0
        && last
        && (initial || before == '.' || Character.isDigit(before));
  }

  /** Returns whether the neighbour of a letter is no letter, or one of the same script. */
  private static boolean fits(char letter, char neighbour) {
    return !Character.isLetter(neighbour)
        || Character.UnicodeScript.of(neighbour) == Character.UnicodeScript.of(letter);
  }
}
