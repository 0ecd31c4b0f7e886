package io.doorlist.cli.importing.guests;

import java.util.List;

/**
 * The rows of a guest list that are not empty, as a spreadsheet numbers them.
 *
 * @param format what the file was read as
 * @param free whether cells beside the titles are just untitled; in CSV they are a sign of a
 *     separator too many, which moves what follows into wrong columns
 */
record Sheet(String format, List<Row> rows, boolean free) {
  /** A row; {@code fault} is why it cannot be read, or {@code null}. */
  record Row(long number, List<String> cells, String fault) {
    /** Returns a cell, empty if the row is shorter. */
    String cell(int column) {
      return column < cells.size() ? cells.get(column) : "";
    }

    boolean empty() {
      return fault == null && cells.stream().allMatch(cell -> Words.line(cell).isEmpty());
    }
  }

  /** Returns how many columns there are, titled or not; 0 if only the titles count. */
  int width() {
    return free ? rows.stream().mapToInt(row -> row.cells().size()).max().orElse(0) : 0;
  }
}
