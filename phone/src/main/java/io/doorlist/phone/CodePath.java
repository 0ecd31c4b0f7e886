package io.doorlist.phone;

import io.doorlist.door.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Puts a code into a path. A code that a gateway might change or refuse is replaced by its digest.
 */
public final class CodePath {
  private static final int MAX_LENGTH = 128;
  private static final String PLAIN =
      "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

  private CodePath() {}

  public static String of(String code) {
    return plain(code) ? code : "sha256-" + digest(code);
  }

  private static boolean plain(String code) {
    return !code.isEmpty()
        && code.length() <= MAX_LENGTH
        && !code.startsWith(".")
        && code.chars().allMatch(letter -> PLAIN.indexOf(letter) >= 0);
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
