package io.doorlist.exactness.history;

import io.doorlist.exactness.history.Answer.Seen;
import java.util.List;

/**
 * A list walked page by page when all is quiet.
 *
 * @param counted what operation 2 says
 * @param rows all check-ins, newest first
 */
public record Walk(long list, long counted, List<Seen> rows) {
  public Walk {
    rows = List.copyOf(rows);
  }
}
