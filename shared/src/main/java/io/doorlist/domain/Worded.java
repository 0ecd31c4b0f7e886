package io.doorlist.domain;

/** An enum constant with a word in answers, import lines and stored items. */
public interface Worded {
  /** Returns the constant's name in Java. */
  String name();

  /** Returns the word that stands for it: its name in lower case. */
  default String word() {
    return Words.of(name());
  }

  /**
   * Returns the constant that has this word.
   *
   * @throws IllegalArgumentException if none has
   */
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
