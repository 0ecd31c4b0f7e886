package io.doorlist.phone;

import io.doorlist.door.LinkedCode;
import io.doorlist.door.ScannedCode;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What was read from a ticket by a camera or a hand scanner, or typed. */
public final class CodeText {
  private CodeText() {}

  /**
   * Returns the codes that a text may mean, the likeliest first. None if the text is empty.
   *
   * @param composed see {@link ScannedCode#all}
   */
  public static List<String> all(String text, String qrBaseUrl, UnaryOperator<String> composed) {
    Stream<String> own = ScannedCode.all(of(text, qrBaseUrl), composed).stream();
    // Whose address it is, nobody knows yet.
    Stream<String> other =
        qrBaseUrl.isEmpty() ? ScannedCode.all(stripped(text), composed).stream() : Stream.empty();
    return Stream.concat(own, other).distinct().collect(Collectors.toList());
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
