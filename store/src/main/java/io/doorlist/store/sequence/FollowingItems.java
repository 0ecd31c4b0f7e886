package io.doorlist.store.sequence;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.ToIntFunction;

/**
 * Some of what follows a row of a sequence, the earliest first.
 *
 * @param next the ordinal to go on after, or {@code null} if there was nothing more
 */
public record FollowingItems<T>(List<T> items, Long next) {
  /** Rows that are read at once, and at most. */
  public static final int ROWS = 100;

  private static final int MAX_ROWS = 1000;

  /** What items may have together: half of what Lambda can send, as texts are escaped. */
  private static final int MAX_CHARACTERS = 2_000_000;

  public FollowingItems {
    items = List.copyOf(items);
  }

  /**
   * Reads on after a row.
   *
   * @param items how many to return at most; fewer if few are wanted, or if they are long
   * @param rows returns {@link #ROWS} rows from an ordinal on, or fewer if these are all
   * @param wanted returns what a row stands for, if that is wanted
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
