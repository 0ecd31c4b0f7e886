package io.doorlist.table.sqlite;

import java.util.List;

/**
 * What becomes of a request: all of it is worked out before any of it is written.
 *
 * @param answer for whoever asked, once the statements are on the disk
 * @param statements what to write
 * @param committed runs once the statements are on the disk, before the answer
 */
record Decision<T>(T answer, List<Statement> statements, Runnable committed) {
  private static final Runnable NOTHING = () -> {};

  Decision {
    statements = List.copyOf(statements);
  }

  /** One statement that writes, and its values. */
  record Statement(String sql, Object... values) {}

  /** Returns a decision after whose statements nothing is left to do; without any, it is a read. */
  static <T> Decision<T> of(T answer, Statement... statements) {
    return new Decision<>(answer, List.of(statements), NOTHING);
  }
}
