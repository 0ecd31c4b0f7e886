package io.doorlist.exactness.history;

import io.doorlist.exactness.history.Answer.Seen;
import java.util.List;

/**
 * A list read page by page when nothing changes any more.
 *
 * @param counted the count of getCheckinList
 * @param rows all check-ins, newest first
 * @param undone ids of the check-ins that were undone
 * @param recorded how many who were refused on arrival are on record
 */
public record Walk(long list, long counted, List<Seen> rows, List<Long> undone, long recorded) {
  public Walk {
    rows = List.copyOf(rows);
    undone = List.copyOf(undone);
  }
}
