package io.doorlist.domain;

import java.util.OptionalLong;
import java.util.regex.Pattern;

/** Reads integers from clients: ASCII digits only, without a sign and without leading zeros. */
public final class WholeNumber {
  private static final Pattern FORM = Pattern.compile("0|[1-9][0-9]{0,17}");

  private WholeNumber() {}

  public static OptionalLong read(String text, long min, long max) {
    if (!FORM.matcher(text).matches()) {
      return OptionalLong.empty();
    }
    long number = Long.parseLong(text);
    return number < min || number > max ? OptionalLong.empty() : OptionalLong.of(number);
  }

  /** Reads an id from a path. The result is empty for {@code null}. */
  public static OptionalLong readId(String text) {
    return text == null ? OptionalLong.empty() : read(text, 1, Ids.MAX);
  }
}
