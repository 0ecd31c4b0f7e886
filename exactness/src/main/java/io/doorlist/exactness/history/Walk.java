package io.doorlist.exactness.history;

import io.doorlist.exactness.history.Answer.Seen;
import java.util.List;

/**
 * A list walked page by page when all is quiet.
 *
 * @param counted what getCheckinList says
 * @param rows all check-ins, newest first
 * @param undone ids of the check-ins that were undone
 * @param doubles how many double admissions are on record
 */
public record Walk(long list, long counted, List<Seen> rows, List<Long> undone, long doubles) {
  /** Makes a walk of a list where nothing was undone or double. */
  public Walk(long list, long counted, List<Seen> rows) {
    this(list, counted, rows, List.of(), 0);
  }

  public Walk {
    rows = List.copyOf(rows);
    undone = List.copyOf(undone);
  }
}
