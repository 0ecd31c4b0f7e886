package io.doorlist.checkinlists;

import io.doorlist.domain.Digests;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;

/**
 * The SHA-256 of several texts, each preceded by its length, so that different lists of texts are
 * never the same bytes. Not thread-safe.
 */
final class RequestDigest {
  private final MessageDigest digest = Digests.sha256();

  RequestDigest add(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
    digest.update(bytes);
    return this;
  }

  /** Adds the number of entries, then each entry in the map's order. */
  RequestDigest add(Map<String, String> texts) {
    add(Integer.toString(texts.size()));
    texts.forEach((name, text) -> add(name).add(text));
    return this;
  }

  /** Returns the digest in lower-case hexadecimal; nothing can be added any more. */
  String hex() {
    return HexFormat.of().formatHex(digest.digest());
  }
}
