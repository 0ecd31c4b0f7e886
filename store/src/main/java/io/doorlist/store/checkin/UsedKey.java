package io.doorlist.store.checkin;

import io.doorlist.store.checkin.ticket.ScanAttributes;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import java.util.SortedMap;

/**
 * An idempotency key after its request: it tells where to find the result. It refers to rows
 * instead of holding an answer, so it keeps no personal data and stays small.
 *
 * @param request digest of the request
 * @param index of the check-in in its row, if scans of several requests share it; otherwise {@link
 *     #ALL}
 * @param remaining what the order had left then, or {@code null} if it was the code of a ticket
 */
record UsedKey(String request, Rows rows, int index, SortedMap<String, Integer> remaining) {
  /** In place of an index: the rows are of this request alone. */
  static final int ALL = -1;

  static final String FIRST = "first";
  static final String ROWS = "rows";
  private static final String REQUEST = "request";
  private static final String ORDER = "order";
  private static final String REMAINING = "remaining";

  /** Rows of a list's log that follow each other: the ordinal of the first, and how many. */
  record Rows(long first, int number) {
    static Rows of(Item item) {
      return new Rows(item.number(FIRST), (int) item.number(ROWS));
    }

    Item putInto(Item item) {
      return item.put(FIRST, first).put(ROWS, (long) number);
    }
  }

  static UsedKey of(Item item) {
    return new UsedKey(
        item.text(REQUEST),
        Rows.of(item),
        item.has(ScanAttributes.INDEX) ? (int) item.number(ScanAttributes.INDEX) : ALL,
        item.flag(ORDER) ? item.counts(REMAINING) : null);
  }

  Item item(Key key) {
    Item item = new Item(key).put(REQUEST, request).put(ORDER, remaining != null);
    return rows.putInto(item)
        .put(ScanAttributes.INDEX, index == ALL ? null : (Long) (long) index)
        .put(REMAINING, remaining);
  }
}
