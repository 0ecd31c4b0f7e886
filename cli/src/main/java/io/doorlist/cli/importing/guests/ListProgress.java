package io.doorlist.cli.importing.guests;

import io.doorlist.domain.Worded;

/** Hears how far a guest list is understood. */
@FunctionalInterface
public interface ListProgress {
  /** Hears nothing. */
  ListProgress NONE = (step, done, of) -> {};

  /** What is done with a list, in this order. */
  enum Step implements Worded {
    /** Orders of earlier lists are read. */
    BEFORE,
    /** The file is taken apart. */
    FILE,
    /** Rows are understood. */
    ROWS,
    /** They are compared with the orders of earlier lists. */
    WHO
  }

  /**
   * Hears of it, so often that it must be quick.
   *
   * @param of how much there is; 0 if that is not known
   */
  void at(Step step, long done, long of);
}
