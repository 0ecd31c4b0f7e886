package io.doorlist.domain;

import java.time.Instant;
import java.util.List;

/**
 * Which tickets a check-in list takes besides their types, and when.
 *
 * @param includePending whether tickets of pending orders are let in
 * @param seriesDates dates of a series whose tickets are let in; empty for all
 * @param opensAt nobody is let in before; may be {@code null}
 * @param closesAt nobody is let in from then on; may be {@code null}
 */
public record ListTerms(
    boolean includePending, List<String> seriesDates, Instant opensAt, Instant closesAt) {
  /** A list that takes tickets of confirmed orders for every date at any time. */
  public static final ListTerms NONE = new ListTerms(false, List.of(), null, null);

  public ListTerms {
    seriesDates = List.copyOf(seriesDates);
  }

  /**
   * Returns whether tickets for this date are let in.
   *
   * @param seriesDate {@code null} for a ticket that has none
   */
  public boolean takes(String seriesDate) {
    return seriesDates.isEmpty() || (seriesDate != null && seriesDates.contains(seriesDate));
  }
}
