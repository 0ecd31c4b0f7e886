package io.doorlist.cli.importing.guests;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.FailureType;

/**
 * Counts the cells of a sheet, including empty ones, and ends the import before memory is full. Not
 * thread-safe.
 */
final class CellLimit {
  /** The most columns that a spreadsheet can have. */
  static final int MAX_COLUMNS = 16_384;

  /** The most cells of a sheet. They are enough for 300,000 guests with 15 columns each. */
  static final int MAX_CELLS = 5_000_000;

  /** The most characters in one cell of a workbook. Spreadsheets allow fewer. */
  private static final int MAX_CHARACTERS = 40_000;

  private long cells;

  /**
   * Counts further cells of a row. Fails if there are too many.
   *
   * @param more how many cells are added
   * @param columns how many columns the row has with the added cells
   */
  void add(int more, int columns) {
    if (columns > MAX_COLUMNS) {
      throw new Failure(
          FailureType.LIST_TOO_LARGE, "a row has more than %,d cells".formatted(MAX_COLUMNS));
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
        FailureType.LIST_TOO_LARGE,
        "the workbook has a cell of more than %,d characters".formatted(MAX_CHARACTERS));
  }

  static void check(long cells) {
    if (cells > MAX_CELLS) {
      throw new Failure(
          FailureType.LIST_TOO_LARGE,
          "the list has more than %,d cells, empty ones too: leave out what is not of guests"
              .formatted(MAX_CELLS));
    }
  }
}
