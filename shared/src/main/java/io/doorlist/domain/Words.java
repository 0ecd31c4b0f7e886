package io.doorlist.domain;

import java.util.Locale;

/** Reads the lower-case words that stand for enum constants on the wire. */
final class Words {
  private Words() {}

  static <E extends Enum<E>> E read(Class<E> type, String word) {
    for (E constant : type.getEnumConstants()) {
      if (constant.name().toLowerCase(Locale.ROOT).equals(word)) {
        return constant;
      }
    }
    throw new IllegalArgumentException(
        "'" + word + "' is not a " + type.getSimpleName() + " of the contract");
  }
}
