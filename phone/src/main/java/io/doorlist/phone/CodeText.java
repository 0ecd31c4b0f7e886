package io.doorlist.phone;

import io.doorlist.door.LinkedCode;
import io.doorlist.door.ScannedCode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** What was read from a ticket by a camera or a hand scanner, or typed. */
public final class CodeText {
  private CodeText() {}

  /**
   * Returns the codes that a text may mean, the likeliest first. None if the text is empty.
   *
   * @param composed see {@link ScannedCode#all}
   */
  public static List<String> all(String text, String qrBaseUrl, UnaryOperator<String> composed) {
    Set<String> codes = new LinkedHashSet<>(ScannedCode.all(of(text, qrBaseUrl), composed));
    if (qrBaseUrl.isEmpty()) {
      // Whose address it is, nobody knows yet.
      codes.addAll(ScannedCode.all(stripped(text), composed));
    }
    return List.copyOf(codes);
  }

  /**
   * Returns the code in a text; empty if there is none.
   *
   * @param qrBaseUrl the part before the code in the QR codes of this service. Empty if not known
   *     yet: then the code is what follows the last slash of any web address
   */
  public static String of(String text, String qrBaseUrl) {
    String code = stripped(text);
    if (!qrBaseUrl.isEmpty()) {
      String before = qrBaseUrl + "/";
      return code.startsWith(before) ? LinkedCode.decoded(code.substring(before.length())) : code;
    }
    boolean address = code.startsWith("https://") || code.startsWith("http://");
    return address ? LinkedCode.decoded(code.substring(code.lastIndexOf('/') + 1)) : code;
  }

  /** In a browser, {@link String#strip} also takes what a shop may have put into a code. */
  private static String stripped(String text) {
    int from = 0;
    int until = text.length();
    while (from < until && text.charAt(from) <= ' ') {
      from++;
    }
    while (until > from && text.charAt(until - 1) <= ' ') {
      until--;
    }
    return text.substring(from, until);
  }
}
