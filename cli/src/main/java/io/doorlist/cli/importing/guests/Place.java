package io.doorlist.cli.importing.guests;

import io.doorlist.cli.console.Text;
import java.util.Comparator;

/**
 * Where a guest stands: the row, and also the file or sheet if several make one list.
 *
 * @param sheet the name of the file or sheet, or {@code null} if there is only one
 */
public record Place(String sheet, long row) implements Comparable<Place> {
  private static final Comparator<Place> ORDER =
      Comparator.comparing(Place::sheet, Comparator.nullsFirst(Comparator.naturalOrder()))
          .thenComparingLong(Place::row);

  @Override
  public int compareTo(Place other) {
    return ORDER.compare(this, other);
  }

  /** Returns the place as {@code --same} takes it, such as {@code 12} or {@code vip.csv:12}. */
  public String key() {
    return sheet == null ? String.valueOf(row) : sheet + ":" + row;
  }

  /**
   * Returns the place as people say it after "row", such as {@code 12} or {@code 12 of vip.csv}.
   */
  String said() {
    return sheet == null ? String.valueOf(row) : row + " of " + Text.printable(sheet);
  }
}
