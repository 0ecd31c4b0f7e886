package io.doorlist.testing;

import io.doorlist.table.Item;
import io.doorlist.table.Sizes;
import java.util.Collection;

/** What reads and writes cost, by DynamoDB's published rules. */
public final class Units {
  private static final int WRITE_BYTES = 1024;
  private static final int READ_BYTES = 4096;

  private Units() {}

  /**
   * Returns the units of a write: one for each KB of the item before or after it, whichever is
   * larger, and twice that in a transaction. What only checks an item costs the same.
   */
  public static int ofWrite(Item before, Item now, boolean transaction) {
    int units = parts(Math.max(Sizes.of(before), Sizes.of(now)), WRITE_BYTES);
    return transaction ? 2 * units : units;
  }

  /**
   * Returns the units of a read: one for each 4 KB of the items together, half of that if the read
   * is eventually consistent.
   */
  public static double ofRead(Collection<Item> items, boolean consistent) {
    int units = parts(items.stream().mapToInt(Sizes::of).sum(), READ_BYTES);
    return consistent ? units : units / 2.0;
  }

  private static int parts(int bytes, int size) {
    return Math.max(1, (bytes + size - 1) / size);
  }
}
