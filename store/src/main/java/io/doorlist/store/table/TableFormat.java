package io.doorlist.store.table;

import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Table;
import io.doorlist.table.Write;
import java.util.Optional;

/**
 * Which layout the items of a table have. A program uses tables of its own format only. Tables of
 * 0.1.0 do not say which format they have.
 */
public final class TableFormat {
  /** The format that this program writes. */
  public static final int CURRENT = 3;

  private static final Key KEY = TableSchema.format();
  private static final String NUMBER = "format";

  private final Table table;
  private volatile boolean current;

  public TableFormat(Table table) {
    this.table = table;
  }

  /**
   * Returns whether the table has this program's format; false if it does not say.
   *
   * @throws OtherFormatException if it has another format
   */
  public boolean isCurrent() {
    if (!current) {
      Optional<Long> found = table.get(KEY).map(item -> item.number(NUMBER));
      if (found.isPresent() && found.get() != CURRENT) {
        throw new OtherFormatException(found.get());
      }
      current = found.isPresent();
    }
    return current;
  }

  /** Gives an empty table this program's format, if {@code write} allows that. */
  public void begin(boolean write) {
    if (isCurrent()) {
      return;
    }
    if (!table.isEmpty()) {
      throw new OtherFormatException();
    }
    if (write) {
      setCurrent();
    }
  }

  public void setCurrent() {
    table.write(Write.put(new Item(KEY).put(NUMBER, (long) CURRENT)));
    current = true;
  }

  /** The table has another format than this program's. The message says what helps. */
  public static final class OtherFormatException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    public OtherFormatException() {
      this(1);
    }

    OtherFormatException(long found) {
      super(
          found < CURRENT
              ? "an earlier version filled this table: export with that version (`export`,"
                  + " from 0.3.0 on --checkins), and import that into a new table"
              : "a later version filled this table: use that version");
    }
  }
}
