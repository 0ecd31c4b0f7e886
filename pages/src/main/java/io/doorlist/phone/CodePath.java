package io.doorlist.phone;

import io.doorlist.door.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Puts a code into a path: as it is, or by its digest if a gateway might not pass it. */
public final class CodePath {
  private static final int MAX_LENGTH = 128;
  private static final String PLAIN = "-._~";

  private CodePath() {}

  /** Returns the path segment that names the ticket with this code. */
  public static String of(String code) {
    return plain(code) ? code : "sha256-" + digest(code);
  }

  private static boolean plain(String code) {
    if (code.isEmpty() || code.length() > MAX_LENGTH || code.startsWith(".")) {
      return false;
    }
    for (int i = 0; i < code.length(); i++) {
      char letter = code.charAt(i);
      boolean word =
          letter >= '0' && letter <= '9'
              || letter >= 'A' && letter <= 'Z'
              || letter >= 'a' && letter <= 'z';
      if (!word && PLAIN.indexOf(letter) < 0) {
        return false;
      }
    }
    return true;
  }

  private static String digest(String code) {
    int[] words = Sha256.words(code.getBytes(StandardCharsets.UTF_8));
    byte[] sum = new byte[words.length * Integer.BYTES];
    for (int i = 0; i < sum.length; i++) {
      sum[i] = (byte) (words[i / Integer.BYTES] >>> (3 - i % Integer.BYTES) * Byte.SIZE);
    }
    return Base64.getUrlEncoder().withoutPadding().encodeToString(sum);
  }
}
