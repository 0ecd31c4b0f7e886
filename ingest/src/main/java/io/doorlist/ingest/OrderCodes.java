package io.doorlist.ingest;

import java.security.SecureRandom;
import java.util.Base64;

/** Makes the QR code identifiers that shops leave to us: 160 random bits, URL-safe. Thread-safe. */
final class OrderCodes {
  private static final int BYTES = 20;

  private final SecureRandom random = new SecureRandom();

  /** Returns the code, or makes one if it is {@code null}. */
  String codeOr(String code) {
    if (code != null) {
      return code;
    }
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
