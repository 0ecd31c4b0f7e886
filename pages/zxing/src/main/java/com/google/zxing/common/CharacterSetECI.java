package com.google.zxing.common;

import com.google.zxing.FormatException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * Replaces ZXing's class of this name, which asks for character sets by names that the page's class
 * library does not know, even for UTF-8. Codes in any other character set are not read.
 */
public enum CharacterSetECI {
  ISO8859_1(3, StandardCharsets.ISO_8859_1),
  UTF8(26, StandardCharsets.UTF_8),
  ASCII(27, StandardCharsets.US_ASCII);

  /** The second number of the first of them, and the number of the last. */
  private static final int OLD_ISO8859_1 = 1;

  private static final int OLD_ASCII = 170;

  private final int value;
  private final Charset charset;

  CharacterSetECI(int value, Charset charset) {
    this.value = value;
    this.charset = charset;
  }

  /** Returns the number that stands for it in a code. */
  public int getValue() {
    return value;
  }

  /** Returns the character set. */
  public Charset getCharset() {
    return charset;
  }

  /** Returns the value for a character set; {@code null} if it has none here. */
  public static CharacterSetECI getCharacterSetECI(Charset charset) {
    for (CharacterSetECI each : values()) {
      if (each.charset.equals(charset)) {
        return each;
      }
    }
    return null;
  }

  /** Returns the value with this name; {@code null} if there is none. */
  public static CharacterSetECI getCharacterSetECIByName(String name) {
    for (CharacterSetECI each : values()) {
      if (each.name().equals(name) || each.charset.name().equals(name)) {
        return each;
      }
    }
    return null;
  }

  /**
   * Returns the value with this number.
   *
   * @throws FormatException if there is none
   */
  public static CharacterSetECI getCharacterSetECIByValue(int value) throws FormatException {
    return switch (value) {
      case OLD_ISO8859_1 -> ISO8859_1;
      case OLD_ASCII -> ASCII;
      default -> {
        for (CharacterSetECI each : values()) {
          if (each.value == value) {
            yield each;
          }
        }
        throw FormatException.getFormatInstance();
      }
    };
  }
}
