package io.doorlist.cli.console;

import java.util.ArrayList;
import java.util.List;

/** Lays out rows of text in columns. */
public final class TextTable {
  private static final int MAX_COLUMNS_OF_LIST = 40;

  private TextTable() {}

  /** Returns one line for each row. All rows must have the same number of cells. */
  public static List<String> lines(List<List<String>> rows) {
    int[] widths = new int[rows.getFirst().size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).codePointCount(0, row.get(i).length()));
      }
    }
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        String cell = row.get(i);
        line.append(cell).append(" ".repeat(widths[i] - cell.codePointCount(0, cell.length()) + 2));
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }

  /** Returns the words of a list as one cell, cut if it is too wide. */
  public static String list(List<String> words) {
    String list = String.join(", ", words);
    return list.length() > MAX_COLUMNS_OF_LIST
        ? list.substring(0, MAX_COLUMNS_OF_LIST - 1) + "…"
        : list;
  }
}
