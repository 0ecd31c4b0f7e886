package io.doorlist.phone;

import io.doorlist.door.LinkedCode;
import io.doorlist.door.ScannedCode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Finds codes in the text that a camera or a hand scanner read from a ticket, or that somebody
 * typed.
 */
public final class CodeText {
  private CodeText() {}

  /**
   * Returns the codes that a text may mean, the likeliest first. The list is empty if the text is
   * empty.
   *
   * @param composed see {@link ScannedCode#all}
   */
  public static List<String> all(String text, String qrBaseUrl, UnaryOperator<String> composed) {
    Set<String> codes = new LinkedHashSet<>(ScannedCode.all(of(text, qrBaseUrl), composed));
    if (qrBaseUrl.isEmpty()) {
      // The phone does not know the service's address yet, so the whole text may also be a code.
      codes.addAll(ScannedCode.all(stripped(text), composed));
    }
    return List.copyOf(codes);
  }

  /**
   * Returns the code in a text. It is empty if there is none.
   *
   * @param qrBaseUrl the address before the code in this service's QR codes; empty if it is not
   *     known yet. If it is empty, the code is what follows the last slash of any web address
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

  /**
   * Strips ASCII blanks. In a browser, {@link String#strip} would also strip characters that a shop
   * may use in codes.
   */
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
