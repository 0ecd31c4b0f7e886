package io.doorlist.domain.event;

import io.doorlist.door.Reentry;
import java.time.Instant;
import java.util.List;

/**
 * Further conditions of a check-in list, besides ticket types.
 *
 * @param includePending whether tickets of pending orders are let in
 * @param seriesDates the dates of a series for which tickets are let in; empty for all dates
 * @param opensAt when the list opens; may be {@code null}
 * @param closesAt when the list closes, so that nobody is let in from that second on; may be {@code
 *     null}
 * @param area the slug of the area that people enter here; {@code null} if the list is an area of
 *     its own
 * @param reentry whether somebody who has been in the area is let in again
 * @param addonMatch whether the code of a ticket also stands for its add-ons here
 */
public record ListTerms(
    boolean includePending,
    List<String> seriesDates,
    Instant opensAt,
    Instant closesAt,
    String area,
    Reentry reentry,
    ListRules rules,
    boolean addonMatch) {
  /** Conditions that admit tickets of confirmed orders for every date at any time. */
  public static final ListTerms NONE =
      new ListTerms(false, List.of(), null, null, null, Reentry.NEVER, null, false);

  public ListTerms {
    seriesDates = List.copyOf(seriesDates);
  }

  /** Returns whether it matters who has left, because the list has an area or allows re-entry. */
  public boolean tracked() {
    return area != null || reentry != Reentry.NEVER;
  }

  /** Returns whether tickets for this date are let in. {@code null} stands for no date. */
  public boolean admits(String seriesDate) {
    return seriesDates.isEmpty() || (seriesDate != null && seriesDates.contains(seriesDate));
  }
}
