package io.doorlist.door;

import io.doorlist.door.text.PlainText;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** The codes that a scanned or typed text may mean. */
public final class ScannedCode {
  /** Soft hyphen, zero-width and direction marks, which copied text often contains. */
  private static final String UNSEEN =
      "\u00AD\u061C\u200B\u200E\u200F\u202A\u202B\u202C\u202D\u202E"
          + "\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\uFEFF";

  /**
   * Characters that join letters or keep them apart. Names in some languages need them, but no code
   * does.
   */
  private static final String JOINERS = "\u200C\u200D";

  private static final String NO_BREAK_SPACES = "\u00A0\u2007\u202F";

  private ScannedCode() {}

  /**
   * Returns the codes that a text may mean, the likeliest first. They are the text as it is, the
   * text without invisible characters, a typed code of ours in its proper form, and codes in a web
   * address.
   *
   * @param composed joins letters with their accents (NFC); page and service each bring their own
   *     function for this
   */
  public static List<String> all(String text, UnaryOperator<String> composed) {
    Set<String> codes = new LinkedHashSet<>();
    List<String> read = new ArrayList<>(List.of(text, plain(text, composed)));
    read.add(SpokenCode.typed(plain(text, composed)));
    for (String part : LinkedCode.parts(text)) {
      read.add(part);
      read.add(plain(part, composed));
    }
    read.stream().filter(each -> !each.isEmpty()).forEach(codes::add);
    return List.copyOf(codes);
  }

  /** Returns a code without invisible characters. */
  public static String plain(String code, UnaryOperator<String> composed) {
    return isAscii(code)
        ? code
        : PlainText.stripped(composed.apply(without(code, UNSEEN + JOINERS)));
  }

  /** Returns a name or another text without invisible characters. */
  public static String plainText(String text, UnaryOperator<String> composed) {
    return isAscii(text) ? text : composed.apply(without(text, UNSEEN));
  }

  private static boolean isAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) > '~') {
        return false;
      }
    }
    return true;
  }

  private static String without(String text, String unseen) {
    StringBuilder seen = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      if (unseen.indexOf(each) < 0) {
        seen.append(NO_BREAK_SPACES.indexOf(each) < 0 ? each : ' ');
      }
    }
    return seen.toString();
  }
}
