package io.doorlist.domain;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Pattern;

/**
 * The rule for the content of QR codes: any text of 1 to 512 bytes in UTF-8 without control
 * characters. Codes are stored by their digests, so clients may send the digest instead.
 */
public final class QrCode {
  public static final String DIGEST_PREFIX = "sha256-";
  private static final int MAX_BYTES = 512;
  private static final int DIGEST_LENGTH = 43;
  private static final Pattern BASE64URL = Pattern.compile("[A-Za-z0-9_-]{" + DIGEST_LENGTH + "}");
  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

  private QrCode() {}

  public static boolean valid(String text) {
    return canBeAsked(text)
        && !(text.startsWith(DIGEST_PREFIX)
            && text.length() == DIGEST_PREFIX.length() + DIGEST_LENGTH);
  }

  public static boolean canBeAsked(String text) {
    return text != null
        && !text.isEmpty()
        && text.length() <= MAX_BYTES
        && isPlain(text)
        && text.getBytes(StandardCharsets.UTF_8).length <= MAX_BYTES;
  }

  private static boolean isPlain(String text) {
    return text.codePoints()
        .noneMatch(
            each -> Character.isISOControl(each) || Character.getType(each) == Character.SURROGATE);
  }

  public static String digest(String text) {
    if (text.startsWith(DIGEST_PREFIX)) {
      String digest = text.substring(DIGEST_PREFIX.length());
      if (BASE64URL.matcher(digest).matches()) {
        return digest;
      }
    }
    return BASE64.encodeToString(Digests.sha256(text));
  }
}
