package io.doorlist.store.table;

import io.doorlist.store.table.TableSchema.Key;

/**
 * One write of one item and its condition, alone ({@link Dynamo#write}) or in a transaction ({@link
 * Dynamo#transact}). Every conditional write is one of these. Not thread-safe.
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

  /** Returns a write that changes nothing: it makes a transaction depend on a condition. */
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
  }

  /** Deletes an item, if it is there. */
  public static final class Delete extends Write {
    private Delete(Key key) {
      super(key);
    }
  }

  /** Changes nothing: it makes a transaction depend on a condition. */
  public static final class Check extends Write {
    private Check(Key key) {
      super(key);
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
}
