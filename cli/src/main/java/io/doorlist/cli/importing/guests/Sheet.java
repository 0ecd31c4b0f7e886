package io.doorlist.cli.importing.guests;

import io.doorlist.door.ScannedCode;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The rows of a guest list that are not empty, with the numbers that a spreadsheet gives them.
 *
 * @param file the name of its file
 * @param tab its name in a workbook, or {@code null}
 * @param tabs the names of all sheets of its workbook; none if it comes from a text
 * @param name its name if several sheets make one list, or {@code null}
 * @param format the format of the file
 * @param findings what the user should know of how it was read
 */
public record Sheet(
    String file,
    String tab,
    List<String> tabs,
    String name,
    String format,
    List<Row> rows,
    List<Finding> findings) {
  public Sheet {
    tabs = List.copyOf(tabs);
    findings = List.copyOf(findings);
  }

  /** Returns the sheets. If there are several, each gets a name, to tell their rows apart. */
  static List<Sheet> named(List<Sheet> sheets) {
    if (sheets.size() == 1) {
      return sheets;
    }
    boolean oneFile = sheets.stream().map(Sheet::file).distinct().count() == 1;
    return sheets.stream()
        .map(
            sheet -> {
              boolean alone =
                  sheets.stream().filter(each -> each.file().equals(sheet.file())).count() == 1;
              String file = sheet.file();
              return sheet.called(alone ? file : oneFile ? sheet.tab() : file + "/" + sheet.tab());
            })
        .toList();
  }

  /** Returns whether a place is in this sheet. */
  boolean has(Place place) {
    return Objects.equals(name, place.sheet());
  }

  private Sheet called(String known) {
    return new Sheet(file, tab, tabs, known, format, rows, findings);
  }

  /** Returns the sheet without invisible characters, and with composed accents (NFC). */
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
   * @param fault why the row cannot be read, or {@code null}
   * @param unreadable why single cells cannot be read, by column. Such a cell is empty, or it has a
   *     number that the spreadsheet shows in another way.
   * @param hidden whether the spreadsheet does not show the row
   */
  public record Row(
      long number,
      List<String> cells,
      Refusal fault,
      Map<Integer, RefusalType> unreadable,
      boolean hidden) {
    Row(long number, List<String> cells, Refusal fault) {
      this(number, cells, fault, Map.of(), false);
    }

    /** Returns a cell; empty if the row is shorter. */
    String cell(int column) {
      return column < cells.size() ? cells.get(column) : "";
    }

    boolean empty() {
      return fault == null
          && unreadable.isEmpty()
          && cells.stream().allMatch(cell -> GuestWords.line(cell).isEmpty());
    }

    /** Returns the row with at least this many cells. */
    Row widened(int width) {
      List<String> wide = new ArrayList<>(cells);
      while (wide.size() < width) {
        wide.add("");
      }
      return new Row(number, wide, fault, unreadable, hidden);
    }
  }
}
