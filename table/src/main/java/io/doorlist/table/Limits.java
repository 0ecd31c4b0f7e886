package io.doorlist.table;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/**
 * The limits of DynamoDB. Our own engines check them, so that what works with these engines works
 * on AWS, too.
 *
 * <p>All methods throw {@link RefusedException} if a limit is exceeded.
 */
public final class Limits {
  /**
   * After how many bytes a part of a query or a scan ends. The item that reaches this size still
   * belongs to the part.
   */
  public static final int PART_BYTES = 1 << 20;

  private static final int ITEM_BYTES = 400 << 10;
  private static final int TRANSACTION_BYTES = 4 << 20;
  private static final int PK_BYTES = 2048;
  private static final int SK_BYTES = 1024;
  private static final int EXPRESSION_BYTES = 4096;
  private static final int PLACEHOLDER = 255;
  private static final int OPERATORS = 300;
  private static final int DEPTH = 32;

  private Limits() {}

  public static void check(Key key) {
    require(key.pk() != null && key.sk() != null, "an item has a key of two texts");
    require(within(key.pk(), PK_BYTES), "a partition key has 1 to 2048 bytes");
    require(within(key.sk(), SK_BYTES), "a sort key has 1 to 1024 bytes");
  }

  private static boolean within(String text, int most) {
    return !text.isEmpty() && Sizes.utf8(text) <= most;
  }

  public static void check(Collection<Key> keys) {
    require(
        !keys.isEmpty()
            && keys.size() <= Engine.MAX_KEYS
            && new HashSet<>(keys).size() == keys.size(),
        "a batch reads 1 to 100 different items");
    keys.forEach(Limits::check);
  }

  public static void check(Range range) {
    check(new Key(range.pk(), range.from()));
    check(new Key(range.pk(), range.to()));
    require(range.limit() > 0, "a query reads one item or more");
    require(Key.ORDER.compare(range.from(), range.to()) <= 0, "a range begins before it ends");
  }

  public static void check(Condition filter) {
    if (filter != null) {
      check(Expressions.of(filter));
    }
  }

  /** Checks a write by itself, without the item that it changes. */
  public static void check(Write write) {
    check(write.key());
    check(Expressions.of(write));
    switch (write) {
      case Write.Put put -> checked(put.item());
      case Write.Check check ->
          require(check.condition() != null, "a check without a condition checks nothing");
      case Update update -> check(update);
      case Write.Delete delete -> {}
    }
  }

  private static void check(Update update) {
    require(!update.steps().isEmpty(), "an update without steps does nothing");
    update.edits();
  }

  private static void check(Expressions words) {
    require(
        within(words.condition()) && within(words.update()), "an expression has 1 to 4096 bytes");
    require(
        words.names().keySet().stream().allMatch(name -> name.length() <= PLACEHOLDER),
        "what stands for a name in an expression has 255 characters at most");
    require(words.operators() <= OPERATORS, "an expression has 300 operators at most");
  }

  private static boolean within(String expression) {
    return expression == null || within(expression, EXPRESSION_BYTES);
  }

  /** Checks a transaction by itself, without the items that it changes. */
  public static void check(List<? extends Write> writes) {
    require(
        !writes.isEmpty() && writes.size() <= Engine.MAX_KEYS,
        "a transaction writes 1 to 100 items");
    require(
        writes.stream().map(Write::key).distinct().count() == writes.size(),
        "a transaction writes an item once");
    writes.forEach(Limits::check);
  }

  /** Checks items as they are after a transaction, each alone and all together. */
  public static void checkAll(Collection<Item> items) {
    require(
        items.stream().mapToInt(Limits::size).sum() <= TRANSACTION_BYTES,
        "a transaction writes 4 MB at most");
  }

  /** Checks an item as it is after a write, and returns it. */
  public static Item checked(Item item) {
    size(item);
    return item;
  }

  /** Checks an item, and returns its size. */
  private static int size(Item item) {
    int size = Sizes.of(item);
    require(size <= ITEM_BYTES, "an item has 400 KB at most");
    requireFlat(item.attributes().values(), 1);
    return size;
  }

  private static void requireFlat(Collection<?> values, int depth) {
    require(depth <= DEPTH, "an item is nested 32 levels deep at most");
    for (Object value : values) {
      switch (value) {
        case Map<?, ?> map -> requireFlat(map.values(), depth + 1);
        case List<?> list -> requireFlat(list, depth + 1);
        default -> {}
      }
    }
  }

  private static void require(boolean allowed, String limit) {
    if (!allowed) {
      throw RefusedException.invalid(limit);
    }
  }
}
