package io.doorlist.exactness.storm;

import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.TableException;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import io.doorlist.testing.RelayingEngine;
import java.util.Optional;

/**
 * Shortens how far behind the last reservation a gap of a list is closed. This fits a small
 * partition, which reserves less in the same time. Whoever settles is shown a HEAD that is further
 * ahead.
 */
final class ShortPatience extends RelayingEngine {
  /** How many places later a hasty sequence takes one for dead. */
  private static final int HASTE = 3;

  private final int ahead;
  private final boolean hasty;

  /**
   * Shortens it.
   *
   * @param hasty whether, besides, every reservation closes what was reserved shortly before it
   */
  ShortPatience(Engine next, int patience, boolean hasty) {
    super(next);
    this.hasty = hasty;
    this.ahead = Sequence.GAP_PATIENCE - patience;
  }

  @Override
  public Optional<Item> get(Key key) {
    Optional<Item> found = super.get(key);
    boolean head = key.sk().equals("HEAD") && key.pk().contains("#checkins#");
    return ahead == 0 || !head
        ? found
        : found.map(
            item ->
                item.has("next") ? item.without().put("next", item.number("next") + ahead) : item);
  }

  @Override
  public Optional<Item> write(Write write) {
    Optional<Item> now = super.write(write);
    String pk = write.key().pk();
    if (hasty && pk.contains("#checkins#") && reserves(write)) {
      long ordinal = now.orElseThrow().number("next") - HASTE;
      if (ordinal > 0) {
        close(pk, ordinal);
      }
    }
    return now;
  }

  private static boolean reserves(Write write) {
    return write instanceof Update update
        && update.steps().size() == 1
        && update.steps().getFirst() instanceof Update.Step.Add add
        && add.attribute().equals("next");
  }

  private void close(String pk, long ordinal) {
    try {
      super.write(Write.put(new Item(TableSchema.row(pk, ordinal)).put("units", 0L)).ifAbsent());
    } catch (TableException e) {
      // There is no unit for a void.
    }
  }
}
