package io.doorlist.store.checkin;

import io.doorlist.store.checkin.ticket.ScanAttributes;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import java.util.SortedMap;

/**
 * An idempotency key after its request: it tells where to find the result. It refers to rows
 * instead of holding an answer, so it keeps no personal data and stays small.
 *
 * <p>The key of a scan that was withdrawn has {@link #WITHDRAWN} besides. If nothing was written
 * for the scan, that is all it has but the digest.
 *
 * @param request digest of the request
 * @param index of the check-in in its row, if scans of several requests share it; otherwise {@link
 *     #ALL}
 * @param remaining what the order had left then, or {@code null} if it was the code of a ticket
 */
record UsedKey(String request, Rows rows, int index, SortedMap<String, Integer> remaining) {
  /** In place of an index: the rows are of this request alone. */
  static final int ALL = -1;

  /** Whether the scan was withdrawn: nothing is written with the key from then on. */
  static final String WITHDRAWN = "withdrawn";

  /** The places, in the list's log, of what the withdrawal has undone. */
  static final String UNDONE = "undone";

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

  /** Returns the item of a key that nothing was written with, and nothing will be. */
  static Item withdrawn(Key key, String request) {
    return new Item(key).put(REQUEST, request).put(WITHDRAWN, true);
  }

  static boolean isWithdrawn(Item item) {
    return item.flag(WITHDRAWN);
  }

  /** Returns the digest of the request that had a key. */
  static String request(Item item) {
    return item.text(REQUEST);
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
