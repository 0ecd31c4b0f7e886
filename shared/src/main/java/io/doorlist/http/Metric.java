package io.doorlist.http;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A metric that a request adds to, for example {@code CheckIns} by 2. Every name, and every value
 * of a dimension, is one of a few fixed words, because each combination seen in an hour is charged
 * for; accounts, events, lists and tickets, of which there are many, are separate members of the
 * log line.
 *
 * @param name in CloudWatch, in camel case
 * @param count what to add; 1 or more
 * @param dimensions by which the metric is split, in addition to the function's name
 * @param ticket id of the ticket that the request was about, or {@code null}
 */
public record Metric(String name, long count, SortedMap<String, String> dimensions, Long ticket) {
  public Metric {
    if (count < 1) {
      throw new IllegalArgumentException("a metric counts at least 1");
    }
    dimensions = Collections.unmodifiableSortedMap(new TreeMap<>(dimensions));
  }

  /** Returns a metric without further dimensions. */
  public static Metric of(String name, long count) {
    return new Metric(name, count, new TreeMap<>(), null);
  }

  /** Returns a metric that adds one, with one dimension. */
  public static Metric of(String name, String dimension, String value) {
    return new Metric(name, 1, new TreeMap<>(Map.of(dimension, value)), null);
  }

  /** Returns the metric with the id of the ticket, or {@code null} for none. */
  public Metric about(Long id) {
    return new Metric(name, count, dimensions, id);
  }
}
