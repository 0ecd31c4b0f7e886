package com.google.zxing.common;

import com.google.zxing.DecodeHintType;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Replaces ZXing's class of this name, which asks for Japanese character sets that the page's class
 * library does not have, so no code at all could be read. Codes of tickets are UTF-8; anything else
 * counts as Latin 1, as in the QR code's standard.
 */
public final class StringUtils {
  /** No text that is drawn or read here uses it. */
  public static final Charset SHIFT_JIS_CHARSET = StandardCharsets.US_ASCII;

  /** Readers ask whether it is available; it is not. */
  public static final Charset GB2312_CHARSET = null;

  private static final int CONTINUATION = 0x80;

  private StringUtils() {}

  /** Returns the character set of these bytes, and ignores the hints. */
  public static Charset guessCharset(byte[] bytes, Map<DecodeHintType, ?> hints) {
    return isUtf8(bytes) ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1;
  }

  private static boolean isUtf8(byte[] bytes) {
    int following = 0;
    for (byte each : bytes) {
      boolean continues = (each & 0xc0) == CONTINUATION;
      if (continues != following > 0) {
        return false;
      }
      if (continues) {
        following--;
      } else if ((each & CONTINUATION) != 0) {
        int length = Integer.numberOfLeadingZeros(~((each & 0xff) << 24));
        if (length < 2 || length > 4) {
          return false;
        }
        following = length - 1;
      }
    }
    return following == 0;
  }
}
