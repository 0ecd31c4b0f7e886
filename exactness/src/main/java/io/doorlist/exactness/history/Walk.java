package io.doorlist.exactness.history;

import io.doorlist.exactness.history.Answer.Seen;
import java.util.List;

/**
 * A list that was read page by page after all changes.
 *
 * @param counted the count of getCheckinList
 * @param rows all check-ins, newest first
 * @param undone the ids of check-ins that were undone
 * @param recorded how many admissions are on record that were refused when they arrived
 */
public record Walk(long list, long counted, List<Seen> rows, List<Long> undone, long recorded) {
  public Walk {
    rows = List.copyOf(rows);
    undone = List.copyOf(undone);
  }
}
