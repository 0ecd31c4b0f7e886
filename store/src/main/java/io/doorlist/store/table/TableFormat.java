package io.doorlist.store.table;

import io.doorlist.store.table.TableSchema.Key;
import java.util.OptionalInt;

/**
 * Which layout the items of a table have. A program refuses a table of a later format than its own;
 * one of an earlier format is brought up to date by {@code doorlist migrate}.
 *
 * <p>Tables of format 1 (0.1.0), whose codes are found by their text, and the first ones of format
 * 2, whose codes are found by their digest, say nothing of their format.
 */
public final class TableFormat {
  /** The format that this program writes. */
  public static final int CURRENT = 2;

  private static final Key KEY = TableSchema.format();
  private static final String NUMBER = "format";

  private final Dynamo dynamo;
  private volatile boolean current;

  public TableFormat(Dynamo dynamo) {
    this.dynamo = dynamo;
  }

  /** Returns the format that the table says it has; empty if it says nothing. 1 read unit. */
  public OptionalInt find() {
    return dynamo.get(KEY).stream().mapToInt(item -> (int) item.number(NUMBER)).findFirst();
  }

  /**
   * Returns whether the table is known to be up to date; reads it at most once while it is not.
   *
   * @throws LaterFormatException if the table is of a later format
   */
  public boolean isCurrent() {
    if (!current) {
      OptionalInt found = find();
      if (found.isPresent() && found.getAsInt() > CURRENT) {
        throw new LaterFormatException(found.getAsInt());
      }
      current = found.isPresent() && found.getAsInt() == CURRENT;
    }
    return current;
  }

  /** Returns whether the table has no items at all. A read of one item. */
  public boolean isEmptyTable() {
    return dynamo.isEmpty(dynamo.deadline());
  }

  /** Records that the table is up to date. */
  public void setCurrent() {
    dynamo.write(Write.put(new Item(KEY).put(NUMBER, (long) CURRENT)));
    current = true;
  }

  /** The table is of a later format than this program knows; a later version can use it. */
  public static final class LaterFormatException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    LaterFormatException(int found) {
      super(
          "the table has format "
              + found
              + " and this version knows "
              + CURRENT
              + " at most: use the later version that wrote it");
    }
  }
}
