package io.doorlist.table;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * A write of one item, with its condition if it has one. It is made alone ({@link Table#write}) or
 * in a transaction ({@link Table#transact}). Not thread-safe.
 */
public abstract sealed class Write permits Write.Put, Write.Delete, Write.Check, Update {
  private final Key key;
  private Condition condition;

  Write(Key key) {
    this.key = key;
  }

  /** Returns a write that creates an item or replaces the one with its key. */
  public static Write put(Item item) {
    return new Put(item);
  }

  public static Write delete(Key key) {
    return new Delete(key);
  }

  /** Returns a write that changes nothing, but makes a transaction depend on a condition. */
  public static Write check(Key key) {
    return new Check(key);
  }

  /** Creates an item or replaces the one with its key. */
  public static final class Put extends Write {
    private final Item item;

    private Put(Item item) {
      super(item.key());
      this.item = item;
    }

    public Item item() {
      return item;
    }

    @Override
    public Item applied(Item old) {
      return item;
    }

    @Override
    Object change() {
      return item.without();
    }
  }

  /** Deletes an item, if it is there. */
  public static final class Delete extends Write {
    private Delete(Key key) {
      super(key);
    }

    @Override
    public Item applied(Item old) {
      return new Item();
    }
  }

  /** Changes nothing, but makes a transaction depend on a condition. */
  public static final class Check extends Write {
    private Check(Key key) {
      super(key);
    }

    @Override
    public Item applied(Item old) {
      return old;
    }
  }

  /** Sets the condition of the write, which has one at most. */
  public Write require(Condition required) {
    if (condition != null) {
      throw new IllegalStateException("the write has a condition");
    }
    condition = required;
    return this;
  }

  public Write ifAbsent() {
    return require(Condition.absent());
  }

  public Write ifPresent() {
    return require(Condition.present());
  }

  public final Key key() {
    return key;
  }

  /** Returns the condition, or {@code null} if there is none. */
  public final Condition condition() {
    return condition;
  }

  /** Returns whether an item meets the condition; true if there is no condition. */
  public final boolean holds(Item old) {
    return condition == null || condition.holds(old);
  }

  /**
   * Returns the item after the write; an item without attributes if the write deletes it.
   *
   * @throws RefusedException if this change is not possible for the item
   */
  public abstract Item applied(Item old);

  /** Returns what the write changes; {@code null} if its class alone says what. */
  Object change() {
    return null;
  }

  /** Returns everything that defines the write. Two writes with equal content do the same. */
  public final List<Object> content() {
    return Collections.unmodifiableList(Arrays.asList(getClass(), key, change(), condition));
  }
}
