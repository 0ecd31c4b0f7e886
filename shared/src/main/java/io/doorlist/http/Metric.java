package io.doorlist.http;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One figure that a request adds to: {@code CheckIns} by 2, say. Every name, and every value of a
 * dimension, is one of a few fixed words, because each combination that is seen in an hour is
 * charged for; what there are many of (accounts, events, lists) is next to it in the log line.
 *
 * @param name in CloudWatch, in camel case
 * @param count what to add; 1 or more
 * @param dimensions what the figure is also to be distinguished by, besides the function's name
 */
public record Metric(String name, long count, SortedMap<String, String> dimensions) {
  public Metric {
    if (count < 1) {
      throw new IllegalArgumentException("a figure counts something");
    }
    dimensions = Collections.unmodifiableSortedMap(new TreeMap<>(dimensions));
  }

  /** Returns a figure without dimensions of its own. */
  public static Metric of(String name, long count) {
    return new Metric(name, count, new TreeMap<>());
  }

  /** Returns a figure that counts one, distinguished by one dimension. */
  public static Metric of(String name, String dimension, String value) {
    return new Metric(name, 1, new TreeMap<>(Map.of(dimension, value)));
  }
}
