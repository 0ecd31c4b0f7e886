package io.doorlist.door;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes and reads numbers in as few bytes as they need. Each byte has seven bits of the number,
 * the lowest bits first. All bytes but the last have their highest bit set. Signed numbers are
 * folded (0, -1, 1, -2 become 0, 1, 2, 3).
 */
final class Columns {
  private static final int BITS = 7;
  private static final int MORE = 1 << BITS;
  private static final int MAX_SHIFT = 63;

  private Columns() {}

  /** Writes columns one after the other. Not thread-safe. */
  static final class Writer {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    void octet(int value) {
      bytes.write(value);
    }

    /** Writes a number that is not negative. */
    void number(long value) {
      long rest = value;
      while ((rest & -MORE) != 0) {
        bytes.write((int) (rest & (MORE - 1)) | MORE);
        rest >>>= BITS;
      }
      bytes.write((int) rest);
    }

    void signed(long value) {
      number(value << 1 ^ value >> MAX_SHIFT);
    }

    /** Writes eight bytes, most significant first. */
    void word(long value) {
      for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
        bytes.write((int) (value >>> shift));
      }
    }

    void text(String value) {
      byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
      number(utf8.length);
      bytes.write(utf8, 0, utf8.length);
    }

    byte[] bytes() {
      return bytes.toByteArray();
    }
  }

  /**
   * Reads what a {@link Writer} wrote. Every method throws an {@link IllegalArgumentException} if
   * the bytes end too early or hold no such number. Not thread-safe.
   */
  static final class Reader {
    private final byte[] bytes;
    private int at;

    Reader(byte[] bytes) {
      this(bytes, 0);
    }

    private Reader(byte[] bytes, int at) {
      this.bytes = bytes;
      this.at = at;
    }

    Reader numbers(int count) {
      Reader skipped = new Reader(bytes, at);
      for (int left = count; left > 0; ) {
        left -= octet() < MORE ? 1 : 0;
      }
      return skipped;
    }

    /** Skips bytes and returns a reader of them. */
    Reader octets(long count) {
      if (count > bytes.length - at) {
        throw new IllegalArgumentException("the columns end too early");
      }
      Reader skipped = new Reader(bytes, at);
      at += (int) count;
      return skipped;
    }

    int octet() {
      if (at == bytes.length) {
        throw new IllegalArgumentException("the columns end too early");
      }
      return bytes[at++] & 0xff;
    }

    long number() {
      int first = octet();
      if (first < MORE) {
        return first;
      }
      at--;
      long value = 0;
      for (int shift = 0; shift <= MAX_SHIFT; shift += BITS) {
        int octet = octet();
        value |= (long) (octet & (MORE - 1)) << shift;
        if (octet < MORE) {
          return value;
        }
      }
      throw new IllegalArgumentException("a number is too long");
    }

    /** Reads how many entries follow. Each entry has at least one byte. */
    int count() {
      long count = number();
      if (count < 0 || count > bytes.length - at) {
        throw new IllegalArgumentException("more entries than bytes");
      }
      return (int) count;
    }

    long signed() {
      long folded = number();
      return folded >>> 1 ^ -(folded & 1);
    }

    long word() {
      // JavaScript has no machine type for a long, so two halves are faster there.
      return (long) halfWord() << Integer.SIZE | halfWord() & 0xffff_ffffL;
    }

    private int halfWord() {
      int value = 0;
      for (int i = 0; i < Integer.BYTES; i++) {
        value = value << Byte.SIZE | octet();
      }
      return value;
    }

    String text() {
      byte[] utf8 = new byte[count()];
      for (int i = 0; i < utf8.length; i++) {
        utf8[i] = (byte) octet();
      }
      return new String(utf8, StandardCharsets.UTF_8);
    }

    /**
     * Checks that everything was read.
     *
     * @throws IllegalArgumentException if bytes are left
     */
    void end() {
      if (at != bytes.length) {
        throw new IllegalArgumentException("there is more than the columns");
      }
    }
  }
}
