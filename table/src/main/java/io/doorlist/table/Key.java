package io.doorlist.table;

import java.util.Comparator;

/**
 * The key of one item. Keys sort as DynamoDB sorts them: by the bytes of their UTF-8 form.
 *
 * @param pk which partition the item is in
 * @param sk its place in the order of the partition
 */
public record Key(String pk, String sk) implements Comparable<Key> {
  /** The names of the attributes that make up a key. */
  public static final String PK = "pk";

  public static final String SK = "sk";

  /** The order of sort keys. {@link String} sorts characters from U+E000 on differently. */
  public static final Comparator<String> ORDER = Key::compare;

  @Override
  public int compareTo(Key other) {
    int partitions = compare(pk, other.pk);
    return partitions == 0 ? compare(sk, other.sk) : partitions;
  }

  private static int compare(String one, String other) {
    int length = Math.min(one.length(), other.length());
    for (int i = 0; i < length; i++) {
      char left = one.charAt(i);
      char right = other.charAt(i);
      if (left != right) {
        return Integer.compare(rank(left), rank(right));
      }
    }
    return Integer.compare(one.length(), other.length());
  }

  /**
   * Returns the rank of a {@code char}. Surrogates, which are the halves of characters above
   * U+FFFF, come after all others.
   */
  private static int rank(char unit) {
    return Character.isSurrogate(unit) ? unit + Character.MAX_VALUE : unit;
  }
}
