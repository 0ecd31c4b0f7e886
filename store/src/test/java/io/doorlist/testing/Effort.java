package io.doorlist.testing;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** How much a test does, which is less with every build than with {@code -Plong}. */
public final class Effort {
  private static final boolean LONG = Boolean.getBoolean("doorlist.long");

  private Effort() {}

  public static int of(int usual, int all) {
    return LONG ? all : usual;
  }

  /** Returns the first so many cases, or all of them. */
  public static LongStream first(int usual, long... all) {
    return Arrays.stream(all).limit(of(usual, all.length));
  }

  /** Returns the first so many cases, or all of them. */
  public static IntStream first(int usual, int... all) {
    return Arrays.stream(all).limit(of(usual, all.length));
  }
}
