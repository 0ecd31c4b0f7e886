package io.doorlist.domain;

import java.util.Locale;

/** An enum constant that answers, import lines and stored items contain as a word. */
public interface Worded {
  String name();

  /** Returns the constant's word, which is its name in lower case. */
  default String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static <E extends Enum<E> & Worded> E read(Class<E> type, String word) {
    for (E constant : type.getEnumConstants()) {
      if (constant.word().equals(word)) {
        return constant;
      }
    }
    throw new IllegalArgumentException(
        "'" + word + "' is not a " + type.getSimpleName() + " of the contract");
  }
}
