package io.doorlist.cli.importing.guests;

import io.doorlist.cli.console.Failure;

/**
 * Counts the cells of a sheet, empty ones too, and ends the import before memory does. Not
 * thread-safe.
 */
final class CellLimit {
  /** The columns of a spreadsheet. */
  static final int MAX_COLUMNS = 16_384;

  /** More than 300,000 guests of 15 columns. */
  static final int MAX_CELLS = 5_000_000;

  /** The most characters of a workbook's cell: more than a spreadsheet takes. */
  private static final int MAX_CHARACTERS = 40_000;

  private long cells;

  /** Adds cells of a row; {@code columns} is how many it has then. */
  void add(int more, int columns) {
    if (columns > MAX_COLUMNS) {
      throw new Failure("a row has more than %,d cells".formatted(MAX_COLUMNS));
    }
    cells += more;
    check(cells);
  }

  static void checkLength(int characters) {
    if (characters > MAX_CHARACTERS) {
      throw longCell();
    }
  }

  static Failure longCell() {
    return new Failure(
        "the workbook has a cell of more than %,d characters".formatted(MAX_CHARACTERS));
  }

  static void check(long cells) {
    if (cells > MAX_CELLS) {
      throw new Failure(
          "the list has more than %,d cells, empty ones too: leave out what is not of guests"
              .formatted(MAX_CELLS));
    }
  }
}
