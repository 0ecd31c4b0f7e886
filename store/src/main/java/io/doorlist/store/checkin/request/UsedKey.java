package io.doorlist.store.checkin.request;

import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.ScanItems;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema.Key;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An idempotency key after its request: it tells where to find the result. It refers to rows
 * instead of holding an answer, so it keeps no personal data and stays small.
 *
 * @param request digest of the request
 * @param order whether the request let tickets of an order in, rather than one ticket
 * @param first ordinal of the first row
 * @param index of the check-in in its row, if scans of several requests share it; otherwise {@link
 *     #ALL}
 * @param remaining what the order had left then
 */
public record UsedKey(
    String request,
    boolean order,
    long first,
    int rows,
    int index,
    SortedMap<String, Integer> remaining) {
  public UsedKey {
    remaining = Collections.unmodifiableSortedMap(new TreeMap<>(remaining));
  }

  /** Marks the key of a passage: its row is among the passages. */
  public static final String PASSAGE = "passage";

  /** The digest of the request. */
  public static final String REQUEST = "request";

  /** In place of an index: the rows are of this request alone. */
  public static final int ALL = -1;

  public static UsedKey of(Item item) {
    return new UsedKey(
        item.text(REQUEST),
        item.flag("order"),
        item.number("first"),
        (int) item.number("rows"),
        index(item),
        item.counts("remaining"));
  }

  public Item item(Key key) {
    return new Item(key)
        .put(REQUEST, request)
        .put("order", order)
        .put("first", first)
        .put("rows", (long) rows)
        .put(ScanItems.INDEX, index == ALL ? null : (Long) (long) index)
        .put("remaining", remaining);
  }

  /** Returns the index in the row that a stored key names, or {@link #ALL}. */
  public static int index(Item item) {
    return item.has(ScanItems.INDEX) ? (int) item.number(ScanItems.INDEX) : ALL;
  }

  /** Returns the request's own check-ins of a row. */
  public List<CheckinMark.InRow> checkins(SequenceRow row) {
    List<CheckinMark.InRow> all = CheckinMark.all(row);
    return index == ALL ? all : List.of(all.get(index));
  }
}
