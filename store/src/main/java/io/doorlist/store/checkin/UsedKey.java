package io.doorlist.store.checkin;

import io.doorlist.store.checkin.ticket.ScanAttributes;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import java.util.SortedMap;

/**
 * What is stored for an idempotency key that was used. It refers to the rows of the result instead
 * of holding the answer, so it has no personal data and stays small.
 *
 * <p>The key of a withdrawn scan also has {@link #WITHDRAWN}. If nothing was written for the scan,
 * its item has only {@link #WITHDRAWN} and the digest.
 *
 * @param request the digest of the request
 * @param index the index of the check-in in its row, if several requests share the row; otherwise
 *     {@link #ALL}
 * @param remaining how many more tickets of the order could come in then, by ticket type; {@code
 *     null} if a ticket's code was scanned
 */
record UsedKey(String request, Rows rows, int index, SortedMap<String, Integer> remaining) {
  /** Stands in place of an index if the rows are of this request alone. */
  static final int ALL = -1;

  /** Says that the scan is withdrawn. From then on nothing is written with the key. */
  static final String WITHDRAWN = "withdrawn";

  /** The places in the list's log that the withdrawal has undone. */
  static final String UNDONE = "undone";

  static final String FIRST = "first";
  static final String ROWS = "rows";
  private static final String REQUEST = "request";
  private static final String ORDER = "order";
  private static final String REMAINING = "remaining";

  /** Consecutive rows of a list's log: the ordinal of the first, and how many there are. */
  record Rows(long first, int number) {
    static Rows of(Item item) {
      return new Rows(item.number(FIRST), (int) item.number(ROWS));
    }

    Item putInto(Item item) {
      return item.put(FIRST, first).put(ROWS, (long) number);
    }
  }

  /**
   * Returns the item of a key whose scan was withdrawn before anything was written with the key.
   */
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
