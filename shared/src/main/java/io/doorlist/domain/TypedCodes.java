package io.doorlist.domain;

import io.doorlist.door.TypedCode;
import java.text.Normalizer;
import java.util.List;
import java.util.Locale;

/** The codes that a typed text may mean. Java's own functions normalize the letters. */
public final class TypedCodes {
  private static final TypedCode.Letters LETTERS =
      new TypedCode.Letters(
          text -> Normalizer.normalize(text, Normalizer.Form.NFKC),
          text -> text.toUpperCase(Locale.ROOT),
          text -> text.toLowerCase(Locale.ROOT));

  private TypedCodes() {}

  /** Returns the other codes that a typed text may mean, without the text itself. */
  public static List<String> all(String text) {
    return TypedCode.all(text, LETTERS);
  }

  /** Returns a typed text with every dash replaced by a hyphen, and without quotes. */
  public static String plain(String text) {
    return TypedCode.plain(text, LETTERS);
  }
}
