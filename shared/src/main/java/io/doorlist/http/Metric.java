package io.doorlist.http;

import java.util.Map;

/**
 * A metric that a request adds to. Names and values of dimensions are taken from a few fixed words,
 * because AWS charges for each combination that occurs in an hour.
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
