package io.doorlist.phone;

/** What was read from a ticket, by a camera, a hand scanner or fingers. */
public final class ScannedCode {
  private ScannedCode() {}

  /**
   * Returns the code in a text: what follows the last slash of a web address, or all of it. Empty if
   * there is none.
   */
  public static String of(String text) {
    String code = text.strip();
    if (code.startsWith("https://") || code.startsWith("http://")) {
      int end = end(code);
      int slash = code.lastIndexOf('/', end - 1);
      return PairingLink.decoded(code.substring(slash + 1, end));
    }
    return code;
  }

  private static int end(String address) {
    for (int i = 0; i < address.length(); i++) {
      if (address.charAt(i) == '?' || address.charAt(i) == '#') {
        return i;
      }
    }
    return address.length();
  }
}
