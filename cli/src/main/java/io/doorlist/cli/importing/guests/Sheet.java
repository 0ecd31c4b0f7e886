package io.doorlist.cli.importing.guests;

import io.doorlist.door.ScannedCode;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The rows of a guest list that are not empty, as a spreadsheet numbers them.
 *
 * @param format what the file was read as
 * @param notes what the user should know of how it was read
 */
record Sheet(String format, List<Row> rows, List<String> notes) {
  Sheet {
    notes = List.copyOf(notes);
  }

  /** Returns it without what nobody sees in its cells, with accents as one writes them. */
  Sheet plain() {
    rows.forEach(
        row ->
            row.cells()
                .replaceAll(
                    cell ->
                        ScannedCode.plainText(
                            cell, text -> Normalizer.normalize(text, Normalizer.Form.NFC))));
    return this;
  }

  /**
   * A row.
   *
   * @param fault why it cannot be read, or {@code null}
   * @param unreadable why single cells cannot be read, by their columns; such a cell is empty, or
   *     it has a number that its spreadsheet shows otherwise
   * @param hidden whether its spreadsheet does not show it
   */
  record Row(
      long number,
      List<String> cells,
      String fault,
      Map<Integer, String> unreadable,
      boolean hidden) {
    Row(long number, List<String> cells, String fault) {
      this(number, cells, fault, Map.of(), false);
    }

    /** Returns a cell, empty if the row is shorter. */
    String cell(int column) {
      return column < cells.size() ? cells.get(column) : "";
    }

    boolean empty() {
      return fault == null
          && unreadable.isEmpty()
          && cells.stream().allMatch(cell -> GuestWords.line(cell).isEmpty());
    }

    /** Returns the row with at least so many cells. */
    Row widened(int width) {
      List<String> wide = new ArrayList<>(cells);
      while (wide.size() < width) {
        wide.add("");
      }
      return new Row(number, wide, fault, unreadable, hidden);
    }
  }
}
