package io.doorlist.door;

/** The form of the codes that Doorlist makes. People can read them out and type them. */
public final class SpokenCode {
  /** Capitals and digits, except 0, O, 1 and I. */
  public static final String ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

  public static final int LENGTH = 32;

  private SpokenCode() {}

  /** Returns whether a text is such a code, exactly as a QR code has it. */
  public static boolean is(String text) {
    boolean all = text.length() == LENGTH;
    for (int i = 0; all && i < LENGTH; i++) {
      all = ALPHABET.indexOf(text.charAt(i)) >= 0;
    }
    return all;
  }

  /**
   * Returns the code that somebody typed in groups or in small letters. It is empty if the text is
   * no such code.
   */
  static String typed(String text) {
    StringBuilder code = new StringBuilder(LENGTH);
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      if (each >= 'a' && each <= 'z') {
        code.append((char) (each - 'a' + 'A'));
      } else if (each != ' ' && each != '-') {
        code.append(each);
      }
      if (code.length() > LENGTH) {
        return "";
      }
    }
    return is(code.toString()) ? code.toString() : "";
  }
}
