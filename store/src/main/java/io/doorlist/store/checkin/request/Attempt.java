package io.doorlist.store.checkin.request;

import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema.Key;
import java.util.Map;

/**
 * The outcome of one attempt to write what a request asks for.
 *
 * @param <T> what it made
 */
public sealed interface Attempt<T> {
  /** Returns the items that were not as expected. */
  default Map<Key, Item> changed() {
    return Map.of();
  }

  /** It is written. */
  record Done<T>(T made) implements Attempt<T> {}

  /** The request's key has been used before; this is its item. */
  record KeyUsed<T>(Item item) implements Attempt<T> {}

  /** Another request with this key is still writing. */
  record KeyBusy<T>() implements Attempt<T> {}

  /** Nothing was written: these items, or an ordinal, were not as expected. */
  record Lost<T>(Map<Key, Item> changed) implements Attempt<T> {}
}
