package io.doorlist.cli.importing.guests;

import io.doorlist.domain.Worded;

/** Takes reports of how far the reading of a guest list is. */
@FunctionalInterface
public interface ListProgress {
  /** Ignores the progress. */
  ListProgress NONE = (step, done, of) -> {};

  /** The steps of reading a list, in this order. */
  enum Step implements Worded {
    /** Orders of earlier lists are read. */
    BEFORE,
    /** The file is unpacked, and its cells are read. */
    FILE,
    /** Guests are read from rows. */
    ROWS,
    /** Guests are compared with the orders of earlier lists. */
    WHO
  }

  /**
   * Takes a report of the progress. It is called so often that it must be quick.
   *
   * @param of how much there is in all; 0 if that is not known
   */
  void at(Step step, long done, long of);
}
