package io.doorlist.cli.importing.guests;

import java.util.List;

/**
 * The rows of a guest list that are not empty, as a spreadsheet numbers them.
 *
 * @param format what the file was read as
 */
record Sheet(String format, List<Row> rows) {
  /** A row; {@code fault} is why it cannot be read, or {@code null}. */
  record Row(long number, List<String> cells, String fault) {
    /** Returns a cell, empty if the row is shorter. */
    String cell(int column) {
      return column < cells.size() ? cells.get(column) : "";
    }

    boolean empty() {
      return fault == null && cells.stream().allMatch(cell -> GuestWords.line(cell).isEmpty());
    }
  }
}
