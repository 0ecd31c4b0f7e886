package io.doorlist.store.sequence;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.ToIntFunction;

/**
 * Some of the items that follow a row of a sequence, the earliest first.
 *
 * @param next the ordinal to go on after, or {@code null} if there was nothing more
 */
public record FollowingItems<T>(List<T> items, Long next) {
  /** How many rows are read at once, and how many at most. */
  public static final int ROWS = 100;

  private static final int MAX_ROWS = 1000;

  /**
   * The most characters of all items together. Lambda can send twice as many, but texts get longer
   * when they are escaped.
   */
  private static final int MAX_CHARACTERS = 2_000_000;

  public FollowingItems {
    items = List.copyOf(items);
  }

  /**
   * Reads on after a row.
   *
   * @param items the most items to return; fewer are returned if few of the rows have a wanted
   *     item, or if items are long
   * @param rows returns {@link #ROWS} rows from an ordinal on, or fewer if there are no more
   * @param wanted returns the item of a row, if it is wanted
   */
  public static <T> FollowingItems<T> read(
      long after,
      int items,
      LongFunction<List<SequenceRow>> rows,
      Function<SequenceRow, Optional<T>> wanted,
      ToIntFunction<T> characters) {
    List<T> found = new ArrayList<>();
    long last = after;
    int length = 0;
    for (int looked = 0; looked < MAX_ROWS; looked += ROWS) {
      List<SequenceRow> some = rows.apply(last + 1);
      for (SequenceRow row : some) {
        if (found.size() == items || length > MAX_CHARACTERS) {
          return new FollowingItems<>(found, last);
        }
        last = row.ordinal();
        Optional<T> item = wanted.apply(row);
        item.ifPresent(found::add);
        length += item.map(characters::applyAsInt).orElse(0);
      }
      if (some.size() < ROWS) {
        return new FollowingItems<>(found, null);
      }
    }
    return new FollowingItems<>(found, last);
  }
}
