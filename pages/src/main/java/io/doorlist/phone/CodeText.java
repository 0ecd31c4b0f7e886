package io.doorlist.phone;

import io.doorlist.door.LinkedCode;
import java.util.List;
import java.util.stream.Stream;

/** What was read from a ticket by a camera or a hand scanner, or typed. */
public final class CodeText {
  private CodeText() {}

  /**
   * Returns the codes that a text may mean, the likeliest first: the last part of a web address is
   * one if nothing has the whole. None if the text is empty.
   */
  public static List<String> all(String text, String qrBaseUrl) {
    String code = of(text, qrBaseUrl);
    return Stream.concat(Stream.of(code), LinkedCode.lastPart(code).stream())
        .filter(each -> !each.isEmpty())
        .toList();
  }

  /**
   * Returns the code in a text; empty if there is none.
   *
   * @param qrBaseUrl the part before the code in the QR codes of this service; empty if not known
   *     yet; then the code is what follows the last slash of any web address
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
