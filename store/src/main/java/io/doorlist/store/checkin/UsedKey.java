package io.doorlist.store.checkin;

import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema.Key;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An idempotency key after its request: it tells where to find the result. It refers to rows
 * instead of holding an answer, so it keeps no personal data and stays small.
 *
 * @param request digest of the request
 * @param order whether the request let tickets of an order in, rather than one ticket
 * @param first ordinal of the first row
 * @param remaining what the order had left then
 */
record UsedKey(
    String request, boolean order, long first, int rows, SortedMap<String, Integer> remaining) {
  UsedKey {
    remaining = Collections.unmodifiableSortedMap(new TreeMap<>(remaining));
  }

  /** Marks the key of a passage: its row is among the passages. */
  static final String PASSAGE = "passage";

  static UsedKey of(Item item) {
    return new UsedKey(
        item.text("request"),
        item.flag("order"),
        item.number("first"),
        (int) item.number("rows"),
        item.counts("remaining"));
  }

  Item item(Key key) {
    return new Item(key)
        .put("request", request)
        .put("order", order)
        .put("first", first)
        .put("rows", (long) rows)
        .put("remaining", remaining);
  }
}
