package io.doorlist.table;

import java.util.Set;

/** Another transaction was writing the same items. This call did nothing. */
public final class ConflictException extends TableException {
  private static final long serialVersionUID = 1L;

  private final transient Set<Integer> writes;

  /**
   * Creates a conflict.
   *
   * @param writes the positions in this transaction of those writes whose items the other
   *     transaction was writing; empty if the table does not say
   */
  public ConflictException(Set<Integer> writes, String message, Throwable cause) {
    super(message, cause);
    this.writes = Set.copyOf(writes);
  }

  public Set<Integer> writes() {
    return writes;
  }
}
