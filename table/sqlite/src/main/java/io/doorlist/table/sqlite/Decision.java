package io.doorlist.table.sqlite;

import java.util.List;

/**
 * What a request answers and writes. A decision is complete before anything is written.
 *
 * @param answer the answer to the caller, once the statements are on the disk
 * @param statements what to write
 * @param committed runs once the statements are on the disk, before the answer
 */
record Decision<T>(T answer, List<Statement> statements, Runnable committed) {
  private static final Runnable NOTHING = () -> {};

  Decision {
    statements = List.copyOf(statements);
  }

  /** One statement that writes, with its values. */
  record Statement(String sql, Object... values) {}

  /**
   * Returns a decision that does nothing more after its statements. Without statements it only
   * reads.
   */
  static <T> Decision<T> of(T answer, Statement... statements) {
    return new Decision<>(answer, List.of(statements), NOTHING);
  }
}
