package io.doorlist.checkinlists;

import java.util.Locale;
import java.util.regex.Pattern;

/** A UUID as an idempotency key. However it is spelled, it is the same key. */
final class UuidKey {
  private static final Pattern FORM =
      Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

  private UuidKey() {}

  static boolean isUuid(String key) {
    return FORM.matcher(key).matches();
  }

  /** Returns a UUID in small letters without braces. Any other key stays as it is. */
  static String plain(String key) {
    boolean braced = key.startsWith("{") && key.endsWith("}");
    String inner = braced ? key.substring(1, key.length() - 1) : key;
    return isUuid(inner) ? inner.toLowerCase(Locale.ROOT) : key;
  }

  static boolean isSame(String one, String other) {
    return plain(one).equals(plain(other));
  }
}
