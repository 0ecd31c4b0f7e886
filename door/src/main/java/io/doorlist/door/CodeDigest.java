package io.doorlist.door;

import java.nio.charset.StandardCharsets;

/**
 * Computes what a {@link DoorCopy} has instead of a code: the first 8 bytes of SHA-256 over the
 * list's salt and the code's UTF-8 bytes. A phone recognises a scanned code by this digest, but
 * cannot learn a code from it. Thread-safe.
 */
public final class CodeDigest {
  private final byte[] salt;

  public CodeDigest(byte[] salt) {
    this.salt = salt.clone();
  }

  /** Returns the digest, most significant byte first. */
  public long of(String code) {
    byte[] text = code.getBytes(StandardCharsets.UTF_8);
    byte[] salted = new byte[salt.length + text.length];
    System.arraycopy(salt, 0, salted, 0, salt.length);
    System.arraycopy(text, 0, salted, salt.length, text.length);
    int[] words = Sha256.words(salted);
    return (long) words[0] << Integer.SIZE | words[1] & 0xffff_ffffL;
  }
}
