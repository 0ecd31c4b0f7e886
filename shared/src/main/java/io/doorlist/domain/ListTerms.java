package io.doorlist.domain;

import java.time.Instant;
import java.util.List;

/**
 * Further conditions of a check-in list, besides ticket types.
 *
 * @param includePending whether tickets of pending orders are let in
 * @param seriesDates dates of a series whose tickets are let in; empty for all
 * @param opensAt from when people are let in; may be {@code null}
 * @param closesAt until when people are let in, exclusive; may be {@code null}
 */
public record ListTerms(
    boolean includePending, List<String> seriesDates, Instant opensAt, Instant closesAt) {
  /** Conditions that admit tickets of confirmed orders for every date at any time. */
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
