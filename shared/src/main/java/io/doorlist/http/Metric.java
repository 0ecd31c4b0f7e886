package io.doorlist.http;

import java.util.Map;

/**
 * A metric that a request adds to. Every name, and every value of a dimension, is one of a few
 * fixed words, because each combination seen in an hour is charged for.
 *
 * @param ticket id of the ticket that the request was about, or {@code null}
 */
public record Metric(String name, long count, Map<String, String> dimensions, Long ticket) {
  public static Metric of(String name, long count) {
    return new Metric(name, count, Map.of(), null);
  }

  public static Metric of(String name, String dimension, String value) {
    return new Metric(name, 1, Map.of(dimension, value), null);
  }

  public Metric about(Long id) {
    return new Metric(name, count, dimensions, id);
  }
}
