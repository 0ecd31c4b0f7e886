package io.doorlist.domain;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Words by the names of their constants, computed once, as a page of tickets has hundreds. */
final class Words {
  private static final Map<String, String> WORDS = new ConcurrentHashMap<>();

  private Words() {}

  static String of(String constant) {
    return WORDS.computeIfAbsent(constant, name -> name.toLowerCase(Locale.ROOT));
  }
}
